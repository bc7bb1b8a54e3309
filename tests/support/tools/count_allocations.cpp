// To be loaded before a program (LD_PRELOAD): counts its allocations of memory, and writes their number to the file
// named by CRUMPLE_ALLOCATIONS when the program CRUMPLE_ALLOCATIONS_OF ends. Used by tests/property/allocations.py.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t size);

namespace {
std::atomic<long> count{0};
}

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
}

namespace {

struct Report {
  ~Report() {
    const char *file = std::getenv("CRUMPLE_ALLOCATIONS"), *program = std::getenv("CRUMPLE_ALLOCATIONS_OF");
    if (!file || !program || std::strcmp(program, program_invocation_short_name) != 0) return;
    if (std::FILE* out = std::fopen(file, "w")) {
      std::fprintf(out, "%ld\n", count.load());
      std::fclose(out);
    }
  }
} report;

}  // namespace
