#include "solver/arc_length.hpp"

#include <cmath>
#include <limits>

#include "solver/secants.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

using Vector = std::vector<double>;
using Method = ArcLength::Method;

/// A way in q and t.
struct Way {
  Vector q;
  double t = 0;
};

/// The constraint of the length: how far an iteration goes along the solution for the load. On root.
class Arc {
 public:
  Arc(const ArcMeasure& measure, const std::vector<std::uint8_t>& kinds, ArcPath& path, double size)
      : measure_(measure), arc_(measure.arc), kinds_(kinds), path_(path), size_(size) {}

  /// Whether the way is more against the last one than along it.
  bool goes_back(const Way& way) const { return !path_.step.empty() && inner(way, {path_.step, path_.duration}) < 0; }

  /// The t by which the way goes on along `by_residual` + t `by_load`; NaN: there is none.
  double find(const Way& way, const Vector& by_residual, const Vector& by_load) {
    if (path_.length == 0) measure_first(by_load);
    const double length = size_ * path_.length;
    const bool is_first = way.q.empty();
    if (!measure_.control.empty()) {
      const double gone = is_first ? 0 : product(measure_.control, way.q);
      return (path_.along * length - gone - product(measure_.control, by_residual)) /
             product(measure_.control, by_load);
    }
    if (!is_first && arc_.method == Method::ramm)
      return -inner(way.q, by_residual) / inner(way.q, by_load);
    Way ahead = is_first ? Way{by_residual, 0} : way;  // where t = 0 leads
    if (!is_first) add(ahead.q, 1, by_residual);
    Way from = ahead;  // the centre of the arc
    double radius = length;
    if (!is_first && arc_.centre != 0) {
      add(from.q, -arc_.centre, predicted_.q);
      from.t -= arc_.centre * predicted_.t;
      radius *= 1 - arc_.centre;
    }
    const double a = inner({by_load, 1}, {by_load, 1}), b = inner({by_load, 1}, from);
    const double root = b * b - a * (inner(from, from) - radius * radius);
    if (!(root >= 0)) return std::numeric_limits<double>::quiet_NaN();
    // both roots are on the arc: the one that goes on in the direction of the way, or at its start of the last one
    const Way last = is_first ? Way{path_.step, path_.duration} : way;
    const double forward = last.q.empty() ? 1 : inner({by_load, 1}, last);
    const double t = (-b + std::copysign(std::sqrt(root), forward)) / a;
    if (is_first) {
      predicted_ = ahead;
      add(predicted_.q, t, by_load);
      predicted_.t += t;
    }
    return t;
  }

 private:
  double inner(const Vector& x, const Vector& y) const { return product_of_translations(x, y, kinds_); }
  double inner(const Way& x, const Way& y) const {
    return inner(x.q, y.q) + path_.load_length * path_.load_length * x.t * y.t;
  }

  /// Of a step of DT0 under load control, unless the deck has it.
  void measure_first(const Vector& by_load) {
    double rate = std::sqrt(inner(by_load, by_load));
    path_.load_length = arc_.load_weight * rate;
    rate *= std::sqrt(1 + arc_.load_weight * arc_.load_weight);
    if (!measure_.control.empty()) {
      const double controlled = product(measure_.control, by_load);
      path_.along = std::copysign(1.0, controlled);
      rate = std::abs(controlled);
    }
    path_.length = arc_.length > 0 ? arc_.length : measure_.first_step * rate;
  }

  const ArcMeasure& measure_;
  const ArcLength& arc_;
  const std::vector<std::uint8_t>& kinds_;
  ArcPath& path_;
  double size_;
  Way predicted_;
};

class ArcIteration {
 public:
  ArcIteration(const World& world, LoadedSystem& system, const NewtonLimits& limits,
            const std::vector<std::uint8_t>& kinds, Vector& total)
      : world_(world), system_(system), limits_(limits), convergence_(world, limits, kinds, total, system.length()) {}

  NewtonResult run(Arc& arc, ArcPath& path, const std::function<void(int, const NewtonNorms&)>& report) {
    NewtonResult result;
    const auto failed = [&](const char* why) {
      result.failure = why;
      return result;
    };
    Way way;
    Vector residual, after;
    system_.set_load(path.time);
    if (!system_.find_residual(residual)) return failed("an element is inverted at the start of the step");
    int since_factors = limits_.iterations;
    for (;;) {
      if (since_factors >= limits_.iterations) {
        if (result.n_factorisations == limits_.factorisations)
          return failed("equilibrium was not found with MAXREF stiffness matrices");
        system_.factor();
        ++result.n_factorisations;
        secants_.clear();
        since_factors = 0;
      }
      const Vector rate = system_.load_rate();
      Vector step, by_load;
      solve(residual, rate, step, by_load);
      const double t = agreed(world_, world_.is_root() ? arc.find(way, step, by_load) : 0);
      if (!std::isfinite(t)) {
        if (since_factors > 0) {
          since_factors = limits_.iterations;
          continue;
        }
        return failed("no state of the length of the arc lies in the direction of the solution");
      }
      add(step, t, by_load);
      Vector before = residual;  // under the load that the step leads to
      add(before, t, rate);
      if (way.q.empty()) way.q.assign(step.size(), 0.0);
      add(way.q, 1, step);
      way.t += t;
      system_.advance(step);
      system_.set_load(path.time + way.t);
      if (!system_.find_residual(after)) return failed("an element is inverted");
      ++result.n_iterations;
      ++since_factors;
      NewtonNorms norms;
      const auto verdict = convergence_.judge(step, before, after, norms);
      report(result.n_iterations, norms);
      if (verdict == Convergence::Verdict::converged) {
        if (agreed(world_, world_.is_root() && arc.goes_back(way)) != 0)
          return failed("the step leads back along the path, which turns within its length");
        result.has_converged = true;
        path.time += way.t;
        path.duration = way.t;
        path.step = std::move(way.q);
        return result;
      }
      // the change of the internal forces along the step: both residuals are under the same load
      const bool is_updated = world_.is_root() && secants_.take(step, 1, before, after);
      if (verdict == Convergence::Verdict::diverging || agreed(world_, is_updated) == 0)
        since_factors = limits_.iterations;
      residual = after;
    }
  }

 private:
  /// The updated tangent's solutions of the residual and of the rate of the load.
  void solve(const Vector& residual, const Vector& rate, Vector& by_residual, Vector& by_load) {
    by_residual = residual;
    by_load = rate;
    secants_.before_solution(by_residual);
    secants_.before_solution(by_load);
    Vector both = by_residual;
    both.insert(both.end(), by_load.begin(), by_load.end());
    system_.solve(both, 2);
    const auto middle = both.begin() + std::ptrdiff_t(by_load.size());
    by_residual.assign(both.begin(), middle);
    by_load.assign(middle, both.end());
    secants_.after_solution(by_residual);
    secants_.after_solution(by_load);
  }

  const World& world_;
  LoadedSystem& system_;
  const NewtonLimits& limits_;
  Convergence convergence_;
  Secants secants_;
};

}  // namespace

NewtonResult solve_arc(const World& world, LoadedSystem& system, const NewtonLimits& limits, const ArcMeasure& measure,
                       double size, const std::vector<std::uint8_t>& kinds, std::vector<double>& before, ArcPath& path,
                       const std::function<void(int iteration, const NewtonNorms&)>& report) {
  try {
    Arc arc(measure, kinds, path, size);
    return ArcIteration(world, system, limits, kinds, before).run(arc, path, report);
  } catch (const SingularMatrix& error) {
    return {.failure = error.what()};
  }
}

}  // namespace crumple
