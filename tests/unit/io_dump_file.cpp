// Dumps: what is written comes back, whole or not at all. On several ranks and with damaged files:
// property/restart.cpp.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <istream>
#include <ostream>

#include "base/error.hpp"
#include "io/dump_file.hpp"
#include "io_support.hpp"

namespace crumple::io_dump_file {
namespace {

/// Records of different lengths, one of them empty, and a list without any.
SavedState sample_state() {
  SavedState state;
  put(state.same, 3.25);
  state.sums = {1, -2.5, 1e300};
  Records& nodes = state.blocks["nodes"];
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t k = 0; k < i; ++k) put(nodes.bytes, 10 * i + k);
    nodes.close(i);
  }
  state.blocks["spot welds"] = {};
  return state;
}

const DumpHead head{"0.1.0", "single", 12, 1 / 3.0, 5, 0xf000000000000001};

/// `n` bytes of some pattern, more than one slab of them where n is large.
DumpPart pattern(std::size_t n) {
  return [n](std::ostream& out) {
    for (std::size_t i = 0; i < n; ++i) out.put(char(i * i >> 7));
  };
}

void write(const std::string& path, std::size_t n) {
  write_dump(test::the_storage(), path, head, {{"model", pattern(n)}, {"empty", pattern(0)}}, sample_state());
}

TEST(DumpFile, GivesBackWhatWasWritten) {
  test::Folder folder;
  const std::string path = folder.prefix() + "d3dump01";
  const std::size_t n = (1 << 24) + 5;  // a slab and a little
  write(path, n);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  const DumpFile dump(test::world(), path);
  EXPECT_EQ(dump.head().program, head.program);
  EXPECT_EQ(dump.head().precision, head.precision);
  EXPECT_EQ(dump.head().cycle, head.cycle);
  EXPECT_EQ(dump.head().time, head.time);
  EXPECT_EQ(dump.head().ranks, head.ranks);
  EXPECT_EQ(dump.head().model_layout, head.model_layout);
  std::ostringstream expected;
  pattern(n)(expected);
  for (const auto& [name, text] : {std::pair("model", expected.str()), {"empty", ""}})
    dump.read(name, [&](std::istream& in) {
      const std::string found(std::istreambuf_iterator<char>(in), {});
      EXPECT_TRUE(found == text) << name;
    });
  const SavedState state = dump.state(), wanted = sample_state();
  EXPECT_EQ(state.same, wanted.same);
  EXPECT_EQ(state.sums, wanted.sums);
  ASSERT_EQ(state.blocks.size(), wanted.blocks.size());
  for (const auto& [name, records] : wanted.blocks) {
    EXPECT_EQ(state.blocks.at(name).number, records.number) << name;
    EXPECT_EQ(state.blocks.at(name).end, records.end) << name;
    EXPECT_EQ(state.blocks.at(name).bytes, records.bytes) << name;
  }
}

// Their checksums are right, as of a file that was made to break the reader.
TEST(DumpFile, RecordsThatDoNotEndOneBehindTheOther) {
  using Ends = std::vector<std::int64_t>;  // of 4 records with 48 bytes together
  const test::Folder folder;
  const std::string path = folder.prefix() + "d3dump01";
  for (const Ends& ends : {Ends{-8, 8, 24, 48}, Ends{0, 24, 8, 48}, Ends{0, 8, 24, 56}, Ends{0, 8, 24, 1LL << 60}}) {
    SavedState state = sample_state();
    state.blocks["nodes"].end = ends;
    write_dump(test::the_storage(), path, head, {{"model", pattern(9)}}, state);
    const DumpFile dump(test::world(), path);
    try {
      dump.state();
      ADD_FAILURE() << ends[0] << ' ' << ends[2] << ' ' << ends[3];
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("its records of nodes do not end"), std::string::npos) << error.what();
    }
  }
}

// As when a quota is used up: the dump of that name stays, and nothing half-written is left.
TEST(DumpFile, ThatCannotBeWrittenLeavesTheOldOne) {
  test::Folder folder;
  const std::string path = folder.prefix() + "runrsf";
  write(path, 1000);
  const std::string before = folder.read("runrsf");
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{100000, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  try {
    write(path, 3000000);
    ADD_FAILURE() << "a dump is larger than files may be";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot write " + path + ".part"), std::string::npos) << error.what();
  }
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_TRUE(folder.read("runrsf") == before);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_EQ(DumpFile(test::world(), path).head().cycle, head.cycle);
}

}  // namespace
}  // namespace crumple::io_dump_file
