#include "io/states.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "io/hdf5_file.hpp"
#include "io/text_file.hpp"
#include "io/vtk_cells.hpp"
#include "physics/state/element_output.hpp"

namespace crumple {
namespace {

const std::string root = "/VTKHDF", steps = root + "/Steps", point_data = root + "/PointData/",
                  cell_data = root + "/CellData/";
// Constant fields are stored once; every step refers to them.
const std::vector<std::string> static_point_fields{"node_id"}, static_cell_fields{"element_id", "part", "rank"};
constexpr std::int64_t state_margin = 1 << 16;    ///< for HDF5's metadata when space is reserved [bytes]
constexpr std::uint8_t hidden_cell = 0x20;  ///< of vtkGhostType

/// A node's row in a state.
struct NodeRow {
  std::array<float, 3> position, displacement;  ///< [length]
  std::array<float, 3> velocity;                ///< [length/time]
};

/// An element's row in a state.
struct CellRow {
  std::array<float, element_field_names.size()> values;
  std::uint32_t deleted;
};

/// An element's constant row.
struct MeshRow {
  Id id, part;
  std::int32_t rank, n_nodes;
  std::array<Index, 8> nodes;  ///< global numbers
  VtkCellType type;
};

template <class T, class Row, class Get>
std::vector<T> column(const std::vector<Row>& rows, Get&& get) {
  std::vector<T> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(get(row));
  return values;
}

/// The components of all rows, concatenated.
template <class Row, class Get>
std::vector<float> components(const std::vector<Row>& rows, Get&& get) {
  std::vector<float> values;
  if (!rows.empty()) values.reserve(rows.size() * get(rows.front()).size());
  for (const Row& row : rows) values.insert(values.end(), get(row).begin(), get(row).end());
  return values;
}

std::array<float, 3> as_floats(const Vec3& v) { return {float(v.x), float(v.y), float(v.z)}; }

/// Cells are all shells in ascending order of ids, then all solids, beams and springs.
BlockMap map_cells(const World& world, const Domain& domain) {
  return map_elements(world, domain, 0, domain.n_global_elements());
}

/// Models without beams and springs have no axial force.
bool has_field(const Domain& domain, const FieldNames& asked_for, std::size_t field) {
  switch (ElementField(field)) {
    case ElementField::axial_force:
      return domain.n_global_beams + domain.n_global_springs > 0;
    case ElementField::energy_density:
      return asked_for.contains("energy_density");
    default:
      return true;
  }
}

std::vector<StatesFile::Field> point_fields_of(const FieldNames& asked_for) {
  std::vector<StatesFile::Field> fields{{"velocity", 3}};
  if (asked_for.contains("displacement")) fields.push_back({"displacement", 3});
  return fields;
}

std::vector<StatesFile::Field> cell_fields_of(const Domain& domain, const FieldNames& asked_for) {
  std::vector<StatesFile::Field> fields{{"vtkGhostType", 1}};
  for (std::size_t f = 0; f < element_field_names.size(); ++f)
    if (has_field(domain, asked_for, f)) fields.push_back({element_field_names[f], 1});
  if (asked_for.contains("stress")) fields.push_back({"stress", 6});
  return fields;
}

std::vector<std::string> field_names(const std::vector<StatesFile::Field>& fields) {
  std::vector<std::string> names;
  for (const StatesFile::Field& field : fields) names.push_back(field.name);
  return names;
}

MeshRow mesh_row(const Domain& domain, Index item) {
  return domain.model.with_element(std::size_t(item), [&](const auto& element) {
    const VtkCell cell = vtk_cell(element);
    MeshRow row{element.id, domain.model.parts[element.part].id, domain.rank, cell.n_nodes, {}, cell.type};
    for (int c = 0; c < cell.n_nodes; ++c) row.nodes[c] = domain.global_node[cell.nodes[c]];
    return row;
  });
}

/// The path, after root has tried it for a clearer error message than HDF5's.
const std::string& creatable(const World& world, const std::string& path) {
  together(world, [&] {
    if (world.is_root()) TextFile(path).close();
  });
  return path;
}

}  // namespace

StatesFile::StatesFile(Storage& storage, const Domain& domain, const std::string& path, const FieldNames& asked_for,
                       int n_earlier)
    : world_(storage.world()),
      domain_(domain),
      path_(path),
      nodes_(map_nodes(world_, domain)),
      cells_(map_cells(world_, domain)),
      asked_for_(asked_for),
      point_fields_(point_fields_of(asked_for)),
      cell_fields_(cell_fields_of(domain, asked_for)),
      file_(storage.open_states(n_earlier > 0 ? path : creatable(world_, path),
                                n_earlier > 0 ? FileAccess::update : FileAccess::create)),
      n_states_(n_earlier) {
  Profile::Scope scope(phase<"write states">);
  guarded(world_, *file_, [&] { create_layout(); });
  if (n_states_ > 0) {
    cut();
    return;
  }
  guarded(world_, *file_,
          [&] { file_->reserve(nodes_.global_count() * 8 + cells_.global_count() * 93 + state_margin); });
  write_mesh();
  write_node_ids();
  guarded(world_, *file_, [&] { file_->flush(); });
}

bool has_states(const std::string& path, const Domain& domain, const FieldNames& asked_for, int n) {
  try {
    Hdf5File file(path);
    const std::int64_t n_nodes = domain.n_global_nodes, n_cells = domain.n_global_elements();
    std::int64_t counts[2] = {0, 0};
    file.read(root + "/NumberOfPoints", 0, std::span(counts, 1));
    file.read(root + "/NumberOfCells", 0, std::span(counts + 1, 1));
    bool whole = counts[0] == n_nodes && counts[1] == n_cells && file.rows(steps + "/Values") >= n;
    float value[6] = {};
    const auto check = [&](const std::string& name, std::int64_t count, std::size_t width) {
      whole = whole && file.rows(name) >= n * count;
      for (std::int64_t row = 0; whole && row < n * count; row += std::max<std::int64_t>(count / 4, 1))
        file.read(name, row, std::span(value, width));
    };
    check(root + "/Points", n_nodes, 3);
    const auto points = point_fields_of(asked_for), cells = cell_fields_of(domain, asked_for);
    for (const StatesFile::Field& field : points) check(point_data + field.name, n_nodes, std::size_t(field.width));
    for (const StatesFile::Field& field : cells) check(cell_data + field.name, n_cells, std::size_t(field.width));
    for (const char* name : extra_state_fields)  // fields only in the existing file would not be continued
      whole = whole && (asked_for.contains(name) || !(file.exists(point_data + name) || file.exists(cell_data + name)));
    return whole;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string> files_of_states(const std::string& path) {
  std::vector<std::string> names;
  try {
    Hdf5File file(path);
    for (const VirtualRows& rows : file.virtual_rows(root + "/Points")) names.push_back(rows.file);
  } catch (const Error&) {
    return {};  // checked by has_states
  }
  return names;
}

void StatesFile::finish_writes() {
  guarded(world_, *file_, [&] { file_->finish_writes(); });
}

std::vector<FileRecords> StatesFile::records() {
  finish_writes();
  std::vector<FileRecords> records;
  guarded(world_, *file_, [&] { records = file_->records(); });
  return records;
}

void StatesFile::close() {
  Profile::Scope scope(phase<"write states">);
  finish_writes();
  guarded(world_, *file_, [&] { file_->close(); });
}

void StatesFile::redistribute() {
  nodes_ = map_nodes(world_, domain_);
  cells_ = map_cells(world_, domain_);
}

void StatesFile::create_layout() {
  const std::int64_t n_nodes = nodes_.global_count(), n_cells = cells_.global_count();
  for (const char* group :
       {"", "/PointData", "/CellData", "/Steps", "/Steps/PointDataOffsets", "/Steps/CellDataOffsets"})
    file_->create_group(root + group);
  if (n_states_ == 0) {
    file_->write_attribute(root, "Version", std::vector<std::int64_t>{2, 1});
    file_->write_attribute(root, "Type", "UnstructuredGrid");
  }
  for (const char* name : {"/NumberOfPoints", "/NumberOfCells", "/NumberOfConnectivityIds"})
    file_->create_fixed<std::int64_t>(root + name, 1, 0, RowsOf::root);
  file_->create_growing<float>(root + "/Points", n_nodes, 3);
  bytes_per_state_ = n_nodes * std::int64_t(3 * sizeof(float));
  for (const auto& [name, width] : point_fields_) {
    file_->create_growing<float>(point_data + name, n_nodes, width);
    bytes_per_state_ += n_nodes * width * std::int64_t(sizeof(float));
  }
  for (const auto& [name, width] : cell_fields_) {
    if (name == "vtkGhostType")
      file_->create_growing<std::uint8_t>(cell_data + name, n_cells);
    else
      file_->create_growing<float>(cell_data + name, n_cells, width == 1 ? 0 : width);
    bytes_per_state_ += n_cells * width * std::int64_t(sizeof(float));
  }

  if (n_states_ == 0) file_->write_attribute(steps, "NSteps", std::int64_t(0));
  file_->create_growing<double>(steps + "/Values", 64, 0, RowsOf::root);
  for (const char* name : {"/NumberOfParts", "/PartOffsets", "/PointOffsets"})
    file_->create_growing<std::int64_t>(steps + name, 64, 0, RowsOf::root);
  for (const char* name : {"/CellOffsets", "/ConnectivityIdOffsets"})
    file_->create_growing<std::int64_t>(steps + name, 64, 1, RowsOf::root);
  for (const std::string& name : offset_names()) file_->create_growing<std::int64_t>(name, 64, 0, RowsOf::root);
}

std::vector<std::string> StatesFile::offset_names() const {
  std::vector<std::string> names;
  for (const auto& fields : {field_names(point_fields_), static_point_fields})
    for (const std::string& name : fields) names.push_back(steps + "/PointDataOffsets/" + name);
  for (const auto& fields : {field_names(cell_fields_), static_cell_fields})
    for (const std::string& name : fields) names.push_back(steps + "/CellDataOffsets/" + name);
  return names;
}

void StatesFile::write_mesh() {
  const std::int64_t n_cells = cells_.global_count();
  const auto rows = cells_.collect<MeshRow>([&](Index item) { return mesh_row(domain_, item); });
  std::vector<std::int64_t> connectivity, offsets;
  for (const MeshRow& row : rows)
    connectivity.insert(connectivity.end(), row.nodes.begin(), row.nodes.begin() + row.n_nodes);
  const auto place = scan(world_, std::int64_t(connectivity.size()));
  const std::int64_t before = place.first, total = place.second;  // clang with OpenMP captures no structured bindings
  std::int64_t end = before;
  if (world_.is_root()) offsets.push_back(0);
  for (const MeshRow& row : rows) offsets.push_back(end += row.n_nodes);

  guarded(world_, *file_, [&] {
    file_->create_fixed<std::int64_t>(root + "/Connectivity", total);
    file_->create_fixed<std::int64_t>(root + "/Offsets", n_cells + 1);
    file_->create_fixed<std::uint8_t>(root + "/Types", n_cells);
    for (const char* name : {"element_id", "part"}) file_->create_fixed<std::int64_t>(cell_data + name, n_cells);
    file_->create_fixed<std::int32_t>(cell_data + "rank", n_cells);
  });
  guarded(world_, *file_, [&] {
    file_->write(root + "/Connectivity", before, connectivity);
    file_->write(root + "/Offsets", world_.is_root() ? 0 : cells_.first() + 1, offsets);
    file_->write(root + "/Types", cells_.first(),
                 column<std::uint8_t>(rows, [](auto& r) { return std::uint8_t(r.type); }));
    file_->write(cell_data + "element_id", cells_.first(), column<std::int64_t>(rows, [](auto& r) { return r.id; }));
    file_->write(cell_data + "part", cells_.first(), column<std::int64_t>(rows, [](auto& r) { return r.part; }));
    file_->write(cell_data + "rank", cells_.first(), column<std::int32_t>(rows, [](auto& r) { return r.rank; }));
    if (!world_.is_root()) return;
    file_->write(root + "/NumberOfPoints", 0, std::vector<std::int64_t>{nodes_.global_count()});
    file_->write(root + "/NumberOfCells", 0, std::vector<std::int64_t>{n_cells});
    file_->write(root + "/NumberOfConnectivityIds", 0, std::vector<std::int64_t>{total});
  });
}

void StatesFile::write_node_ids() {
  const auto ids = nodes_.collect<std::int64_t>([&](Index i) { return domain_.model.nodes.id[i]; });
  guarded(world_, *file_, [&] { file_->create_fixed<std::int64_t>(point_data + "node_id", nodes_.global_count()); });
  guarded(world_, *file_, [&] { file_->write(point_data + "node_id", nodes_.first(), ids); });
}

void StatesFile::write(double time, const Rows& position, const Rows& velocity, const ElementOutput& elements) {
  Profile::Scope scope(phase<"write states">);
  finish_writes();
  guarded(world_, *file_, [&] { file_->reserve(bytes_per_state_ + state_margin); });
  guarded(world_, *file_, [&] { set_rows(n_states_ + 1); });
  write_values(position, velocity, elements);
  guarded(world_, *file_, [&] {
    if (world_.is_root()) write_step(time);
  });
  ++n_states_;
  guarded(world_, *file_, [&] {
    file_->write_attribute(steps, "NSteps", std::int64_t(n_states_));
    file_->flush();
  });
}

/// Truncates the file to its first states.
void StatesFile::cut() {
  guarded(world_, *file_, [&] {
    set_rows(n_states_);
    file_->write_attribute(steps, "NSteps", std::int64_t(n_states_));
    file_->flush();
  });
}

/// Extends the data sets to `n` states.
void StatesFile::set_rows(std::int64_t n) {
  file_->grow(root + "/Points", n * nodes_.global_count());
  for (const Field& field : point_fields_) file_->grow(point_data + field.name, n * nodes_.global_count());
  for (const Field& field : cell_fields_) file_->grow(cell_data + field.name, n * cells_.global_count());
  for (const char* name :
       {"/Values", "/NumberOfParts", "/PartOffsets", "/PointOffsets", "/CellOffsets", "/ConnectivityIdOffsets"})
    file_->grow(steps + name, n);
  for (const std::string& name : offset_names()) file_->grow(name, n);
}

void StatesFile::write_values(const Rows& position, const Rows& velocity, const ElementOutput& elements) {
  std::optional<IoTimer> gathering(std::in_place, file_->cost(), IoPhase::gather);
  const auto nodes = nodes_.collect<NodeRow>([&](Index i) {
    const Vec3 now = row(position, i);
    return NodeRow{as_floats(now), as_floats(now - domain_.model.nodes.position[i]), as_floats(row(velocity, i))};
  });
  const auto cells = cells_.collect<CellRow>([&](Index item) {
    CellRow row{{}, elements.deleted[item]};
    for (std::size_t f = 0; f < row.values.size(); ++f) row.values[f] = elements.fields[f][item];
    return row;
  });
  std::vector<std::array<float, 6>> stress;
  if (asked_for_.contains("stress"))
    stress = cells_.collect<std::array<float, 6>>([&](Index item) { return elements.stress[item]; });
  gathering.reset();
  guarded(world_, *file_, [&] {
    const std::int64_t first_node = n_states_ * nodes_.global_count() + nodes_.first();
    const std::int64_t first_cell = n_states_ * cells_.global_count() + cells_.first();
    file_->write(root + "/Points", first_node, components(nodes, std::mem_fn(&NodeRow::position)));
    file_->write(point_data + "velocity", first_node, components(nodes, std::mem_fn(&NodeRow::velocity)));
    if (asked_for_.contains("displacement"))
      file_->write(point_data + "displacement", first_node, components(nodes, std::mem_fn(&NodeRow::displacement)));
    for (std::size_t f = 0; f < element_field_names.size(); ++f)
      if (has_field(domain_, asked_for_, f))
        file_->write(cell_data + element_field_names[f], first_cell,
                     column<float>(cells, [f](auto& r) { return r.values[f]; }));
    if (asked_for_.contains("stress"))
      file_->write(cell_data + "stress", first_cell, components(stress, [](const auto& s) -> auto& { return s; }));
    file_->write(cell_data + "vtkGhostType", first_cell,
                 column<std::uint8_t>(cells, [](auto& r) { return r.deleted ? hidden_cell : std::uint8_t(0); }));
  });
}

void StatesFile::write_step(double time) {
  const std::int64_t t = n_states_;
  const auto put = [&](const std::string& name, std::int64_t value) {
    file_->write(steps + name, t, std::vector<std::int64_t>{value});
  };
  file_->write(steps + "/Values", t, std::vector<double>{time});
  put("/NumberOfParts", 1);
  put("/PartOffsets", 0);
  put("/PointOffsets", t * nodes_.global_count());
  put("/CellOffsets", 0);
  put("/ConnectivityIdOffsets", 0);
  for (const Field& field : point_fields_) put("/PointDataOffsets/" + field.name, t * nodes_.global_count());
  for (const auto& name : static_point_fields) put("/PointDataOffsets/" + name, 0);
  for (const Field& field : cell_fields_) put("/CellDataOffsets/" + field.name, t * cells_.global_count());
  for (const auto& name : static_cell_fields) put("/CellDataOffsets/" + name, 0);
}

}  // namespace crumple
