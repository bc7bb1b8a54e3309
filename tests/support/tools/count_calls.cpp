// Counts what a program does, and writes the number to the file named by CRUMPLE_COUNT when the program
// CRUMPLE_COUNT_OF ends: allocations of memory if it is loaded before the program (LD_PRELOAD), phases begun if it is a
// tool of Kokkos (KOKKOS_TOOLS_LIBS). Used by tests/property/step_overhead.py.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t size);

namespace {
std::atomic<long> count{0}, phases{0};
}

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}

void kokkosp_push_profile_region(const char*) { ++phases; }
}

namespace {

struct Report {
  ~Report() {
    const char *file = std::getenv("CRUMPLE_COUNT"), *program = std::getenv("CRUMPLE_COUNT_OF");
    if (!file || !program || std::strcmp(program, program_invocation_short_name) != 0) return;
    if (std::FILE* out = std::fopen(file, "w")) {
      std::fprintf(out, "%ld\n", phases.load() ? phases.load() : count.load());
      std::fclose(out);
    }
  }
} report;

}  // namespace
