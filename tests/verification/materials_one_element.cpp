// Materials in one element with prescribed velocity, whole runs. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::materials_one_element {
namespace {

/// What one element of edge 1 says at the end.
struct Answer {
  double stress = 0, plastic_strain = 0, stretch = 0, width = 0;
  bool deleted = false;
  Run run;
};

/// Velocity over time: 0 to 1 within a tenth of the time and constant then; the way is 0.95 of the time.
std::vector<std::pair<double, double>> soft_start(double time) { return {{0, 0}, {0.1 * time, 1}, {10 * time, 1}}; }

/// A hex or shell of edge 1 pulled along x until `strain` (true); free to contract, but for a plane of symmetry on each
/// axis. Slow enough (1 ms for 0.1) for inertia not to matter. `material` is the text after *, with id 1.
Answer pull(const std::string& material, bool shell, double strain, double reverse = 0) {
  const double time = 10 * std::abs(strain), way = std::exp(strain) - 1;
  DeckText deck(time + reverse, 0.5);
  const auto line = material.find('\n');
  deck.card(material.substr(0, line), material.substr(line + 1));
  deck.card("CONTROL_SHELL", "20,0,-1,1");  // the thickness follows, or plastic flow would not keep the volume
  const Grid grid = shell ? deck.plate(deck.shell_part(1, 1.0), {1, 1}, {1, 1, 0})
                          : deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.hold(grid.nodes([](const Vec3& x) { return x.y == 0; }), "y");
  deck.hold(shell ? grid.all_nodes() : grid.nodes([](const Vec3& x) { return x.z == 0; }), shell ? "z rx ry rz" : "z");
  auto points = soft_start(time);
  if (reverse > 0) points = {{0, 0}, {0.1 * time, 1}, {0.9999 * time, 1}, {1.0001 * time, -1}, {10 * time, -1}};
  const int curve = deck.curve(points);
  deck.prescribe_velocity(grid.nodes([](const Vec3& x) { return x.x == 1; }), 1, curve, way / (0.95 * time));
  deck.card("DAMPING_GLOBAL", "0,20");
  deck.outputs({"BINARY_D3PLOT"}, 10);
  Answer answer;
  answer.run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(answer.run.folder).back();
  answer.stress = state.von_mises[0];
  answer.plastic_strain = state.plastic_strain[0];
  answer.stretch = state.position.at(1)[0];
  answer.width = state.position.at(3)[1];
  answer.deleted = state.deleted[0];
  return answer;
}

TEST(MaterialsOneElement, ElasticHexInUniaxialStrain) {
  verifies({"2.1", "elastic hex in uniaxial strain",
            "closed form: |s1 - s3| = 2 G ln(lambda), work M (lambda ln lambda - lambda + 1), M = K + 4 G / 3",
            "midpoint strains of a thousand steps, single precision of the states"});
  const double shear = 80769.23077, modulus = 175000 + 4 * shear / 3;
  DeckText deck(0.1, 0.5);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid hex = deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  deck.hold(hex.all_nodes(), "y z");
  deck.hold(hex.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  const std::vector<long> moving = hex.nodes([](const Vec3& x) { return x.x == 1; });
  deck.initial_velocity(moving, {1, 0, 0});
  deck.prescribe_velocity(moving, 1, deck.constant_curve());
  deck.outputs({"BINARY_D3PLOT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double stretch = 1 + run.summary.at("end_time").get<double>(), log = std::log(stretch);
  expect_within("von Mises stress [MPa]", read_states(run.folder).back().von_mises[0], 2 * shear * log, 1e-6);
  expect_within("work [mJ]", run.energy("internal"), modulus * (stretch * log - stretch + 1), 1e-6);
}

TEST(MaterialsOneElement, ElasticShellInUniaxialStress) {
  verifies(
      {"2.1", "elastic shell in uniaxial stress", "closed form: E ln(lambda)", "what is left of lateral vibration"});
  const Answer a = pull("MAT_ELASTIC\n1,7.85e-3,210000,0.3", true, std::log(1.1));
  expect_within("stress [MPa]", a.stress, steel_young * std::log(a.stretch), 2e-3);
}

TEST(MaterialsOneElement, PlasticKinematic) {
  verifies({"2.2", "MAT_003 pulled to 0.1, isotropic hardening", "closed form: 250 + Et (e - 250 / E)"});
  const std::string material = "MAT_PLASTIC_KINEMATIC\n1,7.85e-3,210000,0.3,250,1000,1";
  for (const bool shell : {false, true}) {
    const Answer a = pull(material, shell, 0.1);
    const double stress = 250 + 1000 * (std::log(a.stretch) - 250 / steel_young);
    const std::string name = shell ? "shell" : "hex";
    expect_within(name + ": stress [MPa]", a.stress, stress, 0.005);
    expect_within(name + ": plastic strain", a.plastic_strain, std::log(a.stretch) - stress / steel_young, 0.005);
  }
}

TEST(MaterialsOneElement, KinematicShellReverses) {
  verifies({"2.2", "MAT_003 shell pulled to 0.1 and pushed back, kinematic hardening",
            "closed form: yields after a drop of 2 sy, then Et again", "1 % of 250 MPa, on a small stress"});
  const Answer a = pull("MAT_PLASTIC_KINEMATIC\n1,7.85e-3,210000,0.3,250,1000,0", true, 0.1, 0.1);
  const double strain = std::log(a.stretch), peak = 250 + 1000 * (0.1 - 250 / steel_young);
  const double stress = peak - 500 - 1000 * (0.1 - strain - 500 / steel_young);
  EXPECT_LT(strain, 0.095);
  expect_within("stress [MPa]", a.stress, std::abs(stress), 0.015);
}

const std::string piecewise =
    "MAT_PIECEWISE_LINEAR_PLASTICITY\n1,7.85e-3,210000,0.3,0,0,{}\n0,0,0\n0,0.05,0.2\n250,320,400";

TEST(MaterialsOneElement, PiecewiseLinear) {
  verifies({"2.3", "MAT_024 with the points (0, 250) (0.05, 320) (0.2, 400), pulled to 0.1", "closed form: the curve"});
  for (const bool shell : {false, true}) {
    const Answer a = pull(fmt::format(fmt::runtime(piecewise), 0), shell, 0.1 + 346.667 / steel_young);
    const std::string name = shell ? "shell" : "hex";
    expect_within(name + ": stress [MPa]", a.stress, 346.667, 0.005);
    expect_within(name + ": stress at its plastic strain [MPa]", a.stress, 320 + 80 * (a.plastic_strain - 0.05) / 0.15,
                  1e-5);
  }
}

TEST(MaterialsOneElement, CompressionAndTension) {
  verifies({"2.23", "MAT_124 pulled and pressed to 0.1: beyond PT and PC, and between them",
            "closed form: the curve of either, or their mean by the mean stress s / 3"});
  const auto law = [](double limit) {
    return fmt::format(
        "MAT_PLASTICITY_COMPRESSION_TENSION\n1,7.85e-3,210000,0.3\n901,902\n{0},{0}\n\n"
        "*DEFINE_CURVE\n901\n0,300\n0.5,500\n*DEFINE_CURVE\n902\n0,200\n0.5,250",
        limit);
  };
  for (const bool shell : {false, true})
    for (const double strain : {0.1, -0.1}) {
      const std::string name = fmt::format("{}, to {}", shell ? "shell" : "hex", strain);
      const Answer beyond = pull(law(20), shell, strain), between = pull(law(300), shell, strain);
      const double pressed = 300 + 400 * beyond.plastic_strain, pulled = 200 + 100 * beyond.plastic_strain;
      expect_near(name + ": plastic strain", beyond.plastic_strain, 0.1, 2e-3);
      expect_within(name + ": stress [MPa]", beyond.stress, strain < 0 ? pressed : pulled, 0.005);
      const double low = 200 + 100 * between.plastic_strain, more = 100 + 300 * between.plastic_strain;
      // s = low + more (300 -+ s / 3) / 600
      expect_within(name + ", between PC and PT: stress [MPa]", between.stress,
                    (low + 0.5 * more) / (1 + (strain < 0 ? -more : more) / 1800), 0.005);
    }
  std::string with_rates = law(20);
  with_rates = with_rates.replace(with_rates.find("901,902"), 7, "901,902,0,903") + "\n*DEFINE_CURVE\n903\n0,1\n1,6";
  const Answer fast = pull(with_rates, false, 0.1);
  const double rate = (std::exp(0.1) - 1) / 0.95 / fast.stretch;
  expect_within("hex, with a factor 1 + 5 ms rate: stress [MPa]", fast.stress,
                (1 + 5 * rate) * (200 + 100 * fast.plastic_strain), 0.02);
}

/// D = (ep / 0.3)^2 in uniaxial tension; damage acts from a plastic strain of 0.1 on.
TEST(MaterialsOneElement, DamageFadesTheStress) {
  verifies({"2.32", "MAT_024 with the damage GISSMO, pulled to 0.2 and 0.32",
            "closed form: (250 + H ep) (1 - ((D - Dc) / (1 - Dc))^1.5), D = (ep / 0.3)^2, Dc = 1 / 9; gone at ep = 0.3",
            "the curve over the triaxiality in steps of 1 / 256"});
  const std::string law =
      "MAT_024\n1,7.85e-3,210000,0.3,250,1000\n\n\n\n*MAT_ADD_EROSION\n1\n\n1,1,901,{},2,{},1.5\n\n"
      "*DEFINE_CURVE\n901\n-1,1\n0.3,0.3\n0.4,0.3\n1,0.1";
  const double hardening = steel_young * 1000 / (steel_young - 1000);
  for (const bool shell : {false, true})
    for (const auto& [ecrit, dcrit] : {std::pair{"0.1", "0"}, std::pair{"0", "0.111111111"}}) {
      const std::string material = fmt::format(fmt::runtime(law), ecrit, dcrit), name = shell ? "shell" : "hex";
      const Answer a = pull(material, shell, 0.2);
      const double D = std::pow(a.plastic_strain / 0.3, 2), share = (D - 1.0 / 9) / (8.0 / 9);
      EXPECT_NEAR(a.plastic_strain, 0.2, 5e-3);
      expect_within(fmt::format("{}, ECRIT {}: stress at its plastic strain [MPa]", name, ecrit), a.stress,
                    (250 + hardening * a.plastic_strain) * (1 - std::pow(share, 1.5)), 2e-3);
      EXPECT_TRUE(pull(material, shell, 0.32).deleted) << name;
    }
}

TEST(MaterialsOneElement, PolymerDependsOnThePressure) {
  verifies({"2.33", "MAT_187 pulled and pressed to 0.1, with curves of tension, compression and shear, or of two",
            "closed form: the curve of either; widths by the elastic and the plastic Poisson's ratio"});
  const auto law = [](int shear, double plastic_poisson) {
    return fmt::format(
        "MAT_SAMP-1\n1,1.2e-3,,,3000,0.4\n901,902,{},,{}\n\n\n\n*DEFINE_CURVE\n901\n0,40\n0.5,60\n"
        "*DEFINE_CURVE\n902\n0,55\n0.5,85\n*DEFINE_CURVE\n903\n0,27\n0.5,42",
        shear, plastic_poisson);
  };
  for (const bool shell : {false, true})
    for (const auto& [shear, poisson] : {std::pair{903, 0.3}, std::pair{0, 0.3}, std::pair{0, 0.5}})
      for (const double strain : {0.1, -0.1}) {
        const Answer a = pull(law(shear, poisson), shell, strain);
        const std::string name = fmt::format("{}, to {}, NUEP {}, {}", shell ? "shell" : "hex", strain, poisson,
                                             shear != 0 ? "three curves" : "two curves");
        const double stress = strain > 0 ? 40 + 40 * a.plastic_strain : 55 + 60 * a.plastic_strain;
        expect_within(name + ": stress at its plastic strain [MPa]", a.stress, stress, 2e-3);
        const double axial = std::log(a.stretch), elastic = (strain > 0 ? 1 : -1) * a.stress / 3000;
        // of a conical surface the flow of compression is that of tension, but its equivalent strain is by the same g
        expect_near(name + ": strain across", std::log(a.width), -0.4 * elastic - poisson * (axial - elastic), 1e-3);
        if (strain > 0) expect_near(name + ": plastic strain", a.plastic_strain, axial - elastic, 1e-3);
      }
}

/// No lateral contraction, so that the rate of 1 - V/V0 is that of the prescribed velocity.
TEST(MaterialsOneElement, CrushableFoamWithRates) {
  verifies({"2.34", "MAT_163 pressed to 0.3 by a constant velocity",
            "closed form: the mean of two curves by the rate"});
  const std::string law =
      "MAT_MODIFIED_CRUSHABLE_FOAM\n1,1e-4,200,0,{},0.1\n,1\n*DEFINE_TABLE\n900\n0\n0.2\n"
      "*DEFINE_CURVE\n901\n0,1\n1,3\n*DEFINE_CURVE\n902\n0,2\n1,6";
  const double rate = (1 - std::exp(-0.3)) / (0.95 * 3);
  for (const int id : {900, 901}) {
    const Answer a = pull(fmt::format(fmt::runtime(law), id), false, -0.3);
    const double low = 1 + 2 * (1 - a.stretch), factor = id == 900 ? 1 + rate / 0.2 : 1;
    expect_within(id == 900 ? "stress of the table [MPa]" : "stress of a curve [MPa]", a.stress, factor * low, 5e-3);
  }
}

/// Two points, one of glass without hardening and one of polymer; the shell stays when the glass is broken.
TEST(MaterialsOneElement, GlassBreaksAndThePolymerStays) {
  verifies({"2.39", "MAT_032 shell of glass and polymer pulled to 0.03, beyond the failure of the glass at 0.01",
            "closed form: work of half elastic-plastic glass up to its failure, of half elastic polymer",
            "change of the volume, 0.1 strain of 0.03 by lateral contraction"});
  const std::string law = "MAT_LAMINATED_GLASS\n1,2.5e-3,70000,0.3,100,0,0.01,2000\n0.3,1e4\n0,1";
  const Answer a = pull(law, true, 0.03);
  const double strain = std::log(a.stretch), glass = 100 * (100 / (2 * 70000.0) + 0.01);
  expect_within("work [mJ]", a.run.energy("internal"), 0.5 * glass + 0.25 * 2000 * strain * strain, 0.02);
  EXPECT_FALSE(a.deleted);
}

// E = 210 000, k = 600, n = 0.2. SIGY = 0: the elastic line meets the power law at (E / k)^(1 / (n - 1)).
TEST(MaterialsOneElement, PowerLaw) {
  verifies({"2.3", "MAT_018, k = 600, n = 0.2, pulled to 0.1", "closed form: k (e0 + ep)^n",
            "the curve's straight pieces of 0.001"});
  for (const bool shell : {false, true})
    for (const double sigy : {0.0, 250.0}) {
      const double start = sigy == 0 ? 6.60565e-4 : 0.01255867;
      const Answer a =
          pull(fmt::format("MAT_POWER_LAW_PLASTICITY\n1,7.85e-3,210000,0.3,600,0.2\n{},0,0", sigy), shell, 0.1);
      expect_within(fmt::format("{}, SIGY {}: stress at its plastic strain [MPa]", shell ? "shell" : "hex", sigy),
                    a.stress, 600 * std::pow(start + a.plastic_strain, 0.2), 2e-4);
      EXPECT_GT(a.plastic_strain, 0.09);
    }
}

TEST(MaterialsOneElement, SheetOfThreeParameters) {
  verifies({"2.30", "MAT_036 shell, M = 8, pulled to 0.1 along a, across it, and at 45 degrees",
            "closed form: yield stress Y along a, Y sqrt(R90 (1 + R00) / (R00 (1 + R90))) across; R of the strains is "
            "R00, R90, R45",
            "elastic strains are taken off"});
  constexpr double poisson = 0.3;
  const auto sheet = [](double r00, double r45, double r90, const char* a) {
    return fmt::format("MAT_3-PARAMETER_BARLAT\n1,7.85e-3,210000,0.3,1,1000,250\n8,{},{},{}\n2\n0,0,0,{}\n0,0,0",
                       r00, r45, r90, a);
  };
  const auto ratio = [](const Answer& of) {
    const double along = std::log(of.stretch) - of.stress / steel_young;
    const double across = std::log(of.width) + poisson * of.stress / steel_young;
    return -across / (along + across);
  };
  const double slope = 1000 * steel_young / (steel_young - 1000);
  const Answer along = pull(sheet(1.6, 1.2, 2.1, "1,0,0"), true, 0.1);
  expect_within("along a: stress [MPa]", along.stress, 250 + slope * along.plastic_strain, 2e-3);
  expect_within("along a: ratio R00", ratio(along), 1.6, 5e-3);
  const double factor = std::sqrt(2.1 * 2.6 / (1.6 * 3.1));
  const Answer across = pull(sheet(1.6, 1.2, 2.1, "0,1,0"), true, 0.1);
  expect_within("across: stress [MPa]", across.stress, factor * (250 + slope * across.plastic_strain), 2e-3);
  expect_within("across: ratio R90", ratio(across), 2.1, 5e-3);
  const Answer diagonal = pull(sheet(1.8, 1.2, 1.8, "1,1,0"), true, 0.1);
  expect_within("at 45 degrees: ratio R45", ratio(diagonal), 1.2, 5e-3);
  // with R = 1 and M = 2 the surface is that of von Mises
  const std::string mises = "MAT_036\n1,7.85e-3,210000,0.3,2,600,0.2\n2,1,1,1,0,0,250\n2\n0,0,0,1,1,0\n0,0,0";
  const Answer isotropic = pull(mises, true, 0.1);
  expect_within("as von Mises, with a power law: stress [MPa]", isotropic.stress,
                600 * std::pow(0.01255867 + isotropic.plastic_strain, 0.2), 2e-4);
  expect_within("as von Mises: ratio", ratio(isotropic), 1, 5e-3);
}

// Energy per volume at failure: 0.05 * 285 + 0.15 * 360 = 68.25 and the elastic 400^2 / 2 E = 0.38.
TEST(MaterialsOneElement, FailureKeepsTheEnergy) {
  verifies(
      {"2.3", "MAT_024 shell fails at FAIL = 0.2", "closed form: area below the curve", "the volume hardly changes"});
  const Answer a = pull(fmt::format(fmt::runtime(piecewise), 0.2), true, 0.25);
  EXPECT_TRUE(a.deleted);
  expect_within("eroded energy [mJ]", a.run.energy("eroded"), 68.63, 0.01);
  expect_within("energy over the initial one", a.run.energy("ratio"), 1, 0.005);
}

// Thickness strain of plastic flow without change of volume: half of the length's.
TEST(MaterialsOneElement, ModifiedPiecewiseLinearFailsByThinningAndMajorStrain) {
  verifies({"2.3", "MAT_123 shell of 250 MPa, ideally plastic, EPSTHIN = 0.08 and EPSMAJ = 0.12",
            "closed form: the area below the stress up to 0.16 and 0.12",
            "elastic strains; the volume hardly changes"});
  for (const auto& [criterion, strain] : {std::pair{"0.08,0", 0.16}, {"0,0.12", 0.12}, {"0.08,0.12", 0.12}}) {
    const Answer a = pull(fmt::format("MAT_123\n1,7.85e-3,210000,0.3,250,0\n0,0,0,0,0,{}\n\n\n", criterion), true, 0.2);
    EXPECT_TRUE(a.deleted);
    expect_within(fmt::format("EPSTHIN, EPSMAJ = {}: eroded energy [mJ]", criterion), a.run.energy("eroded"),
                  250 * strain, 0.02);
  }
}

// The yield stress is (1 - w) 250 MPa: energy per volume 250 EPPF + 250 (EPPFR - EPPF) / 2 at failure. A curve of
// damage that rises to 0.5 within 0.02 and stays there leaves half from then on.
TEST(MaterialsOneElement, PlasticityWithDamage) {
  verifies({"2.3", "MAT_081, 250 MPa ideally plastic, EPPF = 0.05 and EPPFR = 0.15, linear damage and a curve to 0.5",
            "closed form: 250 (1 - w) MPa, the area below it up to 0.15",
            "elastic strains, as MAT_123; the volume hardly changes"});
  for (const bool shell : {false, true}) {
    const std::string name = shell ? "shell" : "hex";
    const std::string law = "MAT_081\n1,7.85e-3,210000,0.3,250,0,0.05\n0,0,0,0,0.15,0,{}\n\n\n";
    const Answer half = pull(fmt::format(fmt::runtime(law), 0), shell, 0.1);
    expect_within(name + ": stress at its plastic strain [MPa]", half.stress,
                  250 * (1 - (half.plastic_strain - 0.05) / 0.1), 0.005);
    EXPECT_GT(half.plastic_strain, 0.09);
    const Answer failed = pull(fmt::format(fmt::runtime(law), 0), shell, 0.2);
    EXPECT_TRUE(failed.deleted);
    expect_within(name + ": eroded energy [mJ]", failed.run.energy("eroded"), 250 * 0.1, 0.02);
    const std::string curve = "*DEFINE_CURVE\n77\n0,0\n0.02,0.5\n1,0.5";
    const Answer kept = pull(fmt::format(fmt::runtime(law), 77) + curve, shell, 0.12);
    expect_within(name + ": stress with LCDM [MPa]", kept.stress, 125, 0.005);
  }
}

const std::string copper = "8.96e-3,124000,0.34", copper_flow = "90,292,0.31,0.025";

/// The time of pull() is 10 ms per unit of strain, so the rate is 0.1 / ms; EPSO = 1e-4 / ms makes it 1000 EPSO.
TEST(MaterialsOneElement, JohnsonCookAtAThousandTimesTheReferenceRate) {
  verifies({"2.4", "MAT_015 and MAT_098, copper at 1000 EPSO",
            "closed form: (90 + 292 ep^0.31) (1 + 0.025 ln 1000); Johnson & Cook 1983",
            "the rate is not constant: 10 % of it is worth 0.025 ln 1.1 / 1.17 = 0.2 %"});
  for (const std::string& material : {"MAT_JOHNSON_COOK\n1,8.96e-3,,124000,0.34\n" + copper_flow + ",1,0,0,1e-4\n\n",
                                      "MAT_SIMPLIFIED_JOHNSON_COOK\n1," + copper + "\n" + copper_flow + ",0,0,0,1e-4"})
    for (const bool shell : {false, true}) {
      const Answer a = pull(material, shell, 0.2 + 313.458 / 124000);
      const std::string name = material.substr(0, material.find('\n')) + (shell ? " shell" : " hex");
      expect_within(name + ": stress [MPa]", a.stress, 313.458, 0.005);
      expect_within(name + ": stress at its plastic strain [MPa]", a.stress,
                    (90 + 292 * std::pow(a.plastic_strain, 0.31)) * (1 + 0.025 * std::log(1000.0)), 2e-3);
    }
}

TEST(MaterialsOneElement, JohnsonCookHeatsUp) {
  verifies({"2.4", "MAT_015, adiabatic to 0.5, no rate effect",
            "closed form: the law, integrated in 20,000 explicit steps"});
  double temperature = 0, stress = 0;
  const double end = 0.5, capacity = 8.96e-3 * 38.3;  // a tenth of copper's, to soften by a third
  for (int i = 0; i < 20000; ++i) {
    const double ep = (i + 0.5) * end / 20000;
    stress = (90 + 292 * std::pow(ep, 0.31)) * (1 - std::pow(temperature / 1062, 1.09));
    temperature += stress * end / 20000 / capacity;
  }
  EXPECT_LT(stress, 0.75 * (90 + 292 * std::pow(end, 0.31)));
  for (const bool shell : {false, true}) {
    const Answer a = pull("MAT_JOHNSON_COOK\n1,8.96e-3,,124000,0.34\n90,292,0.31,0,1.09,1356,294\n38.3\n", shell,
                          end + stress / 124000);
    expect_within(shell ? "shell: stress [MPa]" : "hex: stress [MPa]", a.stress, stress, 0.005);
  }
}

// Per volume: area below 90 + 292 ep^0.31, 0.1 (90 + 292 / 1.31 * 0.1^0.31) = 19.92; elastic 233^2 / 2 E = 0.22.
TEST(MaterialsOneElement, SimplifiedJohnsonCookFailsAtPsfail) {
  verifies({"2.4", "MAT_098 fails at PSFAIL = 0.1", "closed form: area below the curve", "the volume hardly changes"});
  const double absorbed =
      0.1 * (90 + 292 / 1.31 * std::pow(0.1, 0.31)) + std::pow(90 + 292 * std::pow(0.1, 0.31), 2) / (2 * 124000);
  for (const bool shell : {false, true}) {
    const Answer a = pull("MAT_SIMPLIFIED_JOHNSON_COOK\n1," + copper + "\n90,292,0.31,0,0.1", shell, 0.13);
    EXPECT_TRUE(a.deleted);
    expect_within(shell ? "shell: eroded energy [mJ]" : "hex: eroded energy [mJ]", a.run.energy("eroded"), absorbed,
                  0.01);
  }
}

// D1 alone is a strain at fracture; the element is deleted as with PSFAIL.
TEST(MaterialsOneElement, JohnsonCookFailsByDamage) {
  verifies({"2.4", "MAT_015 breaks at D1 = 0.1", "closed form: area below the curve", "the volume hardly changes"});
  const double absorbed =
      0.1 * (90 + 292 / 1.31 * std::pow(0.1, 0.31)) + std::pow(90 + 292 * std::pow(0.1, 0.31), 2) / (2 * 124000);
  const Answer a = pull("MAT_JOHNSON_COOK\n1,8.96e-3,,124000,0.34\n90,292,0.31\n0,0,0,0,0.1", true, 0.13);
  EXPECT_TRUE(a.deleted);
  expect_within("eroded energy [mJ]", a.run.energy("eroded"), absorbed, 0.01);
}

}  // namespace
}  // namespace crumple::test::materials_one_element
