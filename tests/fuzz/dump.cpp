// Dumps: their head, checksums, parts and state. What has been changed has another checksum, so few inputs come far.
#include <istream>

#include "io/dump_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/unit/io_support.hpp"

using namespace crumple;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const World& world = test::the_world();
  test::expect_only_errors([&] {
    const DumpFile dump(world, test::file_of(data, size));
    dump.read("model", [](std::istream& in) { in.ignore(std::streamsize(size_t(1) << 40)); });
    dump.state();
  });
  return 0;
}
