// The arc length method of nonlinear statics: structures that snap through and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::arc_length {
namespace {

/// A state of a path: the load and two displacements.
struct State {
  double load = 0, u = 0, v = 0;
};

// Lee's frame: two legs that stand on hinges and meet at a right angle, with a load on the upper one beside the corner.
constexpr double leg = 120, load_at = 24, frame_young = 720, width = 3, depth = 2, poisson = 0.3;

/// Its theory: the shearable, extensible beam of Reissner (1972) in a plane, whose ordinary differential equations are
/// integrated along both legs from the first hinge by the Runge-Kutta method.
class FrameTheory {
 public:
  /// Rotation at the first hinge, the force of the hinge, and the load; in units in which all are of order 1.
  using Unknowns = std::array<double, 4>;
  static constexpr Unknowns units = {1, 20, 20, 20};

  /// How far the other end is from its hinge, and its moment, and the state at the load.
  std::pair<std::array<double, 3>, State> shoot(const Unknowns& z) const {
    const double along = z[1] * units[1], across = z[2] * units[2], load = z[3] * units[3];
    Point at{0, 0, z[0], 0};
    advance(at, leg, 0.5 * M_PI, along, across);
    advance(at, load_at, 0, along, across);
    const State state{load, at[0] - load_at, at[1] - leg};
    advance(at, leg - load_at, 0, along, across + load);
    return {{at[0] - leg, at[1] - leg, 1e-3 * at[3]}, state};
  }

  /// The path from the unloaded frame until the load has sunk by `depth`, in steps so short that Newton's method never
  /// leaves it.
  std::vector<State> path(double sunk) const {
    std::vector<State> all(1);
    Unknowns z{}, tangent{0, 0, 0, 1};
    double step = 0.02;
    tangent = solved(matrix(z, tangent), {0, 0, 0, 1});
    scale(tangent);
    while (all.back().v > -sunk && step > 1e-7) {
      Unknowns trial;
      for (std::size_t i = 0; i < 4; ++i) trial[i] = z[i] + step * tangent[i];
      bool has_converged = false;
      int n = 0;
      for (; n < 8 && !has_converged; ++n) {
        const auto miss = shoot(trial).first;
        double ahead = -step;
        for (std::size_t i = 0; i < 4; ++i) ahead += tangent[i] * (trial[i] - z[i]);
        const Unknowns change = solved(matrix(trial, tangent), {-miss[0], -miss[1], -miss[2], -ahead});
        double most = 0, gone = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          trial[i] += change[i];
          most = std::max(most, std::abs(change[i]));
          gone = std::max(gone, std::abs(trial[i] - z[i]));
        }
        if (gone > 2 * step) break;
        has_converged = most < 1e-10;
      }
      Unknowns next{};
      double cosine = 0;
      if (has_converged) {
        next = solved(matrix(trial, tangent), {0, 0, 0, 1});
        scale(next);
        for (std::size_t i = 0; i < 4; ++i) cosine += next[i] * tangent[i];
      }
      if (cosine < 0.9) {
        step *= 0.5;
        continue;
      }
      z = trial;
      tangent = next;
      all.push_back(shoot(z).second);
      if (n <= 4) step = std::min(1.3 * step, 0.05);
    }
    return all;
  }

 private:
  using Point = std::array<double, 4>;  ///< x, y, rotation, moment
  using Matrix = std::array<std::array<double, 5>, 4>;

  /// Along a leg of that angle, under a force at its section.
  static void advance(Point& at, double length, double angle, double fx, double fy) {
    constexpr double stretch = frame_young * width * depth, bend = stretch * depth * depth / 12;
    constexpr double shear = stretch / (2 * (1 + poisson)) * 5 / 6;
    const auto rate = [&](const Point& s) {
      const double c = std::cos(angle + s[2]), sine = std::sin(angle + s[2]);
      const double along = 1 + (fx * c + fy * sine) / stretch, across = (-fx * sine + fy * c) / shear;
      const double dx = along * c - across * sine, dy = along * sine + across * c;
      return Point{dx, dy, s[3] / bend, dy * fx - dx * fy};
    };
    const int n = int(std::lround(length / 0.6));
    const double h = length / n;
    const auto moved = [](Point s, double by, const Point& r) {
      for (std::size_t i = 0; i < 4; ++i) s[i] += by * r[i];
      return s;
    };
    for (int k = 0; k < n; ++k) {
      const Point r1 = rate(at), r2 = rate(moved(at, h / 2, r1)), r3 = rate(moved(at, h / 2, r2));
      const Point r4 = rate(moved(at, h, r3));
      for (std::size_t i = 0; i < 4; ++i) at[i] += h / 6 * (r1[i] + 2 * r2[i] + 2 * r3[i] + r4[i]);
    }
  }

  /// Derivatives of the three conditions, and a row.
  Matrix matrix(const Unknowns& z, const Unknowns& row) const {
    constexpr double small = 1e-6;
    Matrix m{};
    for (std::size_t j = 0; j < 4; ++j) {
      Unknowns up = z, down = z;
      up[j] += small;
      down[j] -= small;
      const auto above = shoot(up).first, below = shoot(down).first;
      for (std::size_t i = 0; i < 3; ++i) m[i][j] = (above[i] - below[i]) / (2 * small);
      m[3][j] = row[j];
    }
    return m;
  }
  /// By elimination with pivots.
  static Unknowns solved(Matrix m, const Unknowns& right) {
    for (std::size_t i = 0; i < 4; ++i) m[i][4] = right[i];
    for (std::size_t k = 0; k < 4; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k; i < 4; ++i)
        if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
      std::swap(m[k], m[pivot]);
      for (std::size_t i = 0; i < 4; ++i)
        if (const double factor = i == k ? 0 : m[i][k] / m[k][k]; factor != 0)
          for (std::size_t j = k; j < 5; ++j) m[i][j] -= factor * m[k][j];
    }
    return {m[0][4] / m[0][0], m[1][4] / m[1][1], m[2][4] / m[2][2], m[3][4] / m[3][3]};
  }
  static void scale(Unknowns& z) {
    double sum = 0;
    for (const double x : z) sum += x * x;
    for (double& x : z) x /= std::sqrt(sum);
  }
};

/// Beams of ELFORM 1 or 2, n on a leg.
DeckText frame(int form, int n) {
  DeckText deck(5);
  deck.card("CONTROL_TERMINATION", "5,200");
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "6,1,20,1e-4,1e-4,1e-3\n2,\n0,0,0,1");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,6,2,,0.5");
  deck.card("MAT_ELASTIC", fmt::format("1,1e-3,{},{}", frame_young, poisson));
  const double area = width * depth, in_plane = area * depth * depth / 12, out = area * width * width / 12;
  if (form == 1) deck.card("SECTION_BEAM", fmt::format("1,1,0.8333333,2,0\n{},{},{},{}", depth, depth, width, width));
  else deck.card("SECTION_BEAM", fmt::format("1,2\n{},{},{},{}", area, out, in_plane, in_plane + out));
  deck.card("PART", "frame\n1,1,1");
  std::vector<long> nodes;
  for (int k = 0; k <= 2 * n; ++k) {
    const double s = leg * k / n;
    nodes.push_back(deck.node({std::max(0.0, s - leg), std::min(leg, s), 0}));
  }
  const long third = deck.node({-50, 200, 0});
  std::string beams;
  for (int k = 0; k < 2 * n; ++k) {
    const std::size_t at = std::size_t(k);
    beams += fmt::format("{},1,{},{},{}\n", k + 1, nodes[at], nodes[at + 1], third);
  }
  deck.card("ELEMENT_BEAM", beams + "$");
  deck.hold(nodes, "z rx ry");
  deck.hold({nodes.front(), nodes.back()}, "x y");
  const long loaded = nodes[std::size_t(n + std::lround(n * load_at / leg))];
  deck.card("LOAD_NODE_POINT", fmt::format("{},2,{},-1", loaded, deck.curve({{0, 0}, {1, 1}})));
  deck.history({loaded});
  deck.outputs({"NODOUT"}, 1);
  return deck;
}

std::vector<State> path_of(const Run& run, int u = 0, int v = 1) {
  std::vector<State> states;
  const auto all = run.nodes();
  for (const NodeRecord& record : all.begin()->second)
    states.push_back({record.time, record.displacement[u], record.displacement[v]});
  return states;
}

/// The first local extreme of a quantity from a state on, by a parabola over the way in u and v; and where it is.
std::pair<double, std::size_t> turn(const std::vector<State>& path, double State::*of, std::size_t from) {
  for (std::size_t k = from + 1; k + 1 < path.size(); ++k) {
    const double a = path[k - 1].*of, b = path[k].*of, c = path[k + 1].*of;
    if ((b - a) * (c - b) > 0) continue;
    const auto way = [&](std::size_t i) { return std::hypot(path[i + 1].u - path[i].u, path[i + 1].v - path[i].v); };
    const double p = way(k - 1), q = way(k);  // the parabola b + m s + n s^2 through s = -p, 0, q
    const double n = ((c - b) / q - (b - a) / p) / (p + q), m = (b - a) / p + n * p;
    return {b - m * m / (4 * n), k};
  }
  return {std::nan(""), from};
}

/// Of a state from the line between two of the theory, in the largest load and lengths of a leg.
double distance(const State& state, const State& a, const State& b) {
  const auto place = [](const State& s) { return Vec3{s.load / 1.85, s.u / leg, s.v / leg}; };
  const Vec3 along = place(b) - place(a), from = place(state) - place(a);
  return norm(from - std::clamp(dot(from, along) / dot(along, along), 0.0, 1.0) * along);
}

TEST(ArcLength, LeesFrame) {
  verifies({"13.34", "Lee's frame, 60 beams: two hinged legs of 120 under a load beside their corner, which snaps "
            "through and back",
            "closed form: differential equations of the beam of Reissner (1972), integrated by the Runge-Kutta method",
            "mesh; turns of the path are those of a parabola through three steps"});
  const std::vector<State> theory = FrameTheory().path(90);
  ASSERT_LT(theory.back().v, -90);
  for (const int form : {1, 2}) {
    const auto run = run_deck(frame(form, 30).str(), form, "precision=double");
    ASSERT_EQ(run.status, 0) << run.text;
    const std::vector<State> path = path_of(run);
    const auto compare = [&](const std::string& what, double State::*of, std::size_t& mine, std::size_t& other) {
      const auto [expected, at_other] = turn(theory, of, other);
      const auto [reached, at_mine] = turn(path, of, mine);
      expect_within(fmt::format("ELFORM {}, {}", form, what), reached, expected, 0.01);
      mine = at_mine;
      other = at_other;
    };
    std::size_t mine = 0, other = 0;
    compare("first limit of the load [force]", &State::load, mine, other);
    compare("way of the load before it rises [length]", &State::v, mine, other);
    compare("way before it sinks on [length]", &State::v, mine, other);
    compare("second limit of the load [force]", &State::load, mine, other);
    double furthest = 0;
    for (const State& state : path) {
      if (state.v < -85) break;  // up to where the theory's path is known well
      double least = 1;
      for (std::size_t k = 1; k < theory.size(); ++k)
        least = std::min(least, distance(state, theory[k - 1], theory[k]));
      furthest = std::max(furthest, least);
    }
    expect_below(fmt::format("ELFORM {}, furthest from the path, in loads of 1.85 and lengths of 120", form), furthest,
                 0.01);
  }
}

/// A quarter of a cylindrical roof, its straight edges on hinges, its curved ones free, its middle pushed down by a
/// force, or by a displacement of 30. Time 1 is the force 3000 on the whole.
DeckText roof(int form, bool is_pushed) {
  constexpr double thickness = 12.7, radius = 2540, half_length = 254, half_angle = 0.1;
  constexpr int n = 8;
  DeckText deck(1);
  deck.card("CONTROL_TERMINATION", "1,60");
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{}", is_pushed ? 0.025 : 0.05));
  deck.card("CONTROL_IMPLICIT_SOLUTION",
            is_pushed ? "12,1,30,1e-5,1e-5,1e-4" : "12,1,20,1e-5,1e-5,1e-4\n2,\n0,0,0,3");
  deck.card("CONTROL_IMPLICIT_AUTO", is_pushed ? "0," : "1,6,2,,0.1");
  deck.card("MAT_ELASTIC", "1,1e-3,3102.75,0.3");
  deck.shell_form(form);
  const Grid sheet = deck.plate(deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4), {n, n}, {1, half_length, 0},
                                [](const Vec3& x) {
                                  const double angle = half_angle * x.x;
                                  return Vec3{radius * std::sin(angle), x.y, radius * (std::cos(angle) - 1)};
                                });
  const auto edge = [&](int axis, bool is_last) {
    std::vector<long> nodes;
    for (int k = 0; k <= n; ++k) nodes.push_back(axis == 0 ? sheet.node(is_last ? n : 0, k) : sheet.node(k, 0));
    return nodes;
  };
  deck.hold(edge(0, true), "x y z");
  deck.hold(edge(0, false), "x ry rz");
  deck.hold(edge(1, false), "y rx rz");
  const long middle = sheet.node(0, 0);
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  if (is_pushed) deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},3,2,{},-30", middle, ramp));
  else deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-750", middle, ramp));
  deck.history({middle});
  deck.outputs({"NODOUT", "BNDOUT"}, is_pushed ? 0.05 : 1);
  return deck;
}

/// Between the states on both sides of a value of `of`, the first time.
double at(const std::vector<State>& path, double State::*of, double value, double State::*wanted) {
  for (std::size_t k = 1; k < path.size(); ++k) {
    const double a = path[k - 1].*of - value, b = path[k].*of - value;
    if (a * b <= 0 && a != b) return path[k - 1].*wanted + a / (a - b) * (path[k].*wanted - path[k - 1].*wanted);
  }
  return std::nan("");
}

TEST(ArcLength, HingedRoof) {
  verifies({"13.35", "cylindrical roof on hinges, 8 x 8 shells on a quarter, under a force in its middle up to where "
            "it snaps",
            "published code: PENGoLINS, hinged_cylin_iso.py, w_ref; Sze, Liu and Lo (2004)",
            "mesh, and a straight line between steps"});
  constexpr std::array<std::array<double, 2>, 9> reference = {
      {{0.0877, 0.693}, {0.1980, 1.638}, {0.3473, 3.087}, {0.4686, 4.477}, {0.5647, 5.802}, {0.6381, 7.057},
       {0.6908, 8.237}, {0.7246, 9.339}, {0.7412, 10.358}}};
  for (const int form : {2, 16}) {
    const auto run = run_deck(roof(form, false).str(), 1, "precision=double");
    ASSERT_EQ(run.status, 0) << run.text;
    const std::vector<State> path = path_of(run, 0, 2);
    for (const auto& [load, way] : reference)
      expect_within(fmt::format("ELFORM {}, load at a way of {} [3000]", form, way),
                    at(path, &State::v, -way, &State::load), load, 0.015);
  }
}

TEST(ArcLength, SnapOfARoof) {
  verifies({"13.36", "the same roof where it snaps: the force by the arc length method, and that of a run that pushes "
            "its middle down",
            "closed form: one equilibrium for each place of the middle", "a straight line between steps"});
  const auto by_arc = run_deck(roof(16, false).str(), 1, "precision=double");
  const auto pushed = run_deck(roof(16, true).str(), 2, "precision=double");
  ASSERT_EQ(by_arc.status, 0) << by_arc.text;
  ASSERT_EQ(pushed.status, 0) << pushed.text;
  const std::vector<State> path = path_of(by_arc, 0, 2);
  std::istringstream text(pushed.file("bndout"));
  double time = 0, checked = 0;
  for (std::string line; std::getline(text, line);) {
    if (const auto place = line.find("t="); place != std::string::npos) time = std::stod(line.substr(place + 2));
    const auto total = line.find("ztotal=");
    if (total == std::string::npos || 30 * time < 5 || 30 * time > 25) continue;
    expect_near("force over the pushed one, of 3000", at(path, &State::v, -30 * time, &State::load),
                -std::stod(line.substr(total + 7)) / 750, 0.005);
    ++checked;
  }
  EXPECT_GT(checked, 10);
}

}  // namespace
}  // namespace crumple::test::arc_length
