// *CONTROL_* and *DATABASE_*: each keyword's fields land in the Model.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_control {
namespace {

TEST(Control, Termination) {
  const Model model = read_text(base + "*CONTROL_TERMINATION\n2.0,100,0.01,5.0,1.e8\n");
  EXPECT_EQ(model.control.end_time, 2);
  EXPECT_EQ(model.control.end_cycle, 100);
  EXPECT_EQ(model.control.minimum_dt_factor, 0.01);
  EXPECT_EQ(model.control.energy_change_limit, 5);
  EXPECT_EQ(model.control.added_mass_limit, 1e8);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(Control, EndTimeOfTheCommandLine) {
  const Folder folder;
  const std::string termination = "*CONTROL_TERMINATION\n1.0\n";
  std::string without = base;
  without.erase(without.find(termination), termination.size());
  const auto end_time = [&](const std::string& text) {
    return read_deck(folder.write("deck.k", text), false, 0.5).control.end_time;
  };
  EXPECT_EQ(end_time(without), 0.5);
  EXPECT_EQ(end_time(without + "*CONTROL_TERMINATION\n0.0,500\n"), 0.5);
  EXPECT_EQ(end_time(base), 1);  // whose intervals may depend on it; the run takes the other
  EXPECT_ERROR(without, "expected this keyword, or endtime= on the command line");
}

TEST(Control, Timestep) {
  const Model model = read_text(base_curve + "*CONTROL_TIMESTEP\n1e-7,0.67,0,0,-3.5E-4,1,1\n");
  EXPECT_EQ(model.control.initial_dt, 1e-7);
  EXPECT_EQ(model.control.dt_scale, 0.67);
  EXPECT_EQ(model.control.mass_scaling_dt, 3.5e-4);
  EXPECT_FALSE(model.control.mass_scaling_of_all);
  EXPECT_EQ(model.control.dt_limit_curve, 0);
  EXPECT_EQ(model.control.erode, 1);
  EXPECT_EQ(read_text(base + "*CONTROL_TIMESTEP\n,,,,,,111\n").control.erode, 111);
  for (const char* wrong : {"2", "-1", "1000", "21"})
    EXPECT_ERROR(base + "*CONTROL_TIMESTEP\n,,,,,," + wrong + "\n", "ERODE: found " + std::string(wrong));
  EXPECT_EQ(read_text(base + "*CONTROL_TIMESTEP\n0.0,0.0\n").control.dt_scale, 0.9);
}

TEST(Control, MassScaling) {
  const auto control = [](const std::string& fields) {
    return read_text(base + "*CONTROL_TIMESTEP\n,,,," + fields + "\n").control;
  };
  EXPECT_TRUE(control("-1e-6").mass_scaling_goes_on);
  EXPECT_FALSE(control("-1e-6,,,1").mass_scaling_goes_on);
  EXPECT_FALSE(control("0").mass_scaling_goes_on);
  EXPECT_TRUE(control("1e-6").mass_scaling_of_all);
  EXPECT_EQ(control("1e-6").mass_scaling_dt, 1e-6);
}

TEST(Control, Shell) {
  EXPECT_EQ(read_text(base + "*CONTROL_SHELL\n20.0,1,-1,1,2,2,1,0\n").control.thickness_update, 1);
  const Model model = read_text(base + "*CONTROL_SHELL\n,,,,,,3\n");
  EXPECT_WARNING(model, "*CONTROL_SHELL field MITER: found 3, which is not supported");
  const std::string of_theory_12 = "*CONTROL_SHELL\n,,,,12\n*SECTION_SHELL\n7\n1.0\n*PART\nx\n9,7,1\n";
  EXPECT_ERROR(base + of_theory_12 + shell_of_9, "ELFORM: found 12");
}

TEST(Control, WhatIsNotDoneIsAWarning) {
  const Model model = read_text(base + "*CONTROL_BULK_VISCOSITY\n1.5,0.06,-2\n*CONTROL_TIMESTEP\n,,3\n");
  EXPECT_WARNING(model, "field TYPE: found -2");
  EXPECT_WARNING(model, "field ISDO: found 3");
  EXPECT_EQ(read_text(base + "*CONTROL_TIMESTEP\n,,2\n").control.step_length, 2);
  EXPECT_ERROR(base + "*CONTROL_TIMESTEP\n,,4\n", "field ISDO: found 4");
}

TEST(Control, MoreCardsThanKnownAreNamed) {
  EXPECT_WARNING(read_text(base + "*CONTROL_HOURGLASS\n1,0.1\n5\n"), "found 1 more card(s)");
  EXPECT_WARNING(read_text(base + "*EOS_001\n3,0,1.\n\n5\n"), "found 1 more card(s)");
  EXPECT_TRUE(read_text(base + "*CONTROL_HOURGLASS\n1,0.1\n0\n").warnings.empty());
}

TEST(Database, Intervals) {
  const Model model = read_text(base +
                                "*DATABASE_GLSTAT\n0.1,3\n*DATABASE_MATSUM\n0.2\n*DATABASE_RWFORC\n0.3\n"
                                "*DATABASE_RCFORC\n0.4\n*DATABASE_NODOUT\n0.5\n*DATABASE_BINARY_D3PLOT\n0.6\n"
                                "*DATABASE_SLEOUT\n0.7\n");
  EXPECT_EQ(model.output.interval("glstat"), 0.1);
  EXPECT_EQ(model.output.interval("matsum"), 0.2);
  EXPECT_EQ(model.output.interval("rwforc"), 0.3);
  EXPECT_EQ(model.output.interval("rcforc"), 0.4);
  EXPECT_EQ(model.output.interval("nodout"), 0.5);
  EXPECT_EQ(model.output.interval("sleout"), 0.7);
  EXPECT_EQ(model.output.interval("d3plot"), 0.6);
  EXPECT_EQ(read_text(base + "*DATABASE_BINARY_D3PLOT\n0.6,,,20\n").output.interval("d3plot"), 1.0 / 20);
}

TEST(Database, HistoryNodes) {
  const Model model = read_text(base +
                                "*DATABASE_HISTORY_NODE\n5,3,0,1\n*SET_NODE\n7\n9\n*DATABASE_HISTORY_NODE_SET\n7\n"
                                "*DATABASE_HISTORY_NODE_ID\n         2door, left\n");
  EXPECT_EQ(model.output.history_nodes, (std::vector<Index>{0, 1, 2, 4, 8}));
  EXPECT_ERROR(base + "*DATABASE_HISTORY_NODE\n99\n", "deck.k:34: *DATABASE_HISTORY_NODE field ID: node 99");
}

TEST(Keyword, TitleAndComment) {
  const Model model =
      read_text("*KEYWORD_ID\nproject\n*TITLE\n$# title\nCar, 5 $ into wall\n*COMMENT\nanything, at * all\n1 2 3\n" +
                base.substr(9));
  EXPECT_EQ(model.title, "Car, 5 $ into wall");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_control
