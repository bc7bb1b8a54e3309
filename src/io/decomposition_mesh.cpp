#include "io/decomposition_mesh.hpp"

#include <array>

#include "comm/together.hpp"
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"
#include "io/text_file.hpp"
#include "io/vtk_cells.hpp"

namespace crumple {
namespace {

const std::string mesh_root = "/VTKHDF", mesh_cell_data = mesh_root + "/CellData/";

/// Columns of the file.
struct Mesh {
  std::vector<float> points;  ///< three for each node
  std::vector<std::int64_t> connectivity, offsets, element_id, part;
  std::vector<std::uint8_t> types;
};

Mesh mesh_of(const Model& model) {
  Mesh mesh;
  for (const Vec3& p : model.nodes.position)
    mesh.points.insert(mesh.points.end(), {float(p.x), float(p.y), float(p.z)});
  mesh.offsets.push_back(0);
  auto add = [&](const auto& element) {
    const VtkCell cell = vtk_cell(element);
    mesh.connectivity.insert(mesh.connectivity.end(), cell.nodes.begin(), cell.nodes.begin() + cell.n_nodes);
    mesh.offsets.push_back(std::int64_t(mesh.connectivity.size()));
    mesh.types.push_back(std::uint8_t(cell.type));
    mesh.element_id.push_back(element.id);
    mesh.part.push_back(model.parts[element.part].id);
  };
  model.for_each_element(add);
  return mesh;
}

/// Creates the data sets.
void create_layout(Hdf5File& file, std::int64_t n_nodes, std::int64_t n_cells, std::int64_t n_connectivity) {
  for (const char* group : {"", "/PointData", "/CellData"}) file.create_group(mesh_root + group);
  file.write_attribute(mesh_root, "Version", std::vector<std::int64_t>{2, 1});
  file.write_attribute(mesh_root, "Type", "UnstructuredGrid");
  for (const char* name : {"/NumberOfPoints", "/NumberOfCells", "/NumberOfConnectivityIds"})
    file.create_fixed<std::int64_t>(mesh_root + name, 1);
  file.create_fixed<float>(mesh_root + "/Points", n_nodes, 3);
  file.create_fixed<std::int64_t>(mesh_root + "/Connectivity", n_connectivity);
  file.create_fixed<std::int64_t>(mesh_root + "/Offsets", n_cells + 1);
  file.create_fixed<std::uint8_t>(mesh_root + "/Types", n_cells);
  for (const char* name : {"element_id", "part"}) file.create_fixed<std::int64_t>(mesh_cell_data + name, n_cells);
  file.create_fixed<std::int32_t>(mesh_cell_data + "rank", n_cells);
  for (const char* name : {"cost", "contact_cost"}) file.create_fixed<float>(mesh_cell_data + name, n_cells);
}

void write_values(Hdf5File& file, const Mesh& mesh, const Partition& partition) {
  const auto count = [](std::size_t n) { return std::vector<std::int64_t>{std::int64_t(n)}; };
  file.write(mesh_root + "/NumberOfPoints", 0, count(mesh.points.size() / 3));
  file.write(mesh_root + "/NumberOfCells", 0, count(mesh.types.size()));
  file.write(mesh_root + "/NumberOfConnectivityIds", 0, count(mesh.connectivity.size()));
  file.write(mesh_root + "/Points", 0, mesh.points);
  file.write(mesh_root + "/Connectivity", 0, mesh.connectivity);
  file.write(mesh_root + "/Offsets", 0, mesh.offsets);
  file.write(mesh_root + "/Types", 0, mesh.types);
  file.write(mesh_cell_data + "element_id", 0, mesh.element_id);
  file.write(mesh_cell_data + "part", 0, mesh.part);
  file.write(mesh_cell_data + "rank", 0, std::vector<std::int32_t>(partition.rank.begin(), partition.rank.end()));
  std::vector<float> cost;  // of the element and its nodes
  for (std::size_t e = 0; e < partition.rank.size(); ++e)
    cost.push_back(partition.costs.total(e) - partition.costs.contact[e]);
  file.write(mesh_cell_data + "cost", 0, cost);
  file.write(mesh_cell_data + "contact_cost", 0, partition.costs.contact);
}

}  // namespace

void write_decomposition_mesh(const World& world, const Model& model, const Partition& partition,
                              const std::string& path) {
  together(world, [&] {
    if (!world.is_root()) return;
    TextFile(path).close();  // for a clearer error message than HDF5's
    Hdf5File file(path, {}, StorageSettings{}, nullptr);
    try {
      const Mesh mesh = mesh_of(model);
      create_layout(file, std::int64_t(mesh.points.size() / 3), std::int64_t(mesh.types.size()),
                    std::int64_t(mesh.connectivity.size()));
      write_values(file, mesh, partition);
      file.close();
    } catch (...) {
      file.abandon();
      throw;
    }
  });
}

}  // namespace crumple
