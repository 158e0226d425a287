// A program's own nvtx3.hpp over NVTX's C interface.
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
namespace nvtx3 { inline namespace v1 {
class scoped_range {
    nvtxDomainHandle_t domain;
public:
    scoped_range(const char *name, nvtxStringHandle_t message = nullptr) : domain(nvtxDomainCreateA("own"))
    {
        nvtxEventAttributes_t e = {};
        e.version = NVTX_VERSION;
        e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
        nvtxColorType_t color = NVTX_COLOR_ARGB;
        e.colorType = color;
        nvtxMessageType_t type = message ? NVTX_MESSAGE_TYPE_REGISTERED : NVTX_MESSAGE_TYPE_ASCII;
        e.messageType = type;
        if (message)
            e.message.registered = message;
        else
            e.message.ascii = name;
        printf("%d\n", nvtxDomainRangePushEx(domain, &e));
    }
    ~scoped_range() { nvtxDomainRangePop(domain); nvtxDomainDestroy(domain); }
};
} }
int main()
{
    nvtx3::scoped_range outer("outer");
    nvtxDomainHandle_t wide = nvtxDomainCreateW(L"wide");
    nvtx3::scoped_range inner("inner", nvtxDomainRegisterStringW(wide, L"registered"));
    nvtxDomainNameCategoryA(wide, 1, "category");
}
