// names: nvtxEventAttributes_t nvtxEventAttributes_v2 nvtxRangePushEx nvtxRangeStartEx nvtxMarkEx nvtxDomainHandle_t nvtxDomainCreateA nvtxDomainCreate nvtxDomainDestroy nvtxDomainRangePushEx nvtxDomainRangePop nvtxDomainRangeStartEx nvtxDomainRangeEnd nvtxDomainMarkEx nvtxNameOsThread nvtxNameOsThreadA nvtxNameCudaStreamA nvtxNameCudaDeviceA nvtxNameCategoryA nvtxNameCategoryW nvtxDomainNameCategoryA nvtxDomainNameCategoryW nvtxInitialize nvtxDomainCreateW nvtxStringHandle_t nvtxDomainRegisterString nvtxDomainRegisterStringA nvtxDomainRegisterStringW nvtxColorType_t nvtxMessageType_t nvtxPayloadType_t nvtxMessageValue_t
// SPDX-License-Identifier: Apache-2.0
// NVTX 3: events with attributes and domains. %profile shows their names; colours, categories and payloads are accepted.
enum { NVTX_VERSION = 3 };
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2, NVTX_MESSAGE_TYPE_REGISTERED = 3 } nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2, NVTX_PAYLOAD_TYPE_DOUBLE = 3, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5, NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
/* A name that is registered, for the rest of the session. */
struct nvtxStringRegistration_st { char *text; };
typedef nvtxStringRegistration_st *nvtxStringHandle_t;
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; nvtxStringHandle_t registered; };
struct nvtxEventAttributes_v2 {
    unsigned short version, size;
    unsigned category;
    int colorType;
    unsigned color;
    int payloadType, reserved0;
    union payload_t { unsigned long ullValue; long llValue; double dValue; unsigned uiValue; int iValue; float fValue; } payload;
    int messageType;
    nvtxMessageValue_t message;
};
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
enum { NVTX_EVENT_ATTRIB_STRUCT_SIZE = sizeof(nvtxEventAttributes_t) };
struct nvtxDomainRegistration_st;
typedef nvtxDomainRegistration_st *nvtxDomainHandle_t;
inline const char *__nvtx_name(const nvtxEventAttributes_t *e) {
    if (e && e->messageType == NVTX_MESSAGE_TYPE_ASCII && e->message.ascii) return e->message.ascii;
    if (e && e->messageType == NVTX_MESSAGE_TYPE_REGISTERED && e->message.registered) return e->message.registered->text;
    return "(no name)";
}
inline nvtxStringHandle_t __nvtx_register(size_t n) { nvtxStringHandle_t s = new nvtxStringRegistration_st; s->text = new char[n + 1](); return s; }
inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *name) {
    size_t n = 0;
    while (name && name[n]) n++;
    nvtxStringHandle_t s = __nvtx_register(n);
    for (size_t i = 0; i < n; i++) s->text[i] = name[i];
    return s;
}
inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t *name) {
    size_t n = 0;
    while (name && name[n]) n++;
    nvtxStringHandle_t s = __nvtx_register(n);
    for (size_t i = 0; i < n; i++) s->text[i] = name[i] < 128 ? (char) name[i] : '?';
    return s;
}
inline nvtxStringHandle_t nvtxDomainRegisterString(nvtxDomainHandle_t domain, const char *name) { return nvtxDomainRegisterStringA(domain, name); }
inline int nvtxRangePushEx(const nvtxEventAttributes_t *e) { return nvtxRangePush(__nvtx_name(e)); }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *e) { return nvtxRangeStart(__nvtx_name(e)); }
inline void nvtxMarkEx(const nvtxEventAttributes_t *e) { nvtxMark(__nvtx_name(e)); }
inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return nullptr; }
inline nvtxDomainHandle_t nvtxDomainCreate(const char *name) { return nullptr; }
inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *e) { return nvtxRangePushEx(e); }
inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return nvtxRangePop(); }
inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *e) { return nvtxRangeStartEx(e); }
inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) { nvtxRangeEnd(range); }
inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *e) { nvtxMarkEx(e); }
inline void nvtxNameOsThreadA(unsigned thread, const char *name) {}
inline void nvtxNameOsThread(unsigned thread, const char *name) {}
inline void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) {}
inline void nvtxNameCudaDeviceA(int device, const char *name) {}
inline void nvtxNameCategoryA(unsigned category, const char *name) {}
inline void nvtxInitialize(const void *reserved) {}
inline void nvtxNameCategoryW(unsigned category, const wchar_t *name) {}
inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, unsigned category, const char *name) {}
inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, unsigned category, const wchar_t *name) {}
