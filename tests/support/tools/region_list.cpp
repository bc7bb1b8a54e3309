// A tool of Kokkos Tools, loaded with KOKKOS_TOOLS_LIBS: writes to standard error, at the end, which regions and
// kernels it saw, how often, and whether regions closed in order. Used by tests/property/kokkos_tools.cpp.
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

namespace {

std::map<std::string, long> seen;
long open_regions = 0, faults = 0;

void note(const char* kind, const char* name) { ++seen[std::string(kind) + " " + name]; }

}  // namespace

extern "C" {

void kokkosp_push_profile_region(const char* name) { note("region", name), ++open_regions; }
void kokkosp_pop_profile_region() { faults += --open_regions < 0; }

void kokkosp_begin_parallel_for(const char* name, std::uint32_t, std::uint64_t*) { note("kernel", name); }
void kokkosp_begin_parallel_reduce(const char* name, std::uint32_t, std::uint64_t*) { note("kernel", name); }

void kokkosp_finalize_library() {
  for (const auto& [name, count] : seen) std::fprintf(stderr, "tool: %s: %ld\n", name.c_str(), count);
  std::fprintf(stderr, "tool: open regions: %ld, faults: %ld\n", open_regions, faults);
}

}  // extern "C"
