// MAT_173 (Mohr-Coulomb) and MAT_193 (Drucker-Prager) in one element that is compressed along an axis between walls,
// and drawn from all sides: energies. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/expect.hpp"
#include "tests/verification/squeezed_cube.hpp"

namespace crumple::test::shear_strengths {
namespace {

using squeezed_cube::energy, squeezed_cube::integral, squeezed_cube::Speeds, squeezed_cube::steady;

constexpr double G = 50, nu = 0.2, phi = 0.5;
const double K = 2 * G * (1 + nu) / (3 * (1 - 2 * nu)), M = K + 4 * G / 3, lame = K - 2 * G / 3;
const double sine = std::sin(phi), N = (1 + sine) / (1 - sine);  // of axial over lateral stress without cohesion

std::string mohr_coulomb(double cohesion, double psi, int keeps_no_voids = 0) {
  return fmt::format("MAT_MOHR_COULOMB\n1,2e-3,{},{},,{},{},{}\n{},0", G, nu, phi, cohesion, psi, keeps_no_voids);
}
std::string drucker_prager(double cohesion, double psi) {
  return fmt::format("MAT_DRUCKER_PRAGER\n1,2e-3,{},{},1,{},{},{}\n0.005,", G, nu, phi, cohesion, psi);
}

/// Of an axial stress over -ln V.
double work_to(double volume, const std::function<double(double)>& stress) {
  return integral([&](double v) { return stress(-std::log(v)); }, volume, 1);
}

TEST(ShearStrengths, BetweenWalls) {
  verifies({"2.42", "hex of MAT_173 and 193 compressed along an axis between walls",
            "closed form: axial stress = N lateral + 2 c sqrt(N) beside the pressure of the bulk modulus; with "
            "dilation the rates of elastic and plastic strain",
            "steps of a thousandth"});
  const double c = 0.4, root = std::sqrt(N);
  const double yields_at = 2 * c * root / (M - lame * N);
  const auto held = [&](double strain) {
    return strain < yields_at ? M * strain : (3 * K * strain + 4 * c / root) / (1 + 2 / N);
  };
  // with psi = 0.3: plastic strains (1 - s) g along the axis, (1 + s) g / 2 across, against the compression
  const double s = std::sin(0.3);
  const auto stresses = [&](double g) {
    const double axial = 1 - (1 - s) * g, across = 0.5 * (1 + s) * g;
    return std::pair{M * axial + 2 * lame * across, lame * axial + (M + lame) * across};
  };
  const auto [axial_0, lateral_0] = stresses(0);
  const auto [axial_1, lateral_1] = stresses(1);
  const double g = -(axial_0 - N * lateral_0) / (axial_1 - axial_0 - N * (lateral_1 - lateral_0));
  const double rate = stresses(g).first;
  // of the cone: sqrt(J2) = eta p, plastic rates g / 2 of the shear and eta' g of the volume
  const auto eta = [](double angle) { return 6 * std::sin(angle) / (std::sqrt(3.0) * (3 - std::sin(angle))); };
  const double flow = (2 * G / std::sqrt(3.0) - eta(phi) * K) / (G + eta(phi) * eta(0.3) * K);
  const double pressure = K * (1 + eta(0.3) * flow), cone_rate = pressure * (1 + 2 / std::sqrt(3.0) * eta(phi));
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("MAT_173 to 0.8" + of, energy(mohr_coulomb(c, 0), 1, -0.2, precision), work_to(0.8, held), 3e-3);
    expect_within("MAT_193 to 0.8" + of, energy(drucker_prager(c, 0), 1, -0.2, precision), work_to(0.8, held), 3e-3);
    const auto dilates = [&](double strain) { return rate * strain; };
    const auto cone_dilates = [&](double strain) { return cone_rate * strain; };
    expect_within("MAT_173 with dilation, no cohesion" + of, energy(mohr_coulomb(0, 0.3), 1, -0.2, precision),
                  work_to(0.8, dilates), 3e-3);
    expect_within("MAT_193 with dilation, no cohesion" + of, energy(drucker_prager(0, 0.3), 1, -0.2, precision),
                  work_to(0.8, cone_dilates), 3e-3);
  }
}

TEST(ShearStrengths, TensionEndsAtTheApex) {
  verifies({"2.42", "hex of MAT_173 and 193 drawn from all sides to 1.1, and back",
            "closed form: K ln V, then c cot(phi), which voids give back as they close",
            "steps of a thousandth"});
  const double c = 2, apex = c * std::cos(phi) / sine, at_apex = std::exp(apex / K), volume = 1.331;
  const double elastic = integral([](double v) { return K * std::log(v); }, 1, at_apex);
  const double most = elastic + apex * (volume - at_apex);
  const double back = integral([&](double v) { return apex + K * std::log(v / volume); }, 1, volume);
  const Speeds there_and_back{{0, 1}, {0.9995, 1}, {1.0005, -1}, {2, -1}};
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("MAT_173" + of, energy(mohr_coulomb(c, 0.2), 3, 0.1, precision), most, 5e-3);
    expect_within("MAT_193" + of, energy(drucker_prager(c, 0.2), 3, 0.1, precision), most, 5e-3);
    expect_near("MAT_173 and back" + of, energy(mohr_coulomb(c, 0), 3, 0.1, precision, there_and_back), 0, 0.01 * most);
    expect_within("MAT_173 without voids, and back" + of,
                  energy(mohr_coulomb(c, 0, 1), 3, 0.1, precision, there_and_back), most - back, 0.01);
  }
}

}  // namespace
}  // namespace crumple::test::shear_strengths
