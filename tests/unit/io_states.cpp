// states.vtkhdf read back through HDF5: the structure that readers of VTKHDF need, and that it is whole after each
// state. Several ranks and the Python readers: tests/io.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>

#include "base/error.hpp"
#include "io/states.hpp"
#include "io/vtk_cells.hpp"
#include "io_support.hpp"
#include "physics/state/element_output.hpp"

namespace crumple::io_states {
namespace {

struct Reader {
  hid_t file;
  explicit Reader(const std::string& path) : file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  ~Reader() { H5Fclose(file); }

  std::vector<hsize_t> shape(const std::string& name) const {
    const hid_t set = H5Dopen2(file, ("/VTKHDF/" + name).c_str(), H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<hsize_t> dims(std::size_t(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, dims.data(), nullptr);
    H5Sclose(space);
    H5Dclose(set);
    return dims;
  }
  std::vector<double> values(const std::string& name) const {
    std::size_t n = 1;
    for (hsize_t d : shape(name)) n *= std::size_t(d);
    std::vector<double> all(n);
    const hid_t set = H5Dopen2(file, ("/VTKHDF/" + name).c_str(), H5P_DEFAULT);
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data());
    H5Dclose(set);
    return all;
  }
  long long steps() const {
    long long n = -1;
    const hid_t attribute = H5Aopen_by_name(file, "/VTKHDF/Steps", "NSteps", H5P_DEFAULT, H5P_DEFAULT);
    H5Aread(attribute, H5T_NATIVE_LLONG, &n);
    H5Aclose(attribute);
    return n;
  }
  std::string type() const {
    const hid_t attribute = H5Aopen_by_name(file, "/VTKHDF", "Type", H5P_DEFAULT, H5P_DEFAULT),
                type = H5Aget_type(attribute);
    std::string text(H5Tget_size(type), ' ');
    H5Aread(attribute, type, text.data());
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
  }
};

struct Sample {
  test::Folder folder;
  Domain domain = test::sample_domain();
  NodeState state{(test::world(), Index(5))};
  ElementOutput elements{2};
  std::string path = folder.prefix() + "states.vtkhdf";
  Sample() {
    elements[ElementField::plastic_strain] = {0.1f, 0.2f};
    elements[ElementField::von_mises] = {1, 2};
    elements[ElementField::thickness] = {1.5f, 1.5f};
    elements.deleted = {0, 1};
    for (Index n = 0; n < 5; ++n) set_row(state.position, n, domain.model.nodes.position[std::size_t(n)]);
  }
};

using Shape = std::vector<hsize_t>;
using Values = std::vector<double>;

TEST(States, StaticMeshInGlobalOrder) {
  Sample sample;
  {
    StatesFile file(test::the_storage(), sample.domain, sample.path);
  }
  const Reader reader(sample.path);
  EXPECT_EQ(reader.type(), "UnstructuredGrid");
  EXPECT_EQ(reader.steps(), 0);
  EXPECT_EQ(reader.values("NumberOfPoints"), Values{5});
  EXPECT_EQ(reader.values("NumberOfCells"), Values{2});
  EXPECT_EQ(reader.values("NumberOfConnectivityIds"), Values{7});
  EXPECT_EQ(reader.values("Connectivity"), (Values{0, 1, 3, 2, 2, 3, 4}));
  EXPECT_EQ(reader.values("Offsets"), (Values{0, 4, 7}));
  EXPECT_EQ(reader.values("Types"), (Values{9, 5}));
  EXPECT_EQ(reader.values("CellData/part"), (Values{3, 3}));
  EXPECT_EQ(reader.values("PointData/node_id"), (Values{100, 101, 102, 103, 104}));
}

TEST(States, EveryStateIsWholeBeforeTheNext) {
  Sample sample;
  StatesFile file(test::the_storage(), sample.domain, sample.path);
  for (int t = 0; t < 3; ++t) {
    set_row(sample.state.position, 0, {0, 2, double(t)});
    file.write(0.5 * t, sample.state.position, sample.state.velocity, sample.elements);
    const std::string copy = sample.folder.prefix() + "copy.vtkhdf";
    std::filesystem::copy_file(sample.path, copy, std::filesystem::copy_options::overwrite_existing);
    const Reader reader(copy);
    const hsize_t n = hsize_t(t + 1);
    EXPECT_EQ(reader.steps(), t + 1);
    EXPECT_EQ(reader.shape("Points"), (Shape{5 * n, 3}));
    EXPECT_EQ(reader.shape("PointData/velocity"), (Shape{5 * n, 3}));
    EXPECT_EQ(reader.shape("CellData/vtkGhostType"), (Shape{2 * n}));
    EXPECT_EQ(reader.shape("Steps/CellOffsets"), (Shape{n, 1}));
    EXPECT_EQ(reader.values("Steps/Values").back(), 0.5 * t);
    EXPECT_EQ(reader.values("Steps/NumberOfParts").back(), 1);
    EXPECT_EQ(reader.values("Steps/PartOffsets").back(), 0);
    EXPECT_EQ(reader.values("Steps/PointOffsets").back(), 5 * t);
    EXPECT_EQ(reader.values("Steps/ConnectivityIdOffsets").back(), 0);
    EXPECT_EQ(reader.values("Steps/PointDataOffsets/velocity").back(), 5 * t);
    EXPECT_EQ(reader.values("Steps/PointDataOffsets/node_id").back(), 0);
    EXPECT_EQ(reader.values("Steps/CellDataOffsets/plastic_strain").back(), 2 * t);
    EXPECT_EQ(reader.values("Steps/CellDataOffsets/part").back(), 0);
    EXPECT_EQ(reader.values("Points").back(), t) << "the node is the first locally, the last of the whole model";
    EXPECT_EQ(reader.values("CellData/vtkGhostType").back(), 0x20);
  }
}

TEST(States, SaysWhyTheFileCannotBeCreated) {
  Sample sample;
  try {
    StatesFile file(test::the_storage(), sample.domain, sample.folder.prefix() + "nowhere/states.vtkhdf");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere/states.vtkhdf: No such file or directory"), std::string::npos);
  }
}

class StatesInMode : public testing::TestWithParam<std::string> {};

TEST_P(StatesInMode, AFailedWriteKeepsTheStatesBeforeIt) {
  Sample sample;
  Storage storage(test::world(), {.mode = GetParam(), .local_directory = {}});
  const std::string copy = sample.folder.prefix() + "copy.vtkhdf";
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  {
    StatesFile file(storage, sample.domain, sample.path);
    file.write(0, sample.state.position, sample.state.velocity, sample.elements);
    file.finish_writes();
    std::uintmax_t longest = 0;
    for (const auto& entry : std::filesystem::directory_iterator(sample.folder.path))
      longest = std::max(longest, entry.file_size());
    // From here on the system refuses to let files grow, as when a quota is used up.
    const rlimit limit{rlim_t(longest), before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool failed = false;
    try {
      for (int t = 1; t < 4000; ++t) file.write(t, sample.state.position, sample.state.velocity, sample.elements);
    } catch (const Error& error) {
      failed = std::string(error.what()).find("cannot write") != std::string::npos ||
               std::string(error.what()).find("cannot extend") != std::string::npos;
    }
    EXPECT_TRUE(failed);
    setrlimit(RLIMIT_FSIZE, &before);
  }
  const Reader reader(sample.path);
  EXPECT_GE(reader.steps(), 1);
  EXPECT_EQ(reader.values("Steps/Values")[0], 0);
}

TEST_P(StatesInMode, GoOnFromTheRecordsOfADumpWhateverWasHalfWritten) {
  Sample sample;
  Storage storage(test::world(), {.mode = GetParam(), .local_directory = {}});
  const auto write = [&](StatesFile& file, int t) {
    for (Index n = 0; n < 5; ++n) set_row(sample.state.position, n, {double(t), double(n), 0});
    file.write(t, sample.state.position, sample.state.velocity, sample.elements);
  };
  std::vector<FileRecords> records;
  std::vector<double> expected;
  {
    StatesFile file(storage, sample.domain, sample.path);
    for (int t = 0; t < 3; ++t) write(file, t);
    records = file.records();
    expected = Reader(sample.path).values("Points");
    for (int t = 3; t < 70; ++t) write(file, t);  // past a chunk of the lists of steps
    file.close();
  }
  ASSERT_EQ(records.size(), GetParam() == "file-per-rank" ? 2u : 1u);
  Bytes bytes;
  put_records(bytes, records);
  std::span<const std::byte> rest = bytes;
  for (const FileRecords& of_file : take_records(rest)) {
    const std::string path = of_file.file.empty() ? sample.path : sample.folder.prefix() + of_file.file;
    std::fstream stream(path, std::ios::binary | std::ios::in | std::ios::out);
    for (const FileRecords::Piece& piece : of_file.pieces)
      stream.seekp(piece.place.first) << std::string(std::size_t(piece.place.size), '?');
    stream.close();
    ASSERT_TRUE(restore_records(of_file, path));
    EXPECT_EQ(std::filesystem::file_size(path), std::uintmax_t(of_file.length));
  }
  ASSERT_TRUE(has_states(sample.path, sample.domain, {}, 3));
  {
    StatesFile file(storage, sample.domain, sample.path, {}, 3);
    write(file, 3);
    file.close();
  }
  // a file of a rank has its own states; this process has read the file that shows it before that was there
  const Values added = Reader(GetParam() == "file-per-rank" ? sample.path + ".1" : sample.path).values("Points");
  EXPECT_EQ(added[added.size() - 5 * 3], 3);
  Values points = Reader(sample.path).values("Points");
  points.resize(expected.size());
  EXPECT_EQ(points, expected);
}

INSTANTIATE_TEST_SUITE_P(All, StatesInMode,
                         testing::Values("independent", "collective", "aggregated", "async", "file-per-rank"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(VtkCells, RepeatedNodesGiveSmallerCells) {
  const auto kind = [](std::array<Index, 8> nodes) { return vtk_cell(Solid{1, 0, nodes}); };
  EXPECT_EQ(kind({0, 1, 2, 3, 4, 5, 6, 7}).type, VtkCellType::hexahedron);
  EXPECT_EQ(kind({0, 1, 2, 3, 4, 4, 4, 4}).type, VtkCellType::pyramid);
  EXPECT_EQ(kind({0, 1, 2, 3, 3, 3, 3, 3}).type, VtkCellType::tetra);
  EXPECT_EQ(kind({0, 1, 2, 2, 4, 4, 4, 4}).type, VtkCellType::tetra);
  EXPECT_EQ(kind({0, 1, 2, 2, 4, 4, 4, 4}).nodes[3], 4);
  EXPECT_EQ(kind({0, 1, 2, 3, 4, 4, 6, 6}).type, VtkCellType::wedge);
  EXPECT_EQ(kind({0, 1, 2, 2, 4, 5, 6, 6}).n_nodes, 6);
  EXPECT_EQ(kind({0, 1, 1, 3, 4, 5, 6, 7}).type, VtkCellType::hexahedron);
}

}  // namespace
}  // namespace crumple::io_states
