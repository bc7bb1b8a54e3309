// Ceramics (MAT_110) and concrete (MAT_111) of Johnson and Holmquist in one element: energies of compression along an
// axis and from all sides, of unloading and of tension. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/expect.hpp"
#include "tests/verification/squeezed_cube.hpp"

namespace crumple::test::brittle_solids {
namespace {

using squeezed_cube::energy, squeezed_cube::integral, squeezed_cube::Speeds, squeezed_cube::squeezed,
    squeezed_cube::steady;

constexpr double shear = 100, k1 = 200, k2 = 300, k3 = 400, tension = 1;
double cubic(double mu) { return mu > 0 ? mu * (k1 + mu * (k2 + mu * k3)) : k1 * mu; }
/// V / V0 to mu.
double compaction(double v) { return 1 / v - 1; }
int failed_solids(const Run& run) { return run.summary.at("failed").at("solids").get<int>(); }

constexpr double at_limit = 12, limit_strength = 12;  // PHEL; 1.5 (HEL - PHEL), HEL = 20
/// A, B, M, N, D1, D2, BETA, FS as given.
struct Ceramics {
  double a = 0.9, b = 0.4, m = 0.7, n = 0.6, d1 = 1e6, d2 = 0, bulking = 0, failure = 0, c = 0;
  std::string card() const {
    return fmt::format("MAT_JOHNSON_HOLMQUIST_CERAMICS\n1,2e-3,{},{},{},{},{},{}\n1e-3,{},,20,{},{}\n{},{},{},{},{},{}",
                       shear, a, b, c, m, n, tension, at_limit, bulking, d1, d2, k1, k2, k3, failure);
  }
  double intact(double p) const { return limit_strength * a * std::pow((p + tension) / at_limit, n); }
  double fractured(double p) const { return limit_strength * b * std::pow(p / at_limit, m); }
  /// The strain at which uniaxial compression begins to break it.
  double first_flow() const {
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
      const double e = 0.5 * (low + high);
      (2 * shear * e < intact(cubic(std::exp(e) - 1)) ? low : high) = e;
    }
    return low;
  }
};

TEST(JohnsonHolmquistCeramics, PressureAndStrengths) {
  verifies({"2.27", "hex of MAT_110 compressed from all sides, and along an axis: intact, broken at once, bulking",
            "closed form: p = K1 mu + K2 mu^2 + K3 mu^3 + dP, and 2/3 of the strength of intact or fractured material",
            "steps of a thousandth"});
  const Ceramics intact;
  Ceramics broken{.d1 = 0}, bulking{.d1 = 0, .bulking = 1}, rapid{.c = 0.1};
  const double e = broken.first_flow(), p = cubic(std::exp(e) - 1), first = k1 * (std::exp(e) - 1);
  const double lost = (std::pow(broken.intact(p), 2) - std::pow(broken.fractured(p), 2)) / (6 * shear);
  const double pushed = std::sqrt(first * first + 2 * k1 * lost) - first;
  const auto pressure = [](double v) { return cubic(compaction(v)); };
  const auto along = [&](double strength, double l) { return std::min(strength, 2 * shear * -std::log(l)); };
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("from all sides to 0.9" + of, energy(intact.card(), 3, -0.1, precision), integral(pressure, 0.729, 1),
                  3e-3);
    const auto strong = [&](double l) { return pressure(l) + 2.0 / 3 * along(intact.intact(pressure(l)), l); };
    expect_within("along an axis to 0.8, intact" + of, energy(intact.card(), 1, -0.2, precision),
                  integral(strong, 0.8, 1), 3e-3);
    // the rate of the deviatoric strain is 2/3 of that along the axis, 1 / l; the energy is past the elastic part
    const auto at_rate = [&](double l) {
      const double factor = 1 + 0.1 * std::log(2.0 / 3 / l / 1e-3);
      return pressure(l) + 2.0 / 3 * along(factor * intact.intact(pressure(l)), l);
    };
    expect_within("the same with C = 0.1" + of, energy(rapid.card(), 1, -0.2, precision), integral(at_rate, 0.8, 1),
                  3e-3);
    const auto weak = [&](double added) {
      return [&, added](double l) {
        if (-std::log(l) < e) return pressure(l) + 2.0 / 3 * 2 * shear * -std::log(l);
        return pressure(l) + added + 2.0 / 3 * broken.fractured(pressure(l) + added);
      };
    };
    expect_within("broken" + of, energy(broken.card(), 1, -0.2, precision), integral(weak(0), 0.8, 1), 3e-3);
    expect_within("broken, BETA = 1" + of, energy(bulking.card(), 1, -0.2, precision), integral(weak(pushed), 0.8, 1),
                  3e-3);
  }
}

TEST(JohnsonHolmquistCeramics, DamageAndTension) {
  verifies({"2.27", "hex of MAT_110 with a constant strain to fracture along an axis, and drawn from all sides",
            "closed form: D linear in the strain, strength A (1 - D); K1 mu down to -T", "steps of a thousandth"});
  const Ceramics softens{.b = 0, .n = 0, .d1 = 0.1};
  const double strength = 0.9 * limit_strength, to_fracture = 0.1 - strength / (3 * shear);
  const auto softening = [&](double l) {
    const double e = -std::log(l), beyond = std::max(e - strength / (2 * shear), 0.0);
    const double left = strength * std::max(1 - 2.0 / 3 * beyond / to_fracture, 0.0);
    return cubic(compaction(l)) + 2.0 / 3 * std::min(2 * shear * e, left);
  };
  const auto drawn = [](double v) { return std::min(-cubic(compaction(v)), tension); };
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("along an axis to 0.8" + of, energy(softens.card(), 1, -0.2, precision), integral(softening, 0.8, 1),
                  3e-3);
    expect_within("drawn to 1.1" + of, energy(Ceramics{}.card(), 3, 0.1, precision), integral(drawn, 1, 1.331), 3e-3);
    EXPECT_EQ(failed_solids(squeezed(Ceramics{.failure = -1}.card(), 3, 0.1, precision, steady)), 1);
    EXPECT_EQ(failed_solids(squeezed(Ceramics{}.card(), 3, 0.1, precision, steady)), 0);
    // the plastic strain is 2/3 of that along the axis less the strength over 3 G: 0.040
    EXPECT_EQ(failed_solids(squeezed(Ceramics{.failure = 0.038}.card(), 1, -0.2, precision, steady)), 1);
    EXPECT_EQ(failed_solids(squeezed(Ceramics{.failure = 0.042}.card(), 1, -0.2, precision, steady)), 0);
  }
}

constexpr double compressive = 10, pc = 3, uc = 0.02, pl = 8, ul = 0.15;
std::string concrete(double d1, double failure) {
  return fmt::format("MAT_JOHNSON_HOLMQUIST_CONCRETE\n1,2e-3,{},0.8,1.6,0,0.6,{}\n{},1,0,,{},{},{},{}\n{},0,{},{},{},"
                     "{}",
                     shear, compressive, tension, pc, uc, pl, ul, d1, k1, k2, k3, failure);
}
/// Where the curve of the solid material has the pressure PL.
double closed() {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) (cubic(0.5 * (low + high)) < pl ? low : high) = 0.5 * (low + high);
  return ul + low * (1 + ul);
}
double crushed_share(double mu) { return (mu - uc) / (closed() - uc); }
double first_loading(double mu) {
  if (mu <= uc) return mu * pc / uc;
  return mu < closed() ? pc + crushed_share(mu) * (pl - pc) : cubic((mu - ul) / (1 + ul));
}

TEST(JohnsonHolmquistConcrete, PressureAndStrength) {
  verifies({"2.28", "hex of MAT_111 compressed from all sides until its pores are closed and beyond, and along an axis",
            "closed form: PC mu / UC, the line to PL, the curve of the solid; 2/3 FC (A + B p*^N)",
            "steps of a thousandth"});
  const auto pressure = [](double v) { return first_loading(compaction(v)); };
  const auto axial = [&](double l) {
    const double strength = compressive * (0.8 + 1.6 * std::pow(pressure(l) / compressive, 0.6));
    return pressure(l) + 2.0 / 3 * std::min(strength, 2 * shear * -std::log(l));
  };
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("from all sides to 0.9" + of, energy(concrete(1e6, 1e6), 3, -0.1, precision),
                  integral(pressure, 0.729, 1), 3e-3);
    expect_within("along an axis to 0.85" + of, energy(concrete(1e6, 1e6), 1, -0.15, precision),
                  integral(axial, 0.85, 1), 3e-3);
  }
}

TEST(JohnsonHolmquistConcrete, CrushedPoresStay) {
  verifies({"2.28", "hex of MAT_111 crushed from all sides to 0.97 and drawn back, without damage and broken by it",
            "closed form: unloads between PC / UC and K1 / (1 + UL), to -T or to nothing", "steps of a thousandth"});
  const double smallest = std::pow(0.97, 3), most = compaction(smallest), share = crushed_share(most);
  const double slope = pc / uc + share * (k1 / (1 + ul) - pc / uc);
  const auto loading = [](double v) { return first_loading(compaction(v)); };
  const Speeds there_and_back{{0, 1}, {0.9995, 1}, {1.0005, -1}, {2, -1}};
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    for (const double least : {-tension, 0.0}) {
      const auto back = [&](double v) {
        return std::max(first_loading(most) - slope * (most - compaction(v)), least);
      };
      expect_within((least < 0 ? "intact" : "broken") + of,
                    energy(concrete(least < 0 ? 1e6 : 0.01, 1e6), 3, -0.03, precision, there_and_back),
                    integral(loading, smallest, 1) - integral(back, smallest, 1), 3e-3);
    }
    EXPECT_EQ(failed_solids(squeezed(concrete(1e6, 0), 3, 0.1, precision, steady)), 1);
    EXPECT_EQ(failed_solids(squeezed(concrete(1e6, -1), 3, 0.1, precision, steady)), 1);
    EXPECT_EQ(failed_solids(squeezed(concrete(1e6, 1e6), 3, 0.1, precision, steady)), 0);
  }
}

}  // namespace
}  // namespace crumple::test::brittle_solids
