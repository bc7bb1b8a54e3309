// Composites and fabrics: axes, plies, strengths, damage, wrinkles; one element or a few, whole runs. Units mm, ms, g,
// MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::composites {
namespace {

/// Carbon fibres in epoxy.
constexpr double ea = 130000, eb = 9000, nu_ba = 0.02, gab = 5000;
constexpr double xt = 2000, xc = 1200, yt = 60, yc = 200, sc = 90;
const std::string elastic_ply = "1.6e-3,130000,9000,0,0.02,0.02,0.4\n5000,3000,5000,";

/// Along an axis at an angle to the fibres: Jones (1999), equation 2.97.
double young_at(double degrees) {
  const double c = std::cos(degrees * std::numbers::pi / 180), s = std::sin(degrees * std::numbers::pi / 180);
  return 1 / (c * c * c * c / ea + (1 / gab - 2 * nu_ba / eb) * c * c * s * s + s * s * s * s / eb);
}

/// What a sheet of one element or more says at the end.
struct Answer {
  double stress = 0;  ///< von Mises' of the first element [MPa]
  double stretch = 0, energy = 0, eroded = 0;
  bool deleted = false;
  Run run;
};

/// A square sheet of edge 1 and thickness 1 in part 50, moved by `place`, whose cards are `materials`: pulled along x
/// by `strain`, free to contract and to shear.
struct Pull {
  std::string cards;                      ///< of material and part, each with its *
  std::string element = "ELEMENT_SHELL";  ///< its keyword
  std::string option = "";                ///< its second card
  double strain = 1e-3, reverse = 0;
  bool across = false;  ///< held across
  bool square = false;  ///< not free to shear
  bool shear = false;   ///< sheared instead
  bool bends = false;   ///< free to bend at the end that is pulled
  int turned = 0;       ///< by how many nodes the element's first one is later
};
Answer pull(const Pull& test) {
  const double time = 10 * std::abs(test.strain) * 20, way = test.strain;
  DeckText deck(time + test.reverse, 0.5);
  deck.card("CONTROL_SHELL", "20,0,-1,0");
  std::vector<long> n;
  for (const Vec3& x : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}) n.push_back(deck.node(x));
  const auto at = [&](int k) { return n[std::size_t((k + test.turned) % 4)]; };
  deck.card("HOURGLASS", "50,4,1e-6");
  std::string cards = test.cards;
  deck.card(cards.substr(1, cards.find('\n') - 1), cards.substr(cards.find('\n') + 1));
  deck.card(test.element, fmt::format("1,50,{},{},{},{}{}", at(0), at(1), at(2), at(3), test.option));
  deck.hold({n[0]}, "x y");
  deck.hold(test.bends ? std::vector{n[0], n[3]} : n, "z rx ry rz");
  auto points = std::vector<std::pair<double, double>>{{0, 0}, {0.1 * time, 1}, {10 * time, 1}};
  if (test.reverse > 0) points = {{0, 0}, {0.1 * time, 1}, {0.9999 * time, 1}, {1.0001 * time, -1}, {10 * time, -1}};
  const int curve = deck.curve(points);
  const double speed = way / (0.95 * time);
  if (test.shear) {
    deck.hold({n[1]}, "x y");
    deck.hold({n[2], n[3]}, "y");
    deck.prescribe_velocity({n[2], n[3]}, 1, curve, speed);
  } else {
    deck.hold({n[3]}, "x");
    if (test.square) deck.hold({n[1]}, "y");
    if (test.across) deck.hold({n[1], n[2], n[3]}, "y");
    deck.prescribe_velocity({n[1], n[2]}, 1, curve, speed);
  }
  deck.card("DAMPING_GLOBAL", "0,20");
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, 10);
  Answer answer;
  answer.run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(answer.run.folder).back();
  answer.stress = state.von_mises[0];
  answer.stretch = state.position.at(1)[0];
  answer.deleted = state.deleted[0];
  answer.energy = answer.run.energy("internal");
  return answer;
}

std::string section(int form = 2, const std::string& more = "\n1,1,1,1") {
  return fmt::format("*PART\nsheet\n50,50,50,0,50\n*SECTION_SHELL\n50,{},1,2{}\n", form, more);
}

TEST(Composites, AxesOfAPly) {
  verifies({"2.12",
            "ply pulled askew to its fibres: AOPT 0, 2, 3, coordinate system, element's BETA, ICOMP, PART_COMPOSITE, "
            "ELEMENT_SHELL_COMPOSITE",
            "closed form: 1/E = c^4/EA + (1/GAB - 2 nu_ba/EB) c^2 s^2 + s^4/EB (Jones)",
            "strain 0.001, what is left of vibration"});
  for (const double angle : {0.0, 30.0, 45.0, 90.0}) {
    const double c = std::cos(angle * std::numbers::pi / 180), s = std::sin(angle * std::numbers::pi / 180);
    const auto law = [&](const std::string& option, const std::string& a, const std::string& v) {
      return fmt::format("*MAT_ORTHOTROPIC_ELASTIC\n50,{}{}\n0,0,0,{}\n{}\n", elastic_ply, option, a, v);
    };
    const std::string at_angle = fmt::format("0,0,0,0,0,0,{}", angle), plain = "0,0,0,0,0,0,0";
    const std::string a = fmt::format("{},{},0", c, s), v = fmt::format("{},{},0", -s, c);
    const std::string layers = fmt::format(",0,0,1\n1,1,1,1\n{0},{0}", angle);
    const std::pair<const char*, Pull> ways[] = {
        {"AOPT 0", {law("0", "0,0,0", at_angle) + section()}},
        {"AOPT 0, the first node another",
         {.cards = law("0", "0,0,0", fmt::format("0,0,0,0,0,0,{}", angle - 90)) + section(), .turned = 1}},
        {"AOPT 2", {law("2", a, plain) + section(16)}},
        {"AOPT 3", {law("3", "0,0,0", v + ",0,0,0,0") + section(10)}},
        {"coordinate system",
         {law("-7", "0,0,0", plain) + section() +
          fmt::format("*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,{},{},0\n{},{},0\n", c, s, -s, c)}},
        {"BETA of the element",
         {law("0", "0,0,0", "0,0,0,0,0,0,77") + section(), "ELEMENT_SHELL_BETA", fmt::format("\n0,0,0,0,{}", angle)}},
        {"ICOMP", {law("0", "0,0,0", plain) + section(2, layers)}},
        {"PART_COMPOSITE",
         {law("2", "1,0,0", plain) +
          fmt::format("*PART_COMPOSITE\nplies\n50,16,1,0,0,50\n50,0.3,{0},0,50,0.7,{0}\n", angle)}},
        {"ELEMENT_SHELL_COMPOSITE",
         {law("2", "1,0,0", plain) + section(2, "\n7,7,7,7"), "ELEMENT_SHELL_COMPOSITE",
          fmt::format("\n50,0.3,{0},0,50,0.7,{0}", angle)}}};
    for (const auto& [name, test] : ways) {
      const Answer answer = pull(test);
      expect_within(fmt::format("{}, {} degrees: stress [MPa]", name, angle), answer.stress,
                    young_at(angle) * std::log(answer.stretch), 3e-3);
    }
  }
}

TEST(Composites, LayersAndOffsetOfElementsAreThoseOfParts) {
  const std::string law = "*MAT_ORTHOTROPIC_ELASTIC\n50," + elastic_ply + "2\n0,0,0,1,0,0\n0,0,0,0,0,0,0\n";
  const std::string plies = "50,0.25,30,0,50,0.5,-45\n50,0.25,80";
  const auto part = [&](double surface) {
    return fmt::format("{}*PART_COMPOSITE\nplies\n50,16,1,{},0,50\n{}\n", law, surface, plies);
  };
  const std::string plain = law + section(16, "\n7,7,7,7");
  const auto hash = [](const std::string& cards, const std::string& element = "ELEMENT_SHELL",
                       const std::string& option = "") {
    return pull({.cards = cards, .element = element, .option = option, .bends = true}).run.hash();
  };
  const std::string in_middle = hash(part(0)), at_bottom = hash(part(-1));
  EXPECT_NE(in_middle, at_bottom);
  EXPECT_EQ(hash(plain, "ELEMENT_SHELL_COMPOSITE", "\n" + plies), in_middle);
  EXPECT_EQ(hash(plain, "ELEMENT_SHELL_COMPOSITE_LONG", "\n50,0.25,30,0,1\n50,0.5,-45,0,2\n50,0.25,80,0,3"), in_middle);
  EXPECT_EQ(hash(plain, "ELEMENT_SHELL_OFFSET_COMPOSITE", "\n0.5,\n" + plies), at_bottom);
  EXPECT_EQ(hash(part(0), "ELEMENT_SHELL_OFFSET", "\n0.5,"), at_bottom);
}

/// MAT_054 with DFAILT = 0.02, DFAILC = -0.015, or others; fibres at an angle.
std::string damage(double angle, int criterion, const std::string& strains = "0.02,-0.015") {
  return fmt::format(
             "*MAT_ENHANCED_COMPOSITE_DAMAGE\n50,{}0,0\n0,0,0,0,0,0,{}\n0,0,0,0,0,0,0.05,0.05\n"
             "0,0,1,0,0,{}\n{},{},{},{},{},{}\n",
             elastic_ply, angle, strains, xc, xt, yc, yt, sc, criterion) +
         section();
}

TEST(Composites, StrengthsOfAPly) {
  verifies({"2.13", "MAT_054 and 055: plateaus in tension and compression along and across the fibres, and in shear",
            "closed form: the strengths XT, XC, YT, YC and SC; below them the elastic line",
            "Chang and Chang, and Tsai and Wu; 0.2 % of the strength"});
  for (const int criterion : {54, 55}) {
    const auto check = [&](const char* name, double angle, double strain, double strength, double young) {
      Pull test{damage(angle, criterion)};
      test.square = true;  // a crushed matrix bears no shear: it would give way
      test.strain = strain;
      const std::string what = fmt::format("CRIT {}, {}: stress [MPa]", criterion, name);
      expect_within(what, pull(test).stress, strength, 2e-3);
      test.strain = 0.8 * std::copysign(strength / young, strain);
      const Answer below = pull(test);
      expect_within(what + " below the strength", below.stress, young * std::abs(std::log(below.stretch)), 3e-3);
    };
    check("fibre tension", 0, 0.018, xt, ea);
    check("fibre compression", 0, -0.012, xc, ea);
    check("matrix tension", 90, 0.012, yt, eb);
    check("matrix compression", 90, -0.03, yc, eb);
    Pull shear{damage(0, criterion)};
    shear.strain = 0.03;
    shear.shear = true;
    expect_within(fmt::format("CRIT {}, shear stress [MPa]", criterion), pull(shear).stress / std::sqrt(3), sc, 5e-3);
  }
}

TEST(Composites, APlyFails) {
  verifies({"2.13", "MAT_054 fails at DFAILT, or at XT where DFAILT is 0",
            "closed form: area below the elastic line and the plateau",
            "steps of the strain; the volume hardly changes"});
  Pull test{damage(0, 54)};
  test.strain = 0.022;
  const Answer at_strain = pull(test);
  EXPECT_TRUE(at_strain.deleted);
  expect_within("DFAILT: eroded energy [mJ]", at_strain.run.energy("eroded"), xt * (0.02 - 0.5 * xt / ea), 0.01);
  test.cards = damage(0, 54, "0,0");
  const Answer at_strength = pull(test);
  EXPECT_TRUE(at_strength.deleted);
  expect_within("DFAILT = 0: eroded energy [mJ]", at_strength.run.energy("eroded"), 0.5 * xt * xt / ea, 0.01);
}

TEST(Composites, StrengthsOfChangAndChang) {
  verifies({"2.13", "MAT_022: plateaus of the matrix in tension and compression, failure of the fibres, also by shear",
            "closed form: YT and YC; the area below the elastic line up to XT, or SC",
            "0.2 % of the strength; steps of the strain"});
  const auto law = [](double angle) {
    return fmt::format("*MAT_COMPOSITE_DAMAGE\n50,{}0,0\n0,0,0,0,0,0\n0,0,0,0,0,0,{}\n{},{},{},{}\n", elastic_ply,
                       angle, sc, xt, yt, yc) + section();
  };
  const auto plateau = [&](const char* name, double angle, double strain, double strength) {
    Pull test{law(angle)};
    test.square = true;
    test.strain = strain;
    expect_within(fmt::format("{}: stress [MPa]", name), pull(test).stress, strength, 2e-3);
  };
  plateau("matrix tension", 90, 0.012, yt);
  plateau("matrix compression", 90, -0.03, yc);
  plateau("fibre tension below XT", 0, std::expm1(0.9 * xt / ea), 0.9 * xt);
  plateau("fibre compression, unlimited", 0, std::expm1(-1.2 * xc / ea), 1.2 * xc);
  Pull shear{law(0)};
  shear.strain = 0.03;
  shear.shear = true;
  const Answer sheared = pull(shear);
  EXPECT_TRUE(sheared.deleted);
  expect_within("shear breaks the fibres: eroded energy [mJ]", sheared.run.energy("eroded"), 0.5 * sc * sc / gab, 0.02);
  Pull fibres{law(0)};
  fibres.strain = 0.022;
  const Answer broken = pull(fibres);
  EXPECT_TRUE(broken.deleted);
  expect_within("fibres break: eroded energy [mJ]", broken.run.energy("eroded"), 0.5 * xt * xt / ea, 0.01);
}

/// Two sheets side by side are pulled by 0.012; the second, of part 51, goes at 0.005. The first one's stress at the
/// end.
double beside_a_deleted_one(const std::string& material) {
  DeckText deck(2.4, 0.5);
  deck.card("CONTROL_SHELL", "20,0,-1,0");
  std::vector<long> n;
  for (const Vec3& x : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}})
    n.push_back(deck.node(x));
  const std::string cards = material +
                            "*MAT_ENHANCED_COMPOSITE_DAMAGE\n51,1.6e-3,130000,9000,0,0\n5000,3000,5000,0,0\n\n\n"
                            "0,0,1,0,0,0.005\n1200,2000,200,60,90\n*PART\nweak\n51,50,51\n*PART\nsheet\n50,50,50\n"
                            "*SECTION_SHELL\n50,2,1,2\n1,1,1,1\n";
  deck.card(cards.substr(1, cards.find('\n') - 1), cards.substr(cards.find('\n') + 1));
  deck.card("ELEMENT_SHELL", "1,50,1,2,3,4\n2,51,4,3,6,5");
  deck.hold(n, "y z rx ry rz");
  deck.hold({n[0], n[3], n[4]}, "x");
  const int curve = deck.curve({{0, 0}, {0.24, 1}, {24, 1}});
  deck.prescribe_velocity({n[1], n[2], n[5]}, 1, curve, 0.012 / (0.95 * 2.4));
  deck.outputs({"BINARY_D3PLOT"}, 10);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(run.folder).back();
  EXPECT_FALSE(state.deleted[0]);
  EXPECT_TRUE(state.deleted[1]);
  return state.von_mises[0];
}

TEST(Composites, NeighboursOfDeletedOnesAreWeaker) {
  verifies({"2.13", "MAT_054 and 058 beside an element that is deleted at 0.005, pulled to 0.012, SOFT = 1 and 0.4",
            "closed form: SOFT XT for 054; of 058 the law with that strength", "0.2 %"});
  const auto ply = [](double soft) {
    return fmt::format(
        "*MAT_ENHANCED_COMPOSITE_DAMAGE\n50,1.6e-3,130000,9000,0,0\n5000,3000,5000,0,0\n\n\n"
        "1e-9,0,{},0,0,0.02\n1200,2000,200,60,90\n",
        soft);
  };
  expect_within("054, SOFT = 1: stress [MPa]", beside_a_deleted_one(ply(1)), ea * std::log(1.012), 2e-3);
  expect_within("054, SOFT = 0.4: stress [MPa]", beside_a_deleted_one(ply(0.4)), 0.4 * xt, 2e-3);
  const auto cloth_of = [](double soft) {
    return fmt::format(
        "*MAT_LAMINATED_COMPOSITE_FABRIC\n50,1.5e-3,60000,55000,0,0\n4000,3000,3000\n0,0,0,{},-1\n\n\n"
        "0.016,0.014,0.016,0.015,0.05\n600,650,580,640,90\n",
        soft);
  };
  const double strain = std::log(1.012), m = 1 / std::log(60000 * 0.014 / 650);
  for (const double soft : {1.0, 0.4})
    expect_within(fmt::format("058, SOFT = {}: stress [MPa]", soft), beside_a_deleted_one(cloth_of(soft)),
                  std::exp(-std::pow(60000 * strain / (soft * 650), m) / (m * std::exp(1.0))) * 60000 * strain, 2e-3);
}

/// Bends a cantilever of a laminate by 32 elements under a tip force and returns the deflection at rest.
double cantilever(const std::string& part) {
  constexpr double length = 32, width = 2, force = 0.01;
  DeckText deck(12);  // the first period is 0.7 or 2.7 ms
  deck.card(part.substr(1, part.find('\n') - 1), part.substr(part.find('\n') + 1));
  const Grid strip = deck.plate(50, {32, 2}, {length, width, 0});
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  const std::vector<long> tip = strip.nodes([=](const Vec3& x) { return x.x == length; });
  const int curve = deck.curve({{0, 0}, {3, 1}, {1e3, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},3,{},{}", deck.node_set(tip), curve, force / double(tip.size())));
  deck.card("DAMPING_GLOBAL", "0,4");
  deck.outputs({"BINARY_D3PLOT"}, 12);
  const Run run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(run.folder).back();
  return state.position.at(std::size_t(strip.node(32, 1) - 1))[2];
}

TEST(Composites, LaminateBends) {
  verifies({"2.12", "cantilever of [0/90/90/0] and of [90/0/0/90], PART_COMPOSITE, under a tip force",
            "closed form: F L^3 / (3 D11 b) with D11 by laminate theory, a point in each ply's middle",
            "transverse shear, strips are not beams; 1 %"});
  constexpr double ply = 0.25;
  for (const bool stiff : {true, false}) {
    const int outer = stiff ? 0 : 90, inner = 90 - outer;
    double d11 = 0;  // per width; free edges: EA and EB, for nu_ba = 0
    for (const double height : {-1.5, -0.5, 0.5, 1.5}) {
      const bool along = (std::abs(height) > 1) == stiff;
      d11 += (along ? ea : eb) * ply * ply * ply * height * height;
    }
    const std::string part = fmt::format(
        "*MAT_ORTHOTROPIC_ELASTIC\n50,1.6e-3,130000,9000,0,0\n5000,5000,5000,2\n0,0,0,1,0,0\n0,0,0,0\n"
        "*HOURGLASS\n50,4,1e-3\n*PART_COMPOSITE\nplies\n50,2,1,0,0,50\n50,{0},{1},0,50,{0},{2}\n50,{0},{2},0,50,{0},{1}"
        "\n",
        ply, outer, inner);
    expect_within(fmt::format("[{0}/{1}/{1}/{0}]: deflection [mm]", outer, inner), cantilever(part),
                  0.01 * 32 * 32 * 32 / (3 * d11 * 2), 0.01);
  }
}

TEST(Composites, PointsOfARuleBend) {
  verifies({"2.12", "cantilever of three points through the thickness at the places and weights of *INTEGRATION_SHELL",
            "closed form: F L^3 / (3 E I), I = b t^3 / 8 times the sum of WF S^2", "transverse shear; 1 %"});
  struct Rule {
    const char* points;
    double sum;
  };
  for (const Rule& rule : {Rule{"-1,0.25\n0,0.5\n1,0.25", 0.5}, Rule{"0.9,0.2\n0,0.6\n-0.9,0.2", 0.324}}) {
    const std::string part =
        fmt::format("*MAT_ELASTIC\n50,1.6e-3,130000,0\n*HOURGLASS\n50,4,1e-3\n*SECTION_SHELL\n50,2,0.8333,3,0,-50\n"
                    "1.,1.,1.,1.\n*INTEGRATION_SHELL\n50,3\n{}\n*PART\nstrip\n50,50,50,0,50\n", rule.points);
    const double inertia = 2 * rule.sum / 4;  // b t^2 / 4 of WF S^2
    expect_within(fmt::format("sum of WF S^2 = {}: deflection [mm]", rule.sum), cantilever(part),
                  0.01 * 32 * 32 * 32 / (3 * 130000 * inertia), 0.01);
  }
}

constexpr double fabric_young = 60000, fabric_strength = 650, peak_strain = 0.014;

std::string fabric(double floor, int surface) {
  return fmt::format(
             "*MAT_LAMINATED_COMPOSITE_FABRIC\n50,1.5e-3,60000,55000,0,0\n4000,3000,3000,{},0.8,0.3,0.8,0.5\n"
             "0,0,0,1,{}\n0,0,0\n0,0,0\n0.016,{},0.016,0.015,0.05\n600,{},580,640,90\n",
             floor, surface, peak_strain, fabric_strength) +
         section();
}
/// Intact share of the stiffness at a strain.
double intact(double strain) {
  const double m = 1 / std::log(fabric_young * peak_strain / fabric_strength);
  return std::exp(-std::pow(fabric_young * strain / fabric_strength, m) / (m * std::exp(1.0)));
}

TEST(Composites, FabricIsDamaged) {
  verifies({"2.14", "MAT_058 pulled along a: to half of the strain at its peak, to the peak, to twice that, and back",
            "closed form: exp(-(E e / X)^m / (m e)) E e, not below SLIMT1 X; unloading to the origin",
            "for nu_ba = 0; 0.3 %"});
  for (const int surface : {-1, 0, 1}) {
    Pull test{fabric(0.3, surface)};
    for (const double strain : {0.007, peak_strain, 0.028}) {
      test.strain = strain;
      const Answer answer = pull(test);
      const double e = std::log(answer.stretch), smooth = intact(e) * fabric_young * e;
      const double expected = strain > peak_strain ? std::max(smooth, 0.3 * fabric_strength) : smooth;
      expect_within(fmt::format("FS {}, strain {}: stress [MPa]", surface, strain), answer.stress, expected, 3e-3);
    }
  }
  Pull back{fabric(0, -1)};
  back.strain = 0.02;
  back.reverse = 2;
  const Answer answer = pull(back);
  const double e = std::log(answer.stretch);
  EXPECT_LT(e, 0.012);
  expect_within("unloaded from 0.02: stress [MPa]", answer.stress, intact(std::log(1.02)) * fabric_young * e, 5e-3);
  Pull shear{fabric(0, -1)};
  shear.strain = 0.05;
  shear.shear = true;
  expect_within("shear stress at GMS [MPa]", pull(shear).stress / std::sqrt(3), 90, 3e-3);
}

std::string cloth(int elimination) {
  return fmt::format("*MAT_FABRIC\n50,8e-4,300,0,0,0.3\n0,0,0,{}\n0\n0,0,0\n0,0,0\n", elimination) + section(5);
}
/// The first with a liner.
std::string lined(double young, double share) {
  return fmt::format("*MAT_FABRIC\n50,8e-4,300,0,0,0.3\n0,0,0,1,{},0.3,{}\n0\n0,0,0\n0,0,0\n", young, share) +
         section(5);
}
std::string woven(double angle) {
  return fmt::format("*MAT_FABRIC\n50,8e-4,350,280,0,0.2\n60,0,0,1\n0\n0,0,0\n0,0,0,0,0,0,{}\n", angle) + section(5);
}

TEST(Composites, ClothWrinkles) {
  verifies({"2.15", "MAT_034 on membranes (ELFORM 5): pulled, held across, sheared, pressed; isotropic, lined, woven",
            "closed form: E e, E e / (1 - nu^2), E gamma / 2 of the wrinkled field of tension, 0",
            "strain 0.01; what is left of vibration"});
  const auto run = [](const std::string& cards, double strain, bool across, bool shear) {
    Pull test{cards};
    test.strain = strain;
    test.across = across;
    test.shear = shear;
    return pull(test);
  };
  const Answer pulled = run(cloth(1), 0.01, false, false);
  expect_within("pulled: stress [MPa]", pulled.stress, 300 * std::log(pulled.stretch), 5e-3);
  const Answer held = run(cloth(1), 0.01, true, false);
  expect_within("held across: stress [MPa]", held.stress,
                300 / 0.91 * std::log(held.stretch) * std::sqrt(1 - 0.3 + 0.09), 5e-3);
  expect_within("sheared: stress [MPa]", run(cloth(1), 0.01, false, true).stress, 300 * 0.01 / 2, 0.01);
  expect_within("sheared without CSE: stress [MPa]", run(cloth(0), 0.01, false, true).stress,
                300 / 2.6 * 0.01 * std::sqrt(3), 0.01);
  expect_below("pressed: stress [MPa]", run(cloth(1), -0.01, true, false).stress, 1e-9);
  const Answer pulled_with_liner = run(lined(50, 0.1), 0.01, false, false);
  expect_within("with a liner, pulled: stress [MPa]", pulled_with_liner.stress,
                (0.9 * 300 + 0.1 * 50) * std::log(pulled_with_liner.stretch), 5e-3);
  const Answer pressed = run(lined(50, 0.1), -0.01, true, false);
  expect_within("with a liner, pressed and held across: stress [MPa]", std::abs(pressed.stress),
                -0.1 * 50 / 0.91 * std::log(pressed.stretch) * std::sqrt(1 - 0.3 + 0.09), 5e-3);
  for (const double angle : {0.0, 90.0}) {
    const Answer yarn = run(woven(angle), 0.01, false, false);
    expect_within(fmt::format("woven, {} degrees: stress [MPa]", angle), yarn.stress,
                  (angle == 0 ? 350 : 280) * std::log(yarn.stretch), 5e-3);
    expect_below(fmt::format("woven, {} degrees, pressed: stress [MPa]", angle),
                 run(woven(angle), -0.01, true, false).stress, 1e-9);
  }
}

/// Warp and weft that stiffen, with curves of unloading; the weft's and the weave's shear are linear in the first half.
std::string yarns(int form, int elimination) {
  return fmt::format(
      "*MAT_FABRIC\n50,8e-4,350,280,0,0.2\n60,0,0,{}\n0,0,0,0,0,{}\n0,0,0\n0,0,0\n901,0,902,903\n{}"
      "*DEFINE_CURVE\n901\n0,0\n0.05,10\n0.1,40\n*DEFINE_CURVE\n902\n0,0\n0.03,2\n0.06,8\n"
      "*DEFINE_CURVE\n903\n0,0\n0.15,12\n0.2,80\n",
      elimination, form, form == -14 ? "0,0\n" : "") +
      section(5);
}
constexpr double along(double first, double x1, double y1, double slope, double x) {
  return x < x1 ? first * x : y1 + slope * (x - x1);
}

TEST(Composites, YarnsFollowCurves) {
  verifies({"2.22", "MAT_034 with curves (FORM 14, -14, 4), pulled along a, back, along b, sheared, pressed",
            "closed form: P(l - 1), or l S((l^2 - 1) / 2); back P_m U(x_u x / x_m) / U(x_u)",
            "what is left of vibration, kinks between the 1025 points of the kernel's curve: 0.5 %"});
  const auto warp = [](double x) { return along(200, 0.05, 10, 600, x); };
  const auto run = [](const std::string& cards, double strain, double reverse, bool shear) {
    Pull test{cards};
    test.strain = strain;
    test.reverse = reverse;
    test.shear = shear;
    return pull(test);
  };
  for (const int form : {14, -14}) {
    const Answer pulled = run(yarns(form, 1), 0.08, 0, false);
    expect_within(fmt::format("FORM {}: stress [MPa]", form), pulled.stress, warp(pulled.stretch - 1), 5e-3);
  }
  const Answer green = run(yarns(4, 1), 0.08, 0, false);
  expect_within("FORM 4: stress [MPa]", green.stress,
                green.stretch * warp(0.5 * (green.stretch * green.stretch - 1)), 5e-3);
  const Answer back = run(yarns(14, 1), 0.08, 6, false);
  const double largest = 0.08, share = (back.stretch - 1) / largest;
  expect_within("FORM 14, back: stress [MPa]", back.stress,
                warp(largest) * along(80, 0.15, 12, 1360, 0.2 * share) / 80, 5e-3);
  Pull across{yarns(14, 1)};
  across.turned = 1;
  across.strain = 0.05;
  const Answer weft = pull(across);
  expect_within("FORM 14, along b: stress [MPa]", weft.stress, 280 * (weft.stretch - 1), 5e-3);
  expect_within("FORM 14, sheared: stress [MPa]", run(yarns(14, 1), 0.05, 0, true).stress / std::sqrt(3),
                along(200.0 / 3, 0.03, 2, 200, 0.05), 0.01);
  expect_below("FORM 14, pressed: stress [MPa]", run(yarns(14, 1), -0.01, 0, false).stress, 1e-9);
}

}  // namespace
}  // namespace crumple::test::composites
