#include "solver/spectrum.hpp"

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

/// How far from an eigenvalue the spectrum may be cut or counted, of its size.
constexpr double relative_gap = 1e-4;
constexpr double least_gap = 1e-6;  // between modes that are not nearly equal, of their size

class Slicing {
 public:
  Slicing(const SymmetricMatrix& mass, const SpectrumRange& range, const SpectrumTools& tools, std::int64_t per_shift)
      : mass_(mass), range_(range), tools_(tools), per_shift_(per_shift), n_wanted_(range.n_wanted) {}

  Spectrum around_centre() {
    const std::int64_t n_below = std::isfinite(range_.from) ? tools_.factor(range_.from) : 0;
    if (std::isfinite(range_.to)) n_wanted_ = std::min(n_wanted_, tools_.factor(range_.to) - n_below);
    if (n_wanted_ <= 0) return {};
    n_at_shift_ = tools_.factor(range_.centre);
    LanczosResult result =
        iterate(range_.centre, {.nearest = int(n_wanted_), .from = range_.from, .to = range_.to});
    if (result.eigenvalues.empty()) return {};
    const std::vector<double>& values = result.eigenvalues;
    const std::int64_t n_above = std::ranges::count_if(values, [&](double value) { return value > range_.centre; });
    if (const auto n = std::int64_t(values.size()) - n_above; n > 0) count_end(range_.centre, values.front(), n);
    if (n_above > 0) count_end(range_.centre, values.back(), n_above);
    all_.add(std::move(result), 0, values.size());
    return std::move(all_);
  }

  /// From the lower end upwards, a shift after the other.
  Spectrum lowest() {
    const double start = std::max(range_.from, range_.start);
    const std::int64_t n_to = std::isfinite(range_.to) ? tools_.factor(range_.to) : 0;
    n_at_start_ = n_at_shift_ = tools_.factor(start);
    const bool ends_at_to = std::isfinite(range_.to) && n_to - n_at_start_ <= n_wanted_;
    if (ends_at_to) n_wanted_ = n_to - n_at_start_;
    boundary_ = start;
    double last_shift = start;
    std::int64_t n_at_last = 0, n_above_last = 0;  // at the last shift; found above it
    for (double shift = start; n_left() > 0; choose_shift(shift)) {
      const std::int64_t n_below = n_at_shift_ - n_at_start_ - n_passed();  // expected between boundary and shift
      const std::int64_t n_above = std::max(n_here() - n_below, is_last() ? 0 : per_shift_ / 4);
      LanczosResult result = iterate(shift, {.above = int(n_above), .below = int(n_below)});
      const std::vector<double>& values = result.eigenvalues;
      const auto place_of = [&](double value) {
        return std::size_t(std::ranges::upper_bound(values, value) - values.begin());
      };
      const std::size_t first = place_of(boundary_), at_shift = place_of(shift);
      if (!all_.slices.empty())
        count(last_shift, shift, n_at_shift_ - n_at_last, n_above_last + std::int64_t(at_shift - first));
      const bool has_no_more = n_above == 0 || std::int64_t(values.size() - at_shift) < n_above;
      if (has_no_more || std::int64_t(values.size() - first) >= n_left()) {
        std::size_t last = std::min(values.size(), first + std::size_t(n_left()));
        if (ends_at_to) last = std::min(last, place_of(range_.to));
        const auto n_above_shift = std::int64_t(last) - std::int64_t(at_shift);
        if (ends_at_to && shift < range_.to) count(shift, range_.to, n_to - n_at_shift_, n_above_shift);
        else if (n_above_shift > 0) count_end(shift, values[last - 1], n_above_shift);
        all_.add(std::move(result), first, last);
        break;
      }
      const std::size_t last = above_widest_gap(values, at_shift);
      const std::size_t n = std::min(last, std::size_t(per_shift_ / 4) + 1);
      boundary_ = 0.5 * (values[last - 1] + values[last]);
      spacing_ = std::max((values[last] - values[last - n]) / double(n), relative_gap * std::abs(boundary_));
      all_.add(std::move(result), first, last);
      last_shift = shift;
      n_at_last = n_at_shift_;
      n_above_last = std::int64_t(last - at_shift);
    }
    return std::move(all_);
  }

 private:
  /// Modes that are accounted for.
  std::int64_t n_passed() const { return std::int64_t(all_.eigenvalues.size()) + all_.n_missing; }
  std::int64_t n_left() const { return n_wanted_ - n_passed(); }
  std::int64_t n_here() const { return is_last() ? n_left() : per_shift_; }  ///< to be found by a shift
  bool is_last() const { return 2 * n_left() <= 3 * per_shift_; }
  LanczosResult iterate(double shift, const WantedModes& wanted) {
    LanczosResult result = find_modes({tools_.solve, mass_, mass_, shift, tools_.make_store}, wanted);
    tools_.report_found(shift, result);
    return result;
  }

  /// Half of the modes of the next shift are to lie below it. Factors there.
  void choose_shift(double& shift) {
    if (n_left() <= 0) return;
    shift = boundary_ + 0.5 * double(n_here()) * spacing_;
    for (int trial = 0;; ++trial) {
      n_at_shift_ = tools_.factor(shift);
      const std::int64_t n_below = n_at_shift_ - n_at_start_ - n_passed();
      if (4 * n_below <= 5 * n_here() || trial == 3) return;
      shift = boundary_ + (shift - boundary_) * double(n_here()) / double(2 * n_below);  // denser than expected
    }
  }

  /// The index above the widest gap: in the upper quarter of the modes above the shift, or below where all are equal.
  static std::size_t above_widest_gap(const std::vector<double>& values, std::size_t at_shift) {
    const std::size_t n = values.size() - at_shift;
    std::size_t best = values.size() - 1;
    const auto gap = [&](std::size_t k) { return values[k] - values[k - 1]; };
    for (std::size_t k = best; k > at_shift + 1; --k) {
      if (k + n / 4 + 1 < values.size() && gap(best) > least_gap * std::abs(values[best])) break;
      if (gap(k) > gap(best)) best = k;
    }
    return best;
  }

  /// Of the modes from the shift to the last one, which the next mode may be close to.
  void count_end(double shift, double last, std::int64_t n_found) {
    double end = last;
    std::int64_t n = n_found + 1;
    for (double share = relative_gap; share > 1e-9 && n > n_found; share *= 1e-2) {
      end = last + std::copysign(std::max(share * std::abs(last), std::abs(range_.start)), last - shift);
      n = std::abs(tools_.factor(end) - n_at_shift_);
    }
    count(std::min(shift, end), std::max(shift, end), n, n_found);
  }

  void count(double from, double to, std::int64_t n_counted, std::int64_t n_found) {
    tools_.report_count({from, to, n_counted, n_found});
    all_.n_missing += std::max<std::int64_t>(n_counted - n_found, 0);
  }

  const SymmetricMatrix& mass_;
  const SpectrumRange& range_;
  const SpectrumTools& tools_;
  std::int64_t per_shift_, n_wanted_;
  std::int64_t n_at_start_ = 0, n_at_shift_ = 0;  ///< eigenvalues below the lower end, and below the shift
  double boundary_ = 0;  ///< modes below it are accounted for
  double spacing_ = 0;   ///< of the modes below the boundary
  Spectrum all_;
};

}  // namespace

void Spectrum::add(LanczosResult&& found, std::size_t first, std::size_t last) {
  eigenvalues.insert(eigenvalues.end(), found.eigenvalues.begin() + std::ptrdiff_t(first),
                     found.eigenvalues.begin() + std::ptrdiff_t(last));
  slices.push_back({std::move(found.shapes), first, last});
}

void Spectrum::for_each_shape(const EquationSlices::TakeVectors& take) const {
  for (const SpectrumSlice& slice : slices) slice.shapes.for_each(slice.first, slice.last, take);
}

std::vector<double> Spectrum::shape(std::size_t mode) const {
  auto slice = slices.begin();
  for (; mode >= slice->last - slice->first; ++slice) mode -= slice->last - slice->first;
  return slice->shapes.vector(slice->first + mode);
}

Spectrum find_spectrum(const SymmetricMatrix& mass, const SpectrumRange& range, const SpectrumTools& tools,
                       int per_shift) {
  Slicing slicing(mass, range, tools, per_shift);
  return range.has_centre ? slicing.around_centre() : slicing.lowest();
}

int modes_per_shift(const SymmetricMatrix& stiffness) {
  // In right-hand sides of the Lanczos iteration, whose solution takes 3 substitutions with `l` entries of the factors
  // an equation each: what a factorisation costs, and what orthogonalising a vector to another one costs. A shift needs
  // about `begin` vectors, and `per_mode` more for each mode. Measured with a car of shells.
  constexpr double begin = 100, per_mode = 2.2;
  const double l = stiffness.mean_level_width() / 13;
  const double factorisation = 10 + l / 10, inner_product = 1 / (3 * l + 150);
  const double fixed = factorisation + begin + 0.5 * inner_product * begin * begin;
  return std::max(16, int(std::sqrt(fixed / (0.5 * inner_product * per_mode * per_mode))));
}

}  // namespace crumple
