// Files that a pfile names: a kept decomposition, a log of cuts, measured costs.
#include "decomp/decomposition_file.hpp"
#include "decomp/rcb_log.hpp"
#include "decomp/timing_file.hpp"
#include "tests/fuzz/target.hpp"

using namespace crumple;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Model model = [] {
    Model strip;
    strip.parts.resize(1);
    for (Index i = 0; i < 6; ++i) {
      strip.nodes.id.push_back(i + 1);
      strip.nodes.position.push_back({double(i / 2), double(i % 2), 0});
    }
    strip.shells.push_back({1, 0, {0, 2, 3, 1}});
    strip.shells.push_back({2, 0, {2, 4, 5, 3}});
    return strip;
  }();
  const std::string& path = test::file_of(data, size);
  for (const int n_ranks : {1, 2, 4}) test::expect_only_errors([&] { read_decomposition(model, n_ranks, path, {}); });
  test::expect_only_errors([&] {
    RcbLog log(path, {}, 2);
    if (log.replaying()) log.next(0, 2);
  });
  test::expect_only_errors([&] { read_measured_costs(path, {}); });
  return 0;
}
