// The device "cuda": one of the NVIDIA GPUs that the driver shows, its memory (managed, so that the host reads and
// writes the same arrays), and the results of its sums. CUDA keeps the first error of a launch or a loop: it is told by
// the next wait.
#include <cstring>

#include "kernels/device/cuda_device.hpp"
#include "kernels/device/find_loop.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::kernels {
namespace {

/// Results of one loop, where its threads add to them.
struct Results {
  static constexpr int most_sums = 64;
  double sums[most_sums];
  long long least;
};
Results* on_device = nullptr;
Results* on_host = nullptr;  // page-locked

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
  if (on_device) return nullptr;
  if (const char* const failed = failure_of(cudaMalloc(&on_device, sizeof(Results)))) return failed;
  return failure_of(cudaMallocHost(&on_host, sizeof(Results)));
}

void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMallocManaged(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
void free_memory(void* memory) { cudaFree(memory); }

const char* synchronise() { return failure_of(cudaDeviceSynchronize()); }

}  // namespace

const Device cuda_device{
    .name = "cuda", .start = start, .allocate = allocate, .free = free_memory, .synchronise = synchronise,
    .put_off_loops = nullptr, .find_loop = find_loop};

double* start_sums(int count) {
  cudaMemsetAsync(on_device->sums, 0, std::size_t(count) * sizeof(double));
  return on_device->sums;
}
void take_sums(double* to, int count) {
  cudaMemcpyAsync(on_host->sums, on_device->sums, std::size_t(count) * sizeof(double), cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(nullptr);
  std::memcpy(to, on_host->sums, std::size_t(count) * sizeof(double));
}
long long* start_least(long long start) {
  on_host->least = start;
  cudaMemcpyAsync(&on_device->least, &on_host->least, sizeof start, cudaMemcpyHostToDevice);
  return &on_device->least;
}
long long take_least() {
  cudaMemcpyAsync(&on_host->least, &on_device->least, sizeof on_host->least, cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(nullptr);
  return on_host->least;
}

}  // namespace crumple::kernels
