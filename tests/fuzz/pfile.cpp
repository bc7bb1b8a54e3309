// Pfiles, from a file and as lines of a deck.
#include "decomp/pfile.hpp"

#include "tests/fuzz/target.hpp"

using namespace crumple;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::expect_only_errors([&] { read_pfile(test::file_of(data, size)); });
  const std::string text(reinterpret_cast<const char*>(data), size);
  test::expect_only_errors([&] {
    read_pfile(
        std::vector<PfileLine>{{text, "deck.k", 3, ""}, {text, "deck.k", 4, "CONTROL_MPP_DECOMPOSITION_METHOD"}});
  });
  return 0;
}
