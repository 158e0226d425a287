#include <chrono>
#include <functional>
#include <optional>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
// names:
// SPDX-License-Identifier: Apache-2.0
// <cuda/stream> and <cuda/devices>: CCCL's objects over the calls of the runtime, for host code alone. A call that fails throws cuda::cuda_error.
namespace cuda {
struct no_init_t { explicit no_init_t() = default; };
inline constexpr no_init_t no_init{};
struct invalid_stream_t { explicit invalid_stream_t() = default; };
inline constexpr invalid_stream_t invalid_stream{};
class cuda_error : public std::runtime_error {
    int status_;
    static std::string text_(int status, const char *what, const char *call, const std::source_location &at) {
        std::string text = std::string(at.file_name()) + ":" + std::to_string(at.line()) + " ";
        if (call) text += std::string(call) + " ";
        return text + cudaGetErrorString((cudaError_t) status) + "cudaError(" + std::to_string(status) + "): " + what;
    }
public:
    cuda_error(int status, const char *what, const char *call = nullptr, std::source_location at = std::source_location::current()) : std::runtime_error(text_(status, what, call, at)), status_(status) {}
    int status() const noexcept { return status_; }
};
inline void __demand(cudaError_t status, const char *what) { if (status != cudaSuccess) { cudaGetLastError(); throw cuda_error(status, what); } }

/* ---- devices ---- */

class compute_capability {
    int cc_;
public:
    constexpr compute_capability() : cc_(0) {}
    explicit constexpr compute_capability(int cc) : cc_(cc) {}
    constexpr compute_capability(int upper, int lower) : cc_(10 * upper + lower) {}
    constexpr int get() const { return cc_; }
    constexpr int major_cap() const { return cc_ / 10; }
    constexpr int minor_cap() const { return cc_ % 10; }
    explicit constexpr operator int() const { return cc_; }
    friend constexpr bool operator==(compute_capability a, compute_capability b) { return a.cc_ == b.cc_; }
    friend constexpr bool operator!=(compute_capability a, compute_capability b) { return a.cc_ != b.cc_; }
    friend constexpr bool operator<(compute_capability a, compute_capability b) { return a.cc_ < b.cc_; }
    friend constexpr bool operator<=(compute_capability a, compute_capability b) { return a.cc_ <= b.cc_; }
    friend constexpr bool operator>(compute_capability a, compute_capability b) { return a.cc_ > b.cc_; }
    friend constexpr bool operator>=(compute_capability a, compute_capability b) { return a.cc_ >= b.cc_; }
};
class device_ref;
template <cudaDeviceAttr A, typename T> struct __device_attribute {
    using type = T;
    constexpr operator cudaDeviceAttr() const { return A; }
    T operator()(device_ref d) const;
};
class device_ref {
    int id_;
    const cudaDeviceProp &properties_() const {
        static std::vector<cudaDeviceProp> all;
        while (all.size() <= (size_t) id_) { cudaDeviceProp p; __demand(cudaGetDeviceProperties(&p, (int) all.size()), "Failed to get the properties of a device"); all.push_back(p); }
        return all[id_];
    }
public:
    device_ref(int id) : id_(id) {
        int n = 0;
        cudaGetDeviceCount(&n);
        if (id < 0 || id >= n) throw std::out_of_range("Device ID must be a valid GPU device ordinal");
    }
    int get() const noexcept { return id_; }
    template <typename A> auto attribute(A a) const { return a(*this); }
    template <cudaDeviceAttr A> int attribute() const { int v = 0; __demand(cudaDeviceGetAttribute(&v, A, id_), "Failed to get device attribute"); return v; }
    std::string_view name() const { return properties_().name; }
    compute_capability cc() const { return compute_capability(properties_().major, properties_().minor); }
    void init() const { int old = 0; cudaGetDevice(&old); __demand(cudaSetDevice(id_), "Failed to initialise a device"); cudaFree(nullptr); cudaSetDevice(old); }
    bool has_peer_access_to(device_ref o) const { int v = 0; __demand(cudaDeviceCanAccessPeer(&v, id_, o.id_), "Failed to query peer access"); return v; }
    std::vector<device_ref> peers() const {
        std::vector<device_ref> all;
        int n = 0;
        cudaGetDeviceCount(&n);
        for (int i = 0; i < n; i++) if (i != id_ && has_peer_access_to(device_ref(i))) all.push_back(device_ref(i));
        return all;
    }
    friend bool operator==(device_ref a, device_ref b) noexcept { return a.id_ == b.id_; }
    friend bool operator!=(device_ref a, device_ref b) noexcept { return a.id_ != b.id_; }
};
template <cudaDeviceAttr A, typename T> T __device_attribute<A, T>::operator()(device_ref d) const { return (T) d.attribute<A>(); }
namespace device_attributes {
inline constexpr __device_attribute<cudaDevAttrMaxThreadsPerBlock, int> max_threads_per_block{};
inline constexpr __device_attribute<cudaDevAttrMaxBlockDimX, int> max_block_dim_x{};
inline constexpr __device_attribute<cudaDevAttrMaxBlockDimY, int> max_block_dim_y{};
inline constexpr __device_attribute<cudaDevAttrMaxBlockDimZ, int> max_block_dim_z{};
inline constexpr __device_attribute<cudaDevAttrMaxGridDimX, int> max_grid_dim_x{};
inline constexpr __device_attribute<cudaDevAttrMaxGridDimY, int> max_grid_dim_y{};
inline constexpr __device_attribute<cudaDevAttrMaxGridDimZ, int> max_grid_dim_z{};
inline constexpr __device_attribute<cudaDevAttrMaxSharedMemoryPerBlock, size_t> max_shared_memory_per_block{};
inline constexpr __device_attribute<cudaDevAttrTotalConstantMemory, size_t> total_constant_memory{};
inline constexpr __device_attribute<cudaDevAttrWarpSize, int> warp_size{};
inline constexpr __device_attribute<cudaDevAttrMaxPitch, size_t> max_pitch{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture1DWidth, int> max_texture_1d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture1DLinearWidth, int> max_texture_1d_linear_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture1DMipmappedWidth, int> max_texture_1d_mipmapped_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DWidth, int> max_texture_2d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DHeight, int> max_texture_2d_height{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLinearWidth, int> max_texture_2d_linear_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLinearHeight, int> max_texture_2d_linear_height{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLinearPitch, size_t> max_texture_2d_linear_pitch{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DMipmappedWidth, int> max_texture_2d_mipmapped_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DMipmappedHeight, int> max_texture_2d_mipmapped_height{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DWidth, int> max_texture_3d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DHeight, int> max_texture_3d_height{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DDepth, int> max_texture_3d_depth{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DWidthAlt, int> max_texture_3d_width_alt{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DHeightAlt, int> max_texture_3d_height_alt{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture3DDepthAlt, int> max_texture_3d_depth_alt{};
inline constexpr __device_attribute<cudaDevAttrMaxTextureCubemapWidth, int> max_texture_cubemap_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture1DLayeredWidth, int> max_texture_1d_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture1DLayeredLayers, int> max_texture_1d_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLayeredWidth, int> max_texture_2d_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLayeredHeight, int> max_texture_2d_layered_height{};
inline constexpr __device_attribute<cudaDevAttrMaxTexture2DLayeredLayers, int> max_texture_2d_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxTextureCubemapLayeredWidth, int> max_texture_cubemap_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxTextureCubemapLayeredLayers, int> max_texture_cubemap_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface1DWidth, int> max_surface_1d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface2DWidth, int> max_surface_2d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface2DHeight, int> max_surface_2d_height{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface3DWidth, int> max_surface_3d_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface3DHeight, int> max_surface_3d_height{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface3DDepth, int> max_surface_3d_depth{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface1DLayeredWidth, int> max_surface_1d_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface1DLayeredLayers, int> max_surface_1d_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface2DLayeredWidth, int> max_surface_2d_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface2DLayeredHeight, int> max_surface_2d_layered_height{};
inline constexpr __device_attribute<cudaDevAttrMaxSurface2DLayeredLayers, int> max_surface_2d_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxSurfaceCubemapWidth, int> max_surface_cubemap_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurfaceCubemapLayeredWidth, int> max_surface_cubemap_layered_width{};
inline constexpr __device_attribute<cudaDevAttrMaxSurfaceCubemapLayeredLayers, int> max_surface_cubemap_layered_layers{};
inline constexpr __device_attribute<cudaDevAttrMaxRegistersPerBlock, int> max_registers_per_block{};
inline constexpr __device_attribute<cudaDevAttrClockRate, int> clock_rate{};
inline constexpr __device_attribute<cudaDevAttrTextureAlignment, size_t> texture_alignment{};
inline constexpr __device_attribute<cudaDevAttrTexturePitchAlignment, size_t> texture_pitch_alignment{};
inline constexpr __device_attribute<cudaDevAttrGpuOverlap, bool> gpu_overlap{};
inline constexpr __device_attribute<cudaDevAttrMultiProcessorCount, int> multiprocessor_count{};
inline constexpr __device_attribute<cudaDevAttrKernelExecTimeout, bool> kernel_exec_timeout{};
inline constexpr __device_attribute<cudaDevAttrIntegrated, bool> integrated{};
inline constexpr __device_attribute<cudaDevAttrCanMapHostMemory, bool> can_map_host_memory{};
inline constexpr __device_attribute<cudaDevAttrComputeMode, int> compute_mode{};
inline constexpr __device_attribute<cudaDevAttrConcurrentKernels, bool> concurrent_kernels{};
inline constexpr __device_attribute<cudaDevAttrEccEnabled, bool> ecc_enabled{};
inline constexpr __device_attribute<cudaDevAttrPciBusId, int> pci_bus_id{};
inline constexpr __device_attribute<cudaDevAttrPciDeviceId, int> pci_device_id{};
inline constexpr __device_attribute<cudaDevAttrTccDriver, bool> tcc_driver{};
inline constexpr __device_attribute<cudaDevAttrMemoryClockRate, int> memory_clock_rate{};
inline constexpr __device_attribute<cudaDevAttrGlobalMemoryBusWidth, int> global_memory_bus_width{};
inline constexpr __device_attribute<cudaDevAttrL2CacheSize, size_t> l2_cache_size{};
inline constexpr __device_attribute<cudaDevAttrMaxThreadsPerMultiProcessor, int> max_threads_per_multiprocessor{};
inline constexpr __device_attribute<cudaDevAttrUnifiedAddressing, bool> unified_addressing{};
inline constexpr __device_attribute<cudaDevAttrComputeCapabilityMajor, int> compute_capability_major{};
inline constexpr __device_attribute<cudaDevAttrComputeCapabilityMinor, int> compute_capability_minor{};
inline constexpr __device_attribute<cudaDevAttrStreamPrioritiesSupported, bool> stream_priorities_supported{};
inline constexpr __device_attribute<cudaDevAttrGlobalL1CacheSupported, bool> global_l1_cache_supported{};
inline constexpr __device_attribute<cudaDevAttrLocalL1CacheSupported, bool> local_l1_cache_supported{};
inline constexpr __device_attribute<cudaDevAttrMaxSharedMemoryPerMultiprocessor, size_t> max_shared_memory_per_multiprocessor{};
inline constexpr __device_attribute<cudaDevAttrMaxRegistersPerMultiprocessor, int> max_registers_per_multiprocessor{};
inline constexpr __device_attribute<cudaDevAttrManagedMemory, bool> managed_memory{};
inline constexpr __device_attribute<cudaDevAttrIsMultiGpuBoard, bool> is_multi_gpu_board{};
inline constexpr __device_attribute<cudaDevAttrMultiGpuBoardGroupID, int> multi_gpu_board_group_id{};
inline constexpr __device_attribute<cudaDevAttrHostNativeAtomicSupported, bool> host_native_atomic_supported{};
inline constexpr __device_attribute<cudaDevAttrSingleToDoublePrecisionPerfRatio, int> single_to_double_precision_perf_ratio{};
inline constexpr __device_attribute<cudaDevAttrPageableMemoryAccess, bool> pageable_memory_access{};
inline constexpr __device_attribute<cudaDevAttrConcurrentManagedAccess, bool> concurrent_managed_access{};
inline constexpr __device_attribute<cudaDevAttrComputePreemptionSupported, bool> compute_preemption_supported{};
inline constexpr __device_attribute<cudaDevAttrCanUseHostPointerForRegisteredMem, bool> can_use_host_pointer_for_registered_mem{};
inline constexpr __device_attribute<cudaDevAttrCooperativeLaunch, bool> cooperative_launch{};
inline constexpr __device_attribute<cudaDevAttrCanFlushRemoteWrites, bool> can_flush_remote_writes{};
inline constexpr __device_attribute<cudaDevAttrHostRegisterSupported, bool> host_register_supported{};
inline constexpr __device_attribute<cudaDevAttrPageableMemoryAccessUsesHostPageTables, bool> pageable_memory_access_uses_host_page_tables{};
inline constexpr __device_attribute<cudaDevAttrDirectManagedMemAccessFromHost, bool> direct_managed_mem_access_from_host{};
inline constexpr __device_attribute<cudaDevAttrMaxSharedMemoryPerBlockOptin, size_t> max_shared_memory_per_block_optin{};
inline constexpr __device_attribute<cudaDevAttrMaxBlocksPerMultiprocessor, int> max_blocks_per_multiprocessor{};
inline constexpr __device_attribute<cudaDevAttrMaxPersistingL2CacheSize, size_t> max_persisting_l2_cache_size{};
inline constexpr __device_attribute<cudaDevAttrMaxAccessPolicyWindowSize, size_t> max_access_policy_window_size{};
inline constexpr __device_attribute<cudaDevAttrReservedSharedMemoryPerBlock, size_t> reserved_shared_memory_per_block{};
inline constexpr __device_attribute<cudaDevAttrSparseCudaArraySupported, bool> sparse_cuda_array_supported{};
inline constexpr __device_attribute<cudaDevAttrHostRegisterReadOnlySupported, bool> host_register_read_only_supported{};
inline constexpr __device_attribute<cudaDevAttrMemoryPoolsSupported, bool> memory_pools_supported{};
inline constexpr __device_attribute<cudaDevAttrGPUDirectRDMASupported, bool> gpu_direct_rdma_supported{};
inline constexpr __device_attribute<cudaDevAttrGPUDirectRDMAFlushWritesOptions, int> gpu_direct_rdma_flush_writes_options{};
inline constexpr __device_attribute<cudaDevAttrGPUDirectRDMAWritesOrdering, int> gpu_direct_rdma_writes_ordering{};
inline constexpr __device_attribute<cudaDevAttrMemoryPoolSupportedHandleTypes, int> memory_pool_supported_handle_types{};
inline constexpr __device_attribute<cudaDevAttrDeferredMappingCudaArraySupported, bool> deferred_mapping_cuda_array_supported{};
inline constexpr __device_attribute<cudaDevAttrIpcEventSupport, bool> ipc_event_support{};
inline constexpr __device_attribute<cudaDevAttrNumaConfig, int> numa_config{};
inline constexpr __device_attribute<cudaDevAttrNumaId, int> numa_id{};
inline constexpr __device_attribute<cudaDevAttrHostNumaMemoryPoolsSupported, bool> host_numa_memory_pools_supported{};
inline constexpr __device_attribute<cudaDevAttrHostMemoryPoolsSupported, bool> host_memory_pools_supported{};
struct __capability { using type = cuda::compute_capability; cuda::compute_capability operator()(device_ref d) const { return d.cc(); } };
inline constexpr __capability compute_capability{};
}
struct __devices {
    struct iterator {
        typedef device_ref value_type;
        typedef long difference_type;
        typedef device_ref reference;
        typedef const device_ref *pointer;
        typedef std::random_access_iterator_tag iterator_category;
        int id;
        device_ref operator*() const { return device_ref(id); }
        iterator &operator++() { id++; return *this; }
        iterator operator++(int) { iterator old = *this; id++; return old; }
        iterator operator+(long n) const { return iterator{id + (int) n}; }
        long operator-(iterator o) const { return id - o.id; }
        device_ref operator[](long n) const { return device_ref(id + (int) n); }
        bool operator==(iterator o) const { return id == o.id; }
        bool operator!=(iterator o) const { return id != o.id; }
        bool operator<(iterator o) const { return id < o.id; }
    };
    size_t size() const { int n = 0; cudaGetDeviceCount(&n); return (size_t) n; }
    device_ref operator[](size_t i) const { if (i >= size()) throw std::out_of_range("device index out of range"); return device_ref((int) i); }
    iterator begin() const { return iterator{0}; }
    iterator end() const { return iterator{(int) size()}; }
};
inline constexpr __devices devices{};
/* The device is the current one as long as this lives. */
struct __ensure_current_device {
    int old = 0;
    explicit __ensure_current_device(device_ref d) { cudaGetDevice(&old); if (old != d.get()) __demand(cudaSetDevice(d.get()), "Failed to set the current device"); }
    ~__ensure_current_device() { cudaSetDevice(old); }
};

/* ---- events ---- */

class stream_ref;
enum class event_flags : unsigned { none = cudaEventDefault, blocking_sync = cudaEventBlockingSync, interprocess = cudaEventInterprocess };
constexpr event_flags operator|(event_flags a, event_flags b) noexcept { return (event_flags) ((unsigned) a | (unsigned) b); }
class event_ref {
protected:
    cudaEvent_t event_;
public:
    using value_type = cudaEvent_t;
    constexpr event_ref(cudaEvent_t e) noexcept : event_(e) {}
    event_ref(int) = delete;
    event_ref(std::nullptr_t) = delete;
    void record(stream_ref s) const;
    void sync() const { __demand(cudaEventSynchronize(event_), "Failed to wait for CUDA event"); }
    bool is_done() const {
        cudaError_t e = cudaEventQuery(event_);
        if (e == cudaErrorNotReady) { cudaGetLastError(); return false; }
        __demand(e, "Failed to query CUDA event");
        return true;
    }
    constexpr cudaEvent_t get() const noexcept { return event_; }
    explicit constexpr operator bool() const noexcept { return event_ != nullptr; }
    friend constexpr bool operator==(event_ref a, event_ref b) noexcept { return a.event_ == b.event_; }
    friend constexpr bool operator!=(event_ref a, event_ref b) noexcept { return a.event_ != b.event_; }
};
class event : public event_ref {
protected:
    explicit event(cudaEvent_t e) noexcept : event_ref(e) {}
    static cudaEvent_t made_(unsigned flags) { cudaEvent_t e = nullptr; __demand(cudaEventCreateWithFlags(&e, flags), "Failed to create CUDA event"); return e; }
public:
    explicit event(stream_ref s, event_flags flags = event_flags::none);
    explicit event(device_ref d, event_flags flags = event_flags::none) : event_ref((cudaEvent_t) nullptr) { __ensure_current_device there(d); event_ = made_((unsigned) flags | cudaEventDisableTiming); }
    explicit event(no_init_t) noexcept : event_ref((cudaEvent_t) nullptr) {}
    event(event &&o) noexcept : event_ref(o.event_) { o.event_ = nullptr; }
    event(const event &) = delete;
    ~event() { if (event_) cudaEventDestroy(event_); }
    event &operator=(event &&o) noexcept { std::swap(event_, o.event_); return *this; }
    event &operator=(const event &) = delete;
    static event from_native_handle(cudaEvent_t e) noexcept { return event(e); }
    static event from_native_handle(int) = delete;
    static event from_native_handle(std::nullptr_t) = delete;
    cudaEvent_t release() noexcept { cudaEvent_t e = event_; event_ = nullptr; return e; }
};
class timed_event : public event {
    explicit timed_event(cudaEvent_t e) noexcept : event(e) {}
public:
    explicit timed_event(stream_ref s, event_flags flags = event_flags::none);
    explicit timed_event(device_ref d, event_flags flags = event_flags::none) : event(no_init) { __ensure_current_device there(d); event_ = made_((unsigned) flags); }
    explicit timed_event(no_init_t) noexcept : event(no_init) {}
    timed_event(timed_event &&o) noexcept : event(std::move(o)) {}
    timed_event &operator=(timed_event &&o) noexcept { event::operator=(std::move(o)); return *this; }
    static timed_event from_native_handle(cudaEvent_t e) noexcept { return timed_event(e); }
    friend std::chrono::nanoseconds operator-(const timed_event &end, const timed_event &start) {
        float ms = 0;
        __demand(cudaEventElapsedTime(&ms, start.get(), end.get()), "Failed to get CUDA event elapsed time");
        return std::chrono::nanoseconds((long) (ms * 1000000.0));
    }
};

/* ---- streams ---- */

enum class stream_id : unsigned long long {};
class stream_ref {
protected:
    cudaStream_t stream_;
public:
    using value_type = cudaStream_t;
    constexpr stream_ref() noexcept : stream_(nullptr) {}
    constexpr stream_ref(cudaStream_t s) noexcept : stream_(s) {}
    explicit stream_ref(invalid_stream_t) noexcept : stream_((cudaStream_t) ~0ull) {}
    stream_ref(int) = delete;
    stream_ref(std::nullptr_t) = delete;
    constexpr cudaStream_t get() const noexcept { return stream_; }
    void sync() const { __demand(cudaStreamSynchronize(stream_), "Failed to synchronize stream."); }
    void wait() const { sync(); }
    void wait(event_ref e) const { __demand(cudaStreamWaitEvent(stream_, e.get(), 0), "Failed to make a stream wait for an event"); }
    void wait(stream_ref o) const { if (stream_ != o.stream_) { event done(o); wait(done); } }
    bool is_done() const {
        cudaError_t e = cudaStreamQuery(stream_);
        if (e == cudaErrorNotReady) { cudaGetLastError(); return false; }
        __demand(e, "Failed to query stream.");
        return true;
    }
    bool ready() const { return is_done(); }
    int priority() const { int p = 0; __demand(cudaStreamGetPriority(stream_, &p), "Failed to get stream priority"); return p; }
    stream_id id() const { unsigned long long n = 0; __demand(cudaStreamGetId(stream_, &n), "Failed to get the id of a stream"); return (stream_id) n; }
    event record_event(event_flags flags = event_flags::none) const { return event(*this, flags); }
    timed_event record_timed_event(event_flags flags = event_flags::none) const { return timed_event(*this, flags); }
    device_ref device() const { int d = 0; __demand(cudaStreamGetDevice(stream_, &d), "Failed to get the device of a stream"); return device_ref(d); }
    friend constexpr bool operator==(const stream_ref &a, const stream_ref &b) noexcept { return a.stream_ == b.stream_; }
    friend constexpr bool operator!=(const stream_ref &a, const stream_ref &b) noexcept { return a.stream_ != b.stream_; }
    friend bool operator==(const stream_ref &a, const invalid_stream_t &) noexcept { return a.stream_ == (cudaStream_t) ~0ull; }
    friend bool operator!=(const stream_ref &a, const invalid_stream_t &) noexcept { return a.stream_ != (cudaStream_t) ~0ull; }
};
inline void event_ref::record(stream_ref s) const { __demand(cudaEventRecord(event_, s.get()), "Failed to record CUDA event"); }
inline event::event(stream_ref s, event_flags flags) : event_ref((cudaEvent_t) nullptr) { __ensure_current_device there(s.device()); event_ = made_((unsigned) flags | cudaEventDisableTiming); record(s); }
inline timed_event::timed_event(stream_ref s, event_flags flags) : event(no_init) { __ensure_current_device there(s.device()); event_ = made_((unsigned) flags); record(s); }
struct stream : stream_ref {
    static constexpr int default_priority = 0;
    explicit stream(device_ref d, int priority = default_priority) : stream_ref(invalid_stream) { __ensure_current_device there(d); __demand(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority), "Failed to create a stream"); }
    explicit stream(no_init_t) noexcept : stream_ref(invalid_stream) {}
    stream(stream &&o) noexcept : stream_ref(o.release()) {}
    stream(const stream &) = delete;
    ~stream() { if (*this != invalid_stream && stream_) cudaStreamDestroy(stream_); }
    stream &operator=(stream &&o) noexcept { std::swap(stream_, o.stream_); return *this; }
    stream &operator=(const stream &) = delete;
    static stream from_native_handle(cudaStream_t s) { return stream(s); }
    static stream from_native_handle(int) = delete;
    static stream from_native_handle(std::nullptr_t) = delete;
    cudaStream_t release() { cudaStream_t s = stream_; stream_ = (cudaStream_t) ~0ull; return s; }
private:
    explicit stream(cudaStream_t s) : stream_ref(s) {}
};
/* get_stream(x): the stream of what has one. */
struct get_stream_t {
    stream_ref operator()(stream_ref s) const { return s; }
    template <typename T, typename = decltype(std::declval<const T &>().stream())> stream_ref operator()(const T &x) const { return x.stream(); }
};
inline constexpr get_stream_t get_stream{};
}
