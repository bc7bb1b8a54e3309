// A body in white in its first mode: explicit vibration that begins with the shape of that mode. Units mm, ms, kg, GPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <numeric>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_body {
namespace {

/// Removes the blocks of keywords that begin so.
std::string without(std::string deck, const std::string& keyword) {
  for (std::size_t at = 0; (at = deck.find("\n*" + keyword, at)) != std::string::npos;)
    deck.erase(at, deck.find("\n*", at + 1) - at);
  return deck;
}

/// The welded body on its supports, without loads and analysis, with these cards.
std::string body_with(const std::string& cards) {
  std::ifstream file(generated("body-buckling", "--elements 10000"));
  std::string deck{std::istreambuf_iterator<char>(file), {}};
  for (const char* keyword : {"CONTROL_IMPLICIT", "CONTROL_TERMINATION", "LOAD_NODE_SET", "DATABASE_"})
    deck = without(deck, keyword);
  return deck.insert(deck.rfind("*END"), cards);
}

std::vector<long> node_ids(const std::string& deck) {
  std::istringstream lines(deck.substr(deck.find("\n*NODE\n") + 7));
  std::vector<long> ids;
  for (std::string line; std::getline(lines, line) && line[0] != '*';)
    if (line[0] != '$') ids.push_back(std::stol(line.substr(0, 8)));
  std::ranges::sort(ids);
  return ids;
}

struct Shell {
  std::array<std::size_t, 4> nodes;  ///< indices among all nodes by id
  double thickness = 0;
};

std::vector<Shell> shells_of(const std::string& deck, const std::vector<long>& ids, const State& state) {
  std::istringstream lines(deck.substr(deck.find("\n*ELEMENT_SHELL\n") + 16));
  std::vector<Shell> shells;
  for (std::string line; std::getline(lines, line) && line[0] != '*';) {
    if (line[0] == '$') continue;
    Shell shell;
    for (std::size_t c = 0; c < 4; ++c) {
      const long id = std::stol(line.substr(16 + 8 * c, 8));
      shell.nodes[c] = std::size_t(std::ranges::lower_bound(ids, id) - ids.begin());
    }
    shell.thickness = state.thickness.at(shells.size());
    shells.push_back(shell);
  }
  return shells;
}

/// The frequency of a mode, the places of nodes at rest and in its shape.
struct Mode {
  double frequency = 0;
  std::vector<Vec3> rest, shape;  ///< [node] the largest of a shape is 1
};

Vec3 vector_of(const std::array<float, 3>& x) { return {double(x[0]), double(x[1]), double(x[2])}; }

/// Its drilling stiffness is small, as explicit shells have none.
Mode first_mode(const State& at_rest) {
  const auto run = completed(run_deck(
      body_with("*CONTROL_TERMINATION\n1.0\n*CONTROL_IMPLICIT_GENERAL\n1,1.0\n*CONTROL_IMPLICIT_EIGENVALUE\n2,\n"
                "*CONTROL_IMPLICIT_SOLVER\n7,,,,,0.01\n*DATABASE_BINARY_D3PLOT\n1.0\n"),
      1, "precision=double"));
  const State state = read_states(run.folder).front();
  Mode mode{state.time, {}, {}};
  double most = 0;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    mode.rest.push_back(vector_of(at_rest.position[i]));
    mode.shape.push_back(vector_of(state.position[i]) - mode.rest.back());
    most = std::max(most, norm(mode.shape.back()));
  }
  for (Vec3& way : mode.shape) way *= 1 / most;
  return mode;
}

/// By Rayleigh's quotient (1877) with the rotational inertia m (A + t^2) / 12 of explicit shells, which modes lack:
/// what it makes of the frequency.
double factor_of_rotational_inertia(const Mode& mode, const std::vector<Shell>& shells) {
  double translational = 0, rotational = 0;
  for (const Shell& shell : shells) {
    const auto normal = [&](double amplitude) {
      std::array<Vec3, 4> x;
      for (std::size_t c = 0; c < 4; ++c)
        x[c] = mode.rest[shell.nodes[c]] + amplitude * mode.shape[shell.nodes[c]];
      return cross(x[2] - x[0], x[3] - x[1]);
    };
    constexpr double small = 1e-3;  // of an angle
    const Vec3 at_rest = normal(0), turned = normal(small);
    const double area = 0.5 * norm(at_rest), mass = area * shell.thickness;  // all sheets have one density
    const Vec3 turn = (1 / small) * (normalized(turned) - normalized(at_rest));
    rotational += mass * (area + shell.thickness * shell.thickness) / 12 * dot(turn, turn);
    for (const std::size_t node : shell.nodes) translational += mass / 4 * dot(mode.shape[node], mode.shape[node]);
  }
  return 1 / std::sqrt(1 + rotational / translational);
}

TEST(ImplicitBody, VibratesInItsFirstMode) {
  verifies({"13.76", "body in white of 10,000 elements that is let go with the shape of its first mode as velocities",
            "independent code: the explicit vibration",
            "a quarter of a period; the mode is corrected by Rayleigh's quotient for the rotational inertia of "
            "explicit shells. Gate: the quotient is of first order, and the mode has a small drilling stiffness"});
  const auto rest = completed(run_deck(body_with("*CONTROL_TERMINATION\n0.001\n*DATABASE_BINARY_D3PLOT\n1.0\n"), 1,
                                       "precision=double"));
  const std::string plain = body_with("");
  const State at_rest = read_states(rest.folder).front();
  const Mode mode = first_mode(at_rest);
  const std::vector<long> ids = node_ids(plain);
  ASSERT_EQ(ids.size(), mode.shape.size());
  const double quarter = 0.25 / mode.frequency;
  constexpr double amplitude = 0.01;  // a seventieth of the thinnest sheet
  std::vector<std::size_t> moving(ids.size());
  std::iota(moving.begin(), moving.end(), std::size_t(0));
  std::ranges::sort(moving, std::greater(), [&](std::size_t i) { return norm(mode.shape[i]); });
  moving.resize(40);
  std::string cards = fmt::format("*CONTROL_TERMINATION\n{}\n*DATABASE_NODOUT\n{}\n*DATABASE_HISTORY_NODE\n",
                                  1.1 * quarter, quarter / 100);
  for (const std::size_t i : moving) cards += fmt::format("{}\n", ids[i]);
  cards += "*INITIAL_VELOCITY_NODE\n";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Vec3 v = 2 * std::numbers::pi * mode.frequency * amplitude * mode.shape[i];
    cards += fmt::format("{},{:.9g},{:.9g},{:.9g}\n", ids[i], v.x, v.y, v.z);
  }
  const auto run = completed(run_deck(body_with(cards), 1, "precision=double"));
  const auto nodes = run.nodes();
  double before = 0, turning = 0, last_time = 0;
  for (std::size_t k = 0; k < nodes.begin()->second.size() && turning == 0; ++k) {
    double speed = 0;
    for (const std::size_t i : moving) {
      const auto& v = nodes.at(ids[i]).at(k).velocity;
      speed += dot(mode.shape[i], Vec3{v[0], v[1], v[2]});
    }
    const double time = nodes.begin()->second.at(k).time;
    if (before > 0 && speed <= 0) turning = time - (time - last_time) * speed / (speed - before);
    before = speed;
    last_time = time;
  }
  expect_within("frequency [1/ms]", mode.frequency * factor_of_rotational_inertia(mode, shells_of(plain, ids, at_rest)),
                0.25 / turning, 0.01);
}

}  // namespace
}  // namespace crumple::test::implicit_body
