// Laws of tests and benchmarks: the numbers that they choose, by name, and the rest as it suits each law. Units mm, ms,
// g (N, MPa).
#pragma once

#include "kernels/materials/johnson_cook.hpp"
#include "kernels/materials/yield.hpp"

namespace crumple::test {

/// Yield 250, tangent modulus 1000 MPa, hardening isotropic.
struct SampleLaw : kernels::YieldParameters {
  SampleLaw() : YieldParameters{.yield = 250, .tangent = 1000} {}
  double beta = 1;      ///< of MAT_003
  double lankford = 1;  ///< of MAT_037
  /// Of MAT_015 and MAT_098, which have viscoplastic and failure_strain from above.
  kernels::JohnsonCookFlow johnson_cook;
  std::array<double, 5> fracture{};  ///< of MAT_015
  double least_fracture_strain = 0;
  int variant = 0;  ///< of composites and fabrics, which form of the law
};

/// The law of that number, of all that have kernels.
kernels::LawParameters law_of(int number, const SampleLaw& numbers);

}  // namespace crumple::test
