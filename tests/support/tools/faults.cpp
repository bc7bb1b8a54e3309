// Faults of a machine, in a library that is preloaded (LD_PRELOAD). CRUMPLE_FAULT says which: `threads`, an MPI library
// for programs with a single thread; `memory`, a request of at least 1 KiB that fails once, on the rank
// CRUMPLE_FAULT_RANK, as soon as there is a file CRUMPLE_FAULT_AFTER. Used by tests/property/faults.cpp.
#include <cstdlib>
#include <new>
#include <string_view>

#include <unistd.h>

namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

bool memory_is_out(std::size_t size) {
  static bool was_out = false;
  if (was_out || size < 1024 || variable("CRUMPLE_FAULT") != "memory") return false;
  const bool is_here = variable("OMPI_COMM_WORLD_RANK") == variable("CRUMPLE_FAULT_RANK") ||
                       variable("PMI_RANK") == variable("CRUMPLE_FAULT_RANK");
  was_out = is_here && ::access(variable("CRUMPLE_FAULT_AFTER").data(), F_OK) == 0;
  return was_out;
}

}  // namespace

extern "C" int MPI_Query_thread(int* provided) {
  *provided = variable("CRUMPLE_FAULT") == "threads" ? 0 : 1;  // MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED
  return 0;
}

void* operator new(std::size_t size) {
  void* const memory = memory_is_out(size) ? nullptr : std::malloc(size);
  if (!memory) throw std::bad_alloc();
  return memory;
}
