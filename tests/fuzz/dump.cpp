// Dumps: their head, checksums, parts and state. Whatever is changed has another checksum, at which the reader stops:
// each input is read as it is and with the size and the checksums that its bytes should have, so that what is behind
// them is reached too.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <istream>
#include <sstream>

#include "io/dump_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/unit/io_support.hpp"

using namespace crumple;

namespace {

void read_dump(const std::string& bytes) {
  const World& world = test::world();
  const DumpFile dump(world, test::file_of(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
  dump.read("model", [](std::istream& in) { in.ignore(std::streamsize(size_t(1) << 40)); });
  dump.state();
}

/// A small one of today's format.
std::string sample_dump() {
  const std::string path = test::file_of(nullptr, 0);
  SavedState state;
  put(state.blocks["nodes"].bytes, 1.5);
  state.blocks["nodes"].close(0);
  write_dump(test::the_storage(), path, {}, {{"model", [](std::ostream& out) { out << "a model"; }}}, state);
  std::ifstream dump(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(dump), {});
}

/// As src/io/dump_file.cpp writes it: a page of lines, the last three with the size and the checksums of pieces. The
/// format is today's: the corpus outlives it.
std::string sealed(const std::string& bytes) {
  constexpr std::size_t head_size = 4096, piece_size = 1 << 20;
  static const std::string sample = sample_dump(), title = sample.substr(0, sample.find("program "));
  std::istringstream lines(bytes.substr(0, head_size));
  std::string head = title;
  for (std::string line; std::getline(lines, line);)
    for (const char* key : {"program ", "precision ", "cycle ", "time ", "ranks "})
      if (line.starts_with(key)) head += line + "\n";
  head.resize(std::min<std::size_t>(head.size(), head_size - 200));  // leaves room for the last three
  const std::string body = bytes.size() > head_size ? bytes.substr(head_size) : "";
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < body.size(); at += piece_size)
    sum += XXH3_64bits_withSeed(body.data() + at, std::min(piece_size, body.size() - at), head_size + at);
  head += fmt::format("\nsize {}\nchecksum {:016x}\n", head_size + body.size(), sum);
  head += fmt::format("head {:016x}\n", XXH3_64bits_withSeed(head.data(), head.size(), 0));
  head.resize(head_size, '\n');
  return head + body;
}

}  // namespace

/// In place of tests/unit/runtime.cpp; it stays until the program ends.
const World& test::world() {
  static int argc = 0;
  static char** argv = nullptr;
  static const World& world = *new World(argc, argv);
  return world;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool can_seal = (read_dump(sealed(sample_dump())), true);  // an Error here ends the program
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  test::expect_only_errors([&] { read_dump(bytes); });
  test::expect_only_errors([&] { read_dump(sealed(bytes)); });
  return can_seal ? 0 : 1;
}
