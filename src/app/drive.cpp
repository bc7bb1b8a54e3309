#include "app/drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "app/drive_deck.hpp"
#include "app/isa.hpp"
#include "app/options.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "physics/elements/elements.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/cut_model.hpp"

namespace crumple {
namespace {

/// Logarithmic strains along x, y, z and the engineering shear xy, in which y moves along x.
struct Strain {
  std::array<double, 3> normal{};
  double shear = 0;
};

Strain scaled(const Strain& strain, double by) {
  return {{by * strain.normal[0], by * strain.normal[1], by * strain.normal[2]}, by * strain.shear};
}

/// What a path prescribes for a driven strain of 1. Directions in `free` strain as their stress stays 0.
struct Path {
  Strain driven;
  std::array<bool, 3> free{};
};
Path path_of(std::string_view name) {
  if (name == "tension") return {{{1, 0, 0}, 0}, {false, true, true}};
  if (name == "strain") return {{{1, 0, 0}, 0}};
  if (name == "plane") return {{{1, 0, 0}, 0}, {false, false, true}};
  if (name == "shear") return {{{0, 0, 0}, 1}};
  if (name == "biaxial") return {{{1, 1, 0}, 0}, {false, false, true}};
  return {{{1, 1, 1}, 0}};  // volume
}

/// Mean over the points of an element.
struct Answer {
  std::array<double, 6> stress{};  ///< xx, yy, zz, xy, yz, zx [force/area]
  double plastic_strain = 0;
};

/// Elements that are strained alike, step by step.
class Specimen {
 public:
  Specimen(const Domain& domain, const kernels::KernelTable& kernels, Precision precision)
      : nodes_(make_node_state(domain.model.nodes)),
        start_(nodes_.count()),
        elements_(make_elements(domain, kernels, precision, nodes_, nodes_.mass)) {
    for (Index n = 0; n < nodes_.count(); ++n) start_[std::size_t(n)] = row(nodes_.position, n);
    before_ = start_;
    find_first_steps(elements_, nodes_);
    keep();
  }

  /// The answer at `strain` after a step from where `keep` was last called.
  Answer at(const Strain& strain, double time, double dt) {
    family().restore_history();
    for (Index n = 0; n < nodes_.count(); ++n) {
      const Vec3 x = moved(start_[std::size_t(n)], strain);
      set_row(nodes_.velocity, n, (1 / dt) * (x - before_[std::size_t(n)]));
      set_row(nodes_.position, n, x);
      clear_row(nodes_.force, n);
      clear_row(nodes_.moment, n);
    }
    const auto begin = std::chrono::steady_clock::now();
    add_element_forces(elements_, {.side = Side::interior, .time = time, .dt = dt}, nodes_);
    seconds_ += seconds_since(begin);
    ++calls_;
    return answer();
  }
  void keep() {
    family().keep_history();
    for (Index n = 0; n < nodes_.count(); ++n) before_[std::size_t(n)] = row(nodes_.position, n);
  }
  bool is_deleted() const { return family().facts(0).stable_step >= no_step_limit; }
  bool is_shell() const { return family().kind() == SectionKind::shell; }
  std::uint64_t hash() const { return family().hash(); }
  double ns_per_element() const { return 1e9 * seconds_ / double(calls_) / double(family().count()); }
  std::int64_t calls() const { return calls_; }

 private:
  ElementFamily& family() const {
    for (const auto& family : elements_.families)
      if (family->count() > 0) return *family;
    throw Error("internal error: a driver without an element");
  }
  Answer answer() const {
    Answer mean;
    const ElementStress stress = family().stress(0);
    for (const PointStress& point : stress.points) {
      for (std::size_t c = 0; c < 6; ++c) mean.stress[c] += point.stress[c] / double(stress.points.size());
      mean.plastic_strain += point.plastic_strain / double(stress.points.size());
    }
    return mean;
  }
  static Vec3 moved(const Vec3& x, const Strain& strain) {
    const double corner = drive_distance * std::floor(x.x / drive_distance + 0.5);
    const auto stretch = [&strain](int axis) { return same_bits::exp(strain.normal[axis]); };
    return {corner + stretch(0) * (x.x - corner) + strain.shear * x.y, stretch(1) * x.y, stretch(2) * x.z};
  }

  NodeState nodes_;
  std::vector<Vec3> start_, before_;  ///< [node] at t = 0, at the end of the step before [length]
  Elements elements_;
  double seconds_ = 0;
  std::int64_t calls_ = 0;
};

/// Follows a path: finds the free strains of each step by Newton's method, with tangents by differences.
class Driver {
 public:
  Driver(const Path& path, Specimen& specimen, double tolerance) : specimen_(specimen), tolerance_(tolerance) {
    for (std::size_t c = 1; c < 3; ++c)
      if (path.free[c] && !(specimen.is_shell() && c == 2)) free_.push_back(c);
  }

  /// Nothing where no equilibrium is found; strain() is then that of the last trial.
  std::optional<Answer> step(const Strain& increment, double size, double dt) {
    Strain next = strain_;
    for (std::size_t c = 0; c < 3; ++c) next.normal[c] += increment.normal[c];
    next.shear += increment.shear;
    for (const std::size_t c : free_) next.normal[c] = strain_.normal[c] + last_[c];
    time_ += dt;
    std::optional<Answer> found = free_.empty() ? specimen_.at(next, time_, dt) : balance(next, size, dt);
    for (const std::size_t c : free_) last_[c] = next.normal[c] - strain_.normal[c];
    strain_ = next;
    specimen_.keep();
    return found;
  }
  double time() const { return time_; }
  const Strain& strain() const { return strain_; }

 private:
  std::optional<Answer> balance(Strain& next, double size, double dt) {
    constexpr int most = 60;
    const double h = 0.01 * size;
    for (int iteration = 0; iteration < most; ++iteration) {
      const Answer here = specimen_.at(next, time_, dt);
      if (specimen_.is_deleted()) return here;
      std::array<std::array<double, 3>, 3> tangent{};
      double stiffest = 0;
      for (const std::size_t c : free_) {
        Strain other = next;
        other.normal[c] += h;
        const Answer there = specimen_.at(other, time_, dt);
        for (const std::size_t r : free_) tangent[r][c] = (there.stress[r] - here.stress[r]) / h;
        stiffest = std::max(stiffest, std::fabs(tangent[c][c]));
      }
      double rest = 0, largest = stiffest * size;
      for (const std::size_t c : free_) rest = std::max(rest, std::fabs(here.stress[c]));
      for (const double s : here.stress) largest = std::max(largest, std::fabs(s));
      if (rest <= tolerance_ * largest) return specimen_.at(next, time_, dt);
      correct(next, here, tangent, 2 * size);
    }
    return std::nullopt;
  }
  /// The Newton step, no component of it greater than `most`.
  void correct(Strain& next, const Answer& here, const std::array<std::array<double, 3>, 3>& k, double most) const {
    const std::size_t a = free_.front(), b = free_.back();
    std::array<double, 3> change{};
    if (a == b) {
      change[a] = -here.stress[a] / k[a][a];
    } else {
      const double determinant = k[a][a] * k[b][b] - k[a][b] * k[b][a];
      change[a] = (-here.stress[a] * k[b][b] + here.stress[b] * k[a][b]) / determinant;
      change[b] = (-here.stress[b] * k[a][a] + here.stress[a] * k[b][a]) / determinant;
    }
    for (const std::size_t c : free_)
      next.normal[c] += std::isfinite(change[c]) ? std::clamp(change[c], -most, most) : most;
  }

  Specimen& specimen_;
  double tolerance_;
  std::vector<std::size_t> free_;  ///< directions
  std::array<double, 3> last_{};   ///< their last increments
  Strain strain_;
  double time_ = 0;
};

std::string csv_row(double rate, const Driver& driver, const Answer& answer, bool is_shell) {
  const auto& [normal, shear] = driver.strain();
  std::string text = fmt::format("{},{:.9g},{:.9g},{:.9g},{},{:.9g}", rate, driver.time(), normal[0], normal[1],
                                 is_shell ? "" : fmt::format("{:.9g}", normal[2]), shear);
  for (const double s : answer.stress) text += fmt::format(",{:.9g}", s);
  return text + fmt::format(",{:.9g}\n", answer.plastic_strain);
}

/// One rate: rows of the file, and a line for the terminal.
std::string drive(const DriveOptions& options, const Path& path, double rate, Specimen& specimen, double tolerance,
                  std::string& rows) {
  Driver driver(path, specimen, tolerance);
  double from = 0;
  Answer last;
  for (const double to : options.strains) {
    const double step = (to - from) / options.steps;
    const Strain increment = scaled(path.driven, step);
    for (int n = 0; n < options.steps && step != 0; ++n) {
      const std::optional<Answer> answer = driver.step(increment, std::fabs(step), std::fabs(step) / rate);
      if (specimen.is_deleted()) return fmt::format("the element is deleted at {:.6g}", from + (n + 1) * step);
      if (!answer)
        throw Error(fmt::format("drive: at strain {:.6g} no strains are found for which the free stresses are 0: take "
                                "more steps=",
                                from + (n + 1) * step));
      last = *answer;
      rows += csv_row(rate, driver, last, specimen.is_shell());
    }
    from = to;
  }
  return fmt::format("xx {:.6E}  yy {:.6E}  zz {:.6E}  xy {:.6E}", last.stress[0], last.stress[1], last.stress[2],
                     last.stress[3]);
}

Domain domain_of(const DriveOptions& options) {
  double length = 0, from = 0;
  for (const double to : options.strains) length += std::fabs(to - from), from = to;
  const Model model = drive_model(options, length / *std::ranges::min_element(options.rates));
  Partition partition;
  partition.rank.assign(model.n_elements(), 0);
  return ModelCutter(model, partition, choose_quanta(model)).piece(0);
}

}  // namespace

void drive_material(const World& world, const Options& options) {
  if (world.size() > 1) throw Error("drive: one process drives one element: start it without mpirun");
  if (options.device != "none") throw Error("drive: a single element is computed on the CPU, expected device=none");
  const DriveOptions& wanted = options.drive;
  const Path path = path_of(wanted.path);
  if (wanted.of_shells() && wanted.path == "volume")
    throw Error("path=volume is for solids: shells strain through the thickness as their stress asks");
  const kernels::KernelTable& kernels = choose_kernels(options.isa);
  const bool in_double = options.precision == "double";
  if (!in_double) flush_denormals();
  const Domain domain = domain_of(wanted);
  std::string rows = "rate,time,e_xx,e_yy,e_zz,g_xy,s_xx,s_yy,s_zz,s_xy,s_yz,s_zx,plastic_strain\n";
  fmt::print("{} to {}, {}, {} precision, {}\n", wanted.path, fmt::join(wanted.strains, ", "), wanted.form,
             in_double ? "double" : "single", kernels.isa);
  for (const double rate : wanted.rates) {
    Specimen specimen(domain, kernels, in_double ? Precision::double_precision : Precision::single_precision);
    const std::string said = drive(wanted, path, rate, specimen, in_double ? 1e-8 : 1e-4, rows);
    fmt::print("rate {}: {}\n  {} of the kernel, {:.1f} ns per element; state_hash {:016x}\n", rate, said,
               counted(specimen.calls(), "call"), specimen.ns_per_element(), specimen.hash());
  }
  const std::filesystem::path folder = options.output.empty() ? "." : options.output;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!(std::ofstream(folder / "drive.csv") << rows))
    throw Error(fmt::format("{}: cannot be written", (folder / "drive.csv").string()));
}

}  // namespace crumple
