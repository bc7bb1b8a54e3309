// The device "cuda": one of the NVIDIA GPUs that the driver shows, its memory (managed, so that the host reads and
// writes the same arrays), and the results of its sums, which are read together at the next wait. CUDA keeps the first
// error of a launch or a loop: it is told by that wait, too.
#include <vector>

#include "kernels/device/cuda_device.hpp"
#include "kernels/device/find_loop.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::kernels {
namespace {

/// The results of the loops since the last wait.
struct Results {
  static constexpr int n_most = 8192;
  struct Taken {
    int first, count;
    TakeResult take;
    void* to;
  };
  double* on_device = nullptr;  ///< where threads add to them; 0 from n_used on
  double* on_host = nullptr;    ///< page-locked
  int n_used = 0;
  std::vector<Taken> taken;
};
Results results;

const char* failure_of(cudaError_t error) { return error == cudaSuccess ? nullptr : cudaGetErrorString(error); }

const char* start(Launcher, int rank) {
  int n_devices = 0;
  const cudaError_t found = cudaGetDeviceCount(&n_devices);
  if (found == cudaErrorInsufficientDriver) return "this machine has no NVIDIA driver, or one older than CUDA 13";
  if (found != cudaSuccess) return failure_of(found);
  const int device = rank % n_devices;
  if (const char* const failed = failure_of(cudaSetDevice(device))) return failed;
  int reads_together = 0;
  cudaDeviceGetAttribute(&reads_together, cudaDevAttrConcurrentManagedAccess, device);
  if (!reads_together) return "host and GPU cannot read the same memory at once (needs Linux and Pascal or newer)";
  if (results.on_device) return nullptr;
  constexpr std::size_t bytes = Results::n_most * sizeof(double);
  if (const char* const failed = failure_of(cudaMalloc(&results.on_device, bytes))) return failed;
  if (const char* const failed = failure_of(cudaMemset(results.on_device, 0, bytes))) return failed;
  return failure_of(cudaMallocHost(&results.on_host, bytes));
}

void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMallocManaged(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
void free_memory(void* memory) { cudaFree(memory); }

const char* synchronise() {
  const std::size_t bytes = std::size_t(results.n_used) * sizeof(double);
  if (bytes > 0) {
    cudaMemcpyAsync(results.on_host, results.on_device, bytes, cudaMemcpyDeviceToHost);
    cudaMemsetAsync(results.on_device, 0, bytes);
  }
  if (const char* const failed = failure_of(cudaDeviceSynchronize())) return failed;
  for (const Results::Taken& its : results.taken) its.take(results.on_host + its.first, its.count, its.to);
  results.taken.clear();
  results.n_used = 0;
  return nullptr;
}

}  // namespace

const Device cuda_device{
    .name = "cuda", .start = start, .allocate = allocate, .free = free_memory, .synchronise = synchronise,
    .put_off_loops = nullptr, .find_loop = find_loop};

double* place_for_result(int count, TakeResult take, void* to) {
  if (results.n_used + count > Results::n_most) synchronise();  // an error stays, and is told by the next wait
  results.taken.push_back({results.n_used, count, take, to});
  results.n_used += count;
  return results.on_device + (results.n_used - count);
}

}  // namespace crumple::kernels
