// Soil (MAT_005, 014), foams (MAT_062, 073, 075, 154), modified honeycomb (MAT_126) and fluid (MAT_001_FLUID) in one
// element: energies of compression, unloading and tension. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/expect.hpp"
#include "tests/verification/squeezed_cube.hpp"

namespace crumple::test::soils_and_foams {
namespace {

using squeezed_cube::energy, squeezed_cube::integral, squeezed_cube::Speeds, squeezed_cube::steady;

constexpr double bulk = 20, unloading = 400, shear = 300;
/// p = 20 mu, unloads with 400; J2 = 0.75 + 0.05 p.
std::string soil(const std::string& name, const std::string& strength, double cutoff) {
  return fmt::format("{}\n1,2e-3,{},{},{},{}\n0,0,0\n0,-0.5,-1\n\n0,10,20\n", name, shear, unloading, strength, cutoff);
}

TEST(Soil, PressureAndStrength) {
  verifies({"2.24", "hex of MAT_005 compressed from all sides and back, and along an axis",
            "closed form: p over V, unloading by KUN, J2 = a0 + a1 p", "steps of a thousandth"});
  const double most = -3 * std::log(0.8), pressure = bulk * most, rest = most - pressure / unloading;
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    const std::string weak = soil("MAT_SOIL_AND_FOAM", "0,0,0", 0);
    const auto loading = [](double v) { return bulk * -std::log(v); };
    const double work = integral(loading, 0.512, 1);
    expect_within("from all sides to 0.8" + of, energy(weak, 3, -0.2, precision), work, 3e-3);
    const auto back = [&](double v) { return pressure - unloading * (most + std::log(v)); };
    const double returned = integral(back, std::exp(-most), std::exp(-rest));
    const Speeds there_and_back{{0, 1}, {0.9995, 1}, {1.0005, -1}, {2, -1}};
    expect_within("and back" + of, energy(weak, 3, -0.2, precision, there_and_back), work - returned, 5e-3);
    // the axial stress beside p is 2/3 of the yield stress sqrt(3 J2)
    const auto axial = [&](double v) { return loading(v) + 2.0 / 3 * std::sqrt(3 * (0.75 + 0.05 * loading(v))); };
    const double elastic = 0.5 * 1 * 1.5 / (2 * shear);
    expect_within("along an axis to 0.6" + of, energy(soil("MAT_SOIL_AND_FOAM", "0.75,0.05,0", 0), 1, -0.4, precision),
                  integral(axial, 0.6, 1) - elastic, 5e-3);
  }
}

TEST(Soil, TensionEndsAtTheCutOff) {
  verifies({"2.24", "hex of MAT_005 and 014 drawn from all sides to 1.1, PC = -2",
            "closed form: KUN ln V, then PC or nothing", "steps of a thousandth"});
  const double at_cutoff = std::exp(2 / unloading), volume = 1.331;
  const double elastic = integral([](double v) { return unloading * std::log(v); }, 1, at_cutoff);
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("MAT_005" + of, energy(soil("MAT_SOIL_AND_FOAM", "1,0,0", -2), 3, 0.1, precision),
                  elastic + 2 * (volume - at_cutoff), 5e-3);
    // goes to nothing in one step, of which half still counts
    expect_within("MAT_014" + of, energy(soil("MAT_SOIL_AND_FOAM_FAILURE", "1,0,0", -2), 3, 0.1, precision), elastic,
                  0.2);
  }
}

constexpr double young = 100, pc = 1.5, uniaxial = 2;
/// PC and TC as the cards have them.
std::string foam(double poisson, const std::string& tension, const std::string& of_one_axis = "") {
  return fmt::format("MAT_BILKHU/DUBOIS_FOAM\n1,1e-3,{},98,99,0.1,{}\n{},,,{}\n*DEFINE_CURVE\n98\n0,{}\n5,{}\n"
                     "*DEFINE_CURVE\n99\n0,{}\n5,{}",
                     young, tension, of_one_axis, poisson, pc, pc, uniaxial, uniaxial);
}

TEST(BilkhuDuboisFoam, YieldsOnItsEllipse) {
  verifies({"2.25", "hex of MAT_075 compressed along an axis and from all sides, and drawn along an axis",
            "closed form: the uniaxial and the hydrostatic strength, and the ellipse through them in tension",
            "elastic strains of a hundredth, taken into account to the first order"});
  const double pt = 0.6, x = 0.5 * (pc - pt);
  const double d = (pc - uniaxial / 3) * (uniaxial / 3 + pt) / (uniaxial * uniaxial);
  // (t/3 + x)^2 + d t^2 = (pc - x)^2
  const double a = 1.0 / 9 + d, b = 2 * x / 3, c = x * x - (pc - x) * (pc - x);
  const double tension = (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    const auto plateau = [](double stress, double modulus, double way) {
      return stress * way - 0.5 * stress * stress / modulus;
    };
    expect_within("along an axis to 0.5" + of, energy(foam(0, "0.6"), 1, -0.5, precision),
                  plateau(uniaxial, young, 0.5), 5e-3);
    expect_within("from all sides to 0.7" + of, energy(foam(0.2, "0.6"), 3, -0.3, precision),
                  plateau(pc, young / (3 * (1 - 0.4)), 1 - 0.343), 5e-3);
    expect_within("drawn to 1.5, PC = 0.6" + of, energy(foam(0, "0.6"), 1, 0.5, precision),
                  plateau(tension, young, 0.5), 5e-3);
    expect_within("drawn to 1.5, TC = 0.3" + of, energy(foam(0, "", "0.3"), 1, 0.5, precision),
                  plateau(0.3, young, 0.5), 5e-3);
  }
}

/// ALPHA^2 = 4.5: no plastic strain across the axis of a test. E = 1000, PR = 0.
std::string metal_foam(double failure) {
  return fmt::format("MAT_DESHPANDE_FLECK_FOAM\n1,1e-3,1000,0,{:.17g},3\n1.2,20,3,2,0,{}", std::sqrt(4.5), failure);
}

TEST(DeshpandeFleckFoam, HardensAlongAnAxisAndFromAllSides) {
  verifies({"2.29", "hex of MAT_154 compressed along an axis and from all sides, and drawn from all sides",
            "closed form: Y over the axial strain; Y sqrt(A) / ALPHA over the volumetric one",
            "steps of a thousandth"});
  const auto yield = [](double e) {
    const double x = e / 1.2;
    return 2 + 3 * x - 20 * std::log(1 - x * x * x);
  };
  const double ratio = std::sqrt(1.5 / 4.5), bulk_modulus = 1000.0 / 3;  // sqrt(A) / ALPHA
  // the stress at a whole strain, of which its own share is elastic
  const auto at = [&](double strain, double factor, double modulus) {
    double low = 0, high = strain * modulus;
    for (int i = 0; i < 60; ++i) {
      const double s = 0.5 * (low + high);
      (s < factor * yield(factor * (strain - s / modulus)) ? low : high) = s;
    }
    return low;
  };
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("along an axis to 0.5" + of, energy(metal_foam(0), 1, -0.5, precision),
                  integral([&](double l) { return at(-std::log(l), 1, 1000); }, 0.5, 1), 3e-3);
    const auto pressure = [&](double v) { return at(-std::log(v), ratio, bulk_modulus); };
    expect_within("from all sides to 0.8" + of, energy(metal_foam(0), 3, -0.2, precision),
                  integral(pressure, 0.512, 1), 3e-3);
    const auto failed = [&](double failure) {
      const auto run = squeezed_cube::squeezed(metal_foam(failure), 3, 0.1, precision, steady);
      return run.summary.at("failed").at("solids").get<int>();
    };
    EXPECT_EQ(failed(0.27), 1);  // 3 ln 1.1 = 0.286, of which 0.004 are elastic
    EXPECT_EQ(failed(0.285), 0);
  }
}

TEST(ViscousFoam, RelaxesAlongEachAxisByItself) {
  verifies({"2.31", "hex of MAT_073 compressed along an axis and from all sides, two terms that relax",
            "closed form: curve of MAT_057, and GI exp(-BETAI (t - s)) of the rate of the logarithmic strain",
            "steps of a thousandth"});
  const double modulus[] = {3, 2}, decay[] = {4, 0.5}, way = -0.5;
  const std::string foam = "MAT_LOW_DENSITY_VISCOUS_FOAM\n1,1e-3,50,901\n,,,,0\n3,4\n2,0.5\n"
                           "*DEFINE_CURVE\n901\n0,0\n1,10";
  // the axial stress of the terms, by the rate way / (1 + way s) at the time s
  const auto relaxed = [&](double t) {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
      const auto part = [&](double s) { return modulus[i] * std::exp(-decay[i] * (t - s)) * way / (1 + way * s); };
      double own = 0;
      for (int n = 0; n < 200; ++n) own += part((n + 0.5) * t / 200) * t / 200;
      sum += own;
    }
    return sum;
  };
  for (const int axes : {1, 3}) {
    // nominal stress 10 e along each axis; the work of the terms is stress times area times way
    const auto power = [&](double t) {
      const double l = 1 + way * t;
      return axes * way * (relaxed(t) * (axes == 3 ? l * l : 1) + 10 * way * t);
    };
    double work = 0;
    for (int n = 0; n < 500; ++n) work += power((n + 0.5) / 500) / 500;
    for (const char* precision : {"double", "single"})
      expect_within(fmt::format("{} axes in {} [mJ]", axes, precision), energy(foam, axes, way, precision), work, 3e-3);
  }
}

TEST(DampedFoam, StiffensAndResists) {
  verifies({"2.40", "hex of MAT_062 compressed along an axis and from all sides",
            "closed form: E1 V^-N1 over the logarithmic strain, and 4/3 V2 (1 - V)^N2 times its rate along an axis",
            "steps of a thousandth; the damper's stress begins within V2 / G2, 0.1 % of the time"});
  const double young = 2, poisson = 0.1, n1 = 2.5, v2 = 0.5, n2 = 0.4;
  const std::string foam = fmt::format("MAT_VISCOUS_FOAM\n1,1e-3,{},{},{},1100,{},{}", young, n1, v2, n2, poisson);
  const double along = (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson)), bulk = 1 / (3 * (1 - 2 * poisson));
  const auto elastic = [&](double v) { return young * (std::pow(v, -n1) - 1) / n1; };
  const auto one_axis = [&](double v) {
    return along * elastic(v) + 4.0 / 3 * v2 * std::pow(1 - v, n2) * 0.5 / v;
  };
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("along an axis to 0.5" + of, energy(foam, 1, -0.5, precision), integral(one_axis, 0.5, 1), 3e-3);
    expect_within("from all sides to 0.8" + of, energy(foam, 3, -0.2, precision),
                  integral([&](double v) { return bulk * elastic(v); }, 0.512, 1), 3e-3);
  }
}

TEST(ElasticFluid, PressureViscosityAndCavitation) {
  verifies({"2.41", "hex of MAT_001_FLUID compressed along an axis and from all sides, and drawn",
            "closed form: -K ln V, 2/3 VC sqrt(K rho) times the rate of the logarithmic strain; CP",
            "steps of a thousandth"});
  const double bulk = 20, viscosity = 4, density = 0.01, cavitation = 1;
  const std::string fluid = fmt::format("MAT_ELASTIC_FLUID\n1,{},,,,,{}\n{},{}", density, bulk, viscosity, cavitation);
  const auto pressure = [&](double v) { return -bulk * std::log(v); };
  const auto one_axis = [&](double v) {
    return pressure(v) + 2.0 / 3 * viscosity * std::sqrt(bulk * density) * 0.5 / v;
  };
  const double opens = std::exp(cavitation / bulk);
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("along an axis to 0.5" + of, energy(fluid, 1, -0.5, precision), integral(one_axis, 0.5, 1), 3e-3);
    expect_within("from all sides to 0.8" + of, energy(fluid, 3, -0.2, precision), integral(pressure, 0.512, 1), 3e-3);
    expect_within("drawn from all sides to 1.1" + of, energy(fluid, 3, 0.1, precision),
                  integral([&](double v) { return -pressure(v); }, 1, opens) + cavitation * (1.331 - opens), 5e-3);
  }
}

/// Strength 2 + 3 strain along a, b and c; it is never compacted.
const std::string honeycomb =
    "MAT_MODIFIED_HONEYCOMB\n1,1e-3,1000,0.3,50,0.01\n99\n1000,1000,1000,300,300,300,2\n0,0,0,1,0,0\n0,1,0\n"
    "*DEFINE_CURVE\n99\n-1,2\n0,2\n2,8";

TEST(ModifiedHoneycomb, StrengthsAreOverTheirOwnStrains) {
  verifies({"2.26", "hex of MAT_126 crushed along one axis and along two, ELFORM 1 and 0",
            "closed form: areas under the curve over logarithmic strains, with ELFORM 0 over engineering ones",
            "elastic strain at the start of 0.2 %"});
  const auto logarithmic = [](double l) { return 2 - 3 * std::log(l); };
  const auto engineering = [](double l) { return 2 + 3 * (1 - l); };
  const double elastic = 0.5 * 2 * 2 / 1000;
  for (const char* precision : {"double", "single"}) {
    const std::string of = fmt::format(" in {} [mJ]", precision);
    expect_within("along a to 0.5" + of, energy(honeycomb, 1, -0.5, precision), integral(logarithmic, 0.5, 1) - elastic,
                  5e-3);
    const auto both = [&](double l) { return 2 * l * logarithmic(l); };
    expect_within("along a and b to 0.5" + of, energy(honeycomb, 2, -0.5, precision),
                  integral(both, 0.5, 1) - 2 * elastic, 5e-3);
    expect_within("along a to 0.5, ELFORM 0" + of, energy(honeycomb, 1, -0.5, precision, steady, 0),
                  integral(engineering, 0.5, 1) - elastic, 5e-3);
  }
}

}  // namespace
}  // namespace crumple::test::soils_and_foams
