#include "tests/support/deck_text.hpp"

#include <sstream>
#include <stdexcept>

namespace crumple::test {

std::vector<long> Grid::nodes(const std::function<bool(const Vec3&)>& choose) const {
  std::vector<long> chosen;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (choose(positions[i])) chosen.push_back(first_node + long(i));
  return chosen;
}

DeckText::DeckText(double end_time, double dt_scale) {
  text_ =
      fmt::format("*KEYWORD\n*CONTROL_TERMINATION\n{:.17g},\n*CONTROL_TIMESTEP\n0,{:.17g}\n*CONTROL_ENERGY\n2,2,2,2\n",
                  end_time, dt_scale);
}

void DeckText::outputs(const std::vector<std::string>& databases, double interval) {
  for (const std::string& name : databases) card("DATABASE_" + name, fmt::format("{:.17g},", interval));
}

int DeckText::solid_part(int material, int hourglass, double coefficient) {
  const int id = ++n_parts_;
  card("SECTION_SOLID", fmt::format("{},{}", id, solid_form_));
  card("HOURGLASS", fmt::format("{},{},{},,{}", id, hourglass, coefficient, viscosity_));
  card("PART", fmt::format("solids {0}\n{0},{0},{1},{2},{0}", id, material, eos_));
  return id;
}

int DeckText::shell_part(int material, double thickness, int n_layers, int hourglass, double coefficient,
                         double shear_factor) {
  const int id = ++n_parts_;
  card("SECTION_SHELL", fmt::format("{},{},{:.17g},{}\n{:.17g},", id, shell_form_, shear_factor, n_layers, thickness));
  card("HOURGLASS", fmt::format("{},{},{},,{}", id, hourglass, coefficient, viscosity_));
  card("PART", fmt::format("shells {0}\n{0},{0},{1},,{0}", id, material));
  return id;
}

long DeckText::node(const Vec3& x) {
  card("NODE", fmt::format("{},{:.17g},{:.17g},{:.17g}", ++n_nodes_, x.x, x.y, x.z));
  return n_nodes_;
}

Grid DeckText::mesh(const std::array<int, 3>& cells, const Vec3& size, const Place& place) {
  Grid grid{cells, n_nodes_ + 1, n_elements_ + 1, {}};
  text_ += "*NODE\n";
  for (int k = 0; k <= cells[2]; ++k)
    for (int j = 0; j <= cells[1]; ++j)
      for (int i = 0; i <= cells[0]; ++i) {
        Vec3 x{size.x * i / cells[0], size.y * j / cells[1], cells[2] > 0 ? size.z * k / cells[2] : 0.0};
        if (place) x = place(x);
        grid.positions.push_back(x);
        text_ += fmt::format("{},{:.17g},{:.17g},{:.17g}\n", ++n_nodes_, x.x, x.y, x.z);
      }
  return grid;
}

Grid DeckText::solids(int part, const std::array<int, 3>& cells, const Vec3& size, const Place& place,
                      const std::vector<std::array<int, 8>>& elements) {
  const Grid grid = mesh(cells, size, place);
  text_ += "*ELEMENT_SOLID\n";
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i)
        for (const std::array<int, 8>& element : elements) {
          text_ += fmt::format("{},{}", ++n_elements_, part);
          for (const int c : element)
            text_ += fmt::format(",{}", grid.node(i + (c % 4 == 1 || c % 4 == 2), j + (c % 4 >= 2), k + c / 4));
          text_ += '\n';
        }
  return grid;
}

Grid DeckText::block(int part, std::array<int, 3> cells, const Vec3& size, const Place& place) {
  return solids(part, cells, size, place, {{0, 1, 2, 3, 4, 5, 6, 7}});
}

Grid DeckText::wedges(int part, std::array<int, 3> cells, const Vec3& size, const Place& place) {
  return solids(part, cells, size, place, {{0, 1, 2, 2, 4, 5, 6, 6}, {0, 2, 3, 3, 4, 6, 7, 7}});
}

namespace {

/// The corners of the six tetrahedra around the diagonal of a cell from the first corner to the opposite one: those
/// between are steps along one axis each. `step`: from node to node.
std::vector<std::array<std::array<int, 3>, 4>> tetrahedra_of_cell(const std::array<int, 3>& first, int step) {
  static constexpr int steps[6][2] = {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {2, 1}, {0, 2}};
  std::vector<std::array<std::array<int, 3>, 4>> all;
  for (const auto& [one, two] : steps) {
    std::array<std::array<int, 3>, 4> corners{first, first, first,
                                              {first[0] + step, first[1] + step, first[2] + step}};
    corners[1][std::size_t(one)] += step;
    corners[2] = corners[1];
    corners[2][std::size_t(two)] += step;
    if ((one + 1) % 3 != two) std::swap(corners[1], corners[2]);  // right-handed
    all.push_back(corners);
  }
  return all;
}

}  // namespace

Grid DeckText::tetrahedra(int part, std::array<int, 3> cells, const Vec3& size, const Place& place) {
  const Grid grid = mesh(cells, size, place);
  text_ += "*ELEMENT_SOLID\n";
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i)
        for (const auto& corners : tetrahedra_of_cell({i, j, k}, 1)) {
          text_ += fmt::format("{},{}", ++n_elements_, part);
          for (const auto& [a, b, c] : corners) text_ += fmt::format(",{}", grid.node(a, b, c));
          for (int rest = 0; rest < 4; ++rest) text_ += fmt::format(",{}", grid.node(i + 1, j + 1, k + 1));
          text_ += '\n';
        }
  return grid;
}

Grid DeckText::quadratic_tetrahedra(int part, std::array<int, 3> cells, const Vec3& size, const Place& place) {
  constexpr int sides[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  const Grid grid = mesh({2 * cells[0], 2 * cells[1], 2 * cells[2]}, size, place);
  text_ += "*ELEMENT_SOLID\n";
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i)
        for (const auto& corners : tetrahedra_of_cell({2 * i, 2 * j, 2 * k}, 2)) {
          text_ += fmt::format("{},{}\n", ++n_elements_, part);
          for (const auto& [a, b, c] : corners) text_ += fmt::format("{},", grid.node(a, b, c));
          for (const auto& [one, two] : sides) {
            const auto &p = corners[std::size_t(one)], &q = corners[std::size_t(two)];
            text_ += fmt::format("{}{}", grid.node((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2),
                                 one == 2 && two == 3 ? '\n' : ',');
          }
        }
  return grid;
}

Grid DeckText::shells(int part, const std::array<int, 2>& cells, const Vec3& size, const Place& place,
                      const std::vector<std::array<int, 4>>& elements) {
  const Grid grid = mesh({cells[0], cells[1], 0}, size, place);
  text_ += "*ELEMENT_SHELL\n";
  for (int j = 0; j < cells[1]; ++j)
    for (int i = 0; i < cells[0]; ++i)
      for (const std::array<int, 4>& element : elements) {
        text_ += fmt::format("{},{}", ++n_elements_, part);
        for (const int c : element) text_ += fmt::format(",{}", grid.node(i + (c == 1 || c == 2), j + c / 2));
        text_ += '\n';
      }
  return grid;
}

Grid DeckText::plate(int part, std::array<int, 2> cells, const Vec3& size, const Place& place) {
  return shells(part, cells, size, place, {{0, 1, 2, 3}});
}

Grid DeckText::triangles(int part, std::array<int, 2> cells, const Vec3& size, const Place& place) {
  return shells(part, cells, size, place, {{0, 1, 2, 2}, {0, 2, 3, 3}});
}

int DeckText::node_set(const std::vector<long>& nodes) {
  if (nodes.empty()) throw std::runtime_error("a test made an empty set of nodes");
  text_ += fmt::format("*SET_NODE_LIST\n{}\n", ++n_sets_);
  for (std::size_t i = 0; i < nodes.size(); ++i) text_ += fmt::format("{}{}", nodes[i], i % 8 == 7 ? "\n" : ",");
  text_ += nodes.size() % 8 ? "0\n" : "";
  return n_sets_;
}

int DeckText::curve(const std::vector<std::pair<double, double>>& points) {
  text_ += fmt::format("*DEFINE_CURVE\n{}\n", ++n_curves_);
  for (const auto& [x, y] : points) text_ += fmt::format("{:.15g},{:.15g}\n", x, y);
  return n_curves_;
}

void DeckText::hold(const std::vector<long>& nodes, const std::string& dofs) {
  std::array<int, 6> flags{};
  std::istringstream names(dofs);
  for (std::string name; names >> name;) flags[std::size_t(name.back() - 'x') + (name.size() > 1 ? 3 : 0)] = 1;
  const int set = node_set(nodes);
  card("BOUNDARY_SPC_SET", fmt::format("{},0,{}", set, fmt::join(flags, ",")));
}

void DeckText::initial_velocity(const std::vector<long>& nodes, const Vec3& v) {
  const int set = node_set(nodes);
  card("INITIAL_VELOCITY", fmt::format("{}\n{:.17g},{:.17g},{:.17g}", set, v.x, v.y, v.z));
}

void DeckText::initial_node_velocity(long node, const Vec3& v, const Vec3& w) {
  card("INITIAL_VELOCITY_NODE",
       fmt::format("{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", node, v.x, v.y, v.z, w.x, w.y, w.z));
}

void DeckText::prescribe_velocity(const std::vector<long>& nodes, int axis, int curve, double scale) {
  const int set = node_set(nodes);
  card("BOUNDARY_PRESCRIBED_MOTION_SET", fmt::format("{},{},0,{},{:.17g}", set, axis, curve, scale));
}

void DeckText::history(const std::vector<long>& nodes) {
  card("DATABASE_HISTORY_NODE_SET", std::to_string(node_set(nodes)));
}

}  // namespace crumple::test
