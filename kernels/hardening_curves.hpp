// Memory for HardeningConstants: one curve, or a table of any number of curves over strain rate. Made once at set-up.
#pragma once

#include <vector>

#include "kernels/device.hpp"
#include "kernels/interface.hpp"

namespace crumple::kernels {

class HardeningCurves : public HardeningConstants {
 public:
  /// Curves over ascending rates [1/time], of zero stress at first, at steps of strain from `first` on; one rate: no
  /// table.
  HardeningCurves(double step, const std::vector<double>& rates, double first = 0)
      : rates_(rates.begin(), rates.end()), stresses_(rates_.size() * curve_points) {
    for (std::size_t k = 0; k + 1 < rates_.size(); ++k) inverse_steps_.push_back(1 / (rates_[k + 1] - rates_[k]));
    first_strain = first;
    strain_step = step;
    n_rates = int(rates_.size());
    rate = rates_.data();
    inverse_rate_step = inverse_steps_.data();
    stress = stresses_.data();
  }
  HardeningCurves(const HardeningCurves&) = delete;
  HardeningCurves& operator=(const HardeningCurves&) = delete;
  static void* operator new(std::size_t bytes) { return allocate_for_run(bytes); }  // kernels read the struct, too
  static void operator delete(void* memory) { free_of_run(memory); }

  /// The points of curve k [force/area].
  double* curve(int k) { return stresses_.data() + std::size_t(k) * curve_points; }
  const double* curve(int k) const { return stresses_.data() + std::size_t(k) * curve_points; }

 private:
  RunVector<double> rates_, inverse_steps_, stresses_;
};

}  // namespace crumple::kernels
