// The ASCII databases to the column: the numbers must lie where readers of LS-DYNA's files slice them out.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "io_support.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/state/belt_row.hpp"
#include "physics/state/part_sum.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple::io_ascii_formats {
namespace {

using test::lines;

Clock sample_clock() {
  Clock clock;
  clock.time = 0.0125;
  clock.dt = 1.51e-6;
  clock.cycle = 19862;
  clock.limiting_element = 2043;
  clock.limiting_part = 17;
  return clock;
}

Energies sample_energies() {
  Energies energies;
  energies.kinetic = 1234.5;
  energies.internal = 500;
  energies.hourglass = 12;
  energies.sliding = -0.25;
  energies.rigid_wall = 3;
  energies.external_work = 250;
  energies.initial_total = 1500;
  energies.eroded_internal = 100;
  return energies;
}

TEST(Glstat, LinesAreThoseOfTheExtractor) {
  const std::vector<WallForce> walls{{1, {}, {}, {}, 2}, {2, {}, {}, {}, 1}};
  const auto text = lines(format_glstat(sample_clock(), sample_energies(), walls, {-15.6, 0, 0.5}, 676.4));
  EXPECT_EQ(text[0], "");
  EXPECT_EQ(text[1], "");
  EXPECT_EQ(text[2], " dt of cycle   19862 is controlled by shell      2043 of part        17");
  EXPECT_EQ(text[3], "");
  EXPECT_EQ(text[4], " time...........................   1.25000E-02");
  EXPECT_EQ(text[5], " time step......................   1.51000E-06");
  EXPECT_EQ(text[6], " kinetic energy.................   1.23450E+03");
  EXPECT_EQ(text[7], " internal energy................   5.00000E+02");
  EXPECT_EQ(text[8], " stonewall energy...............   2.00000E+00 wall# 1");
  EXPECT_EQ(text[9], " stonewall energy...............   1.00000E+00 wall# 2");
  EXPECT_EQ(text[10], " hourglass energy ..............   1.20000E+01");
  EXPECT_EQ(text[11], " system damping energy..........   0.00000E+00");
  EXPECT_EQ(text[12], " sliding interface energy.......  -2.50000E-01");
  EXPECT_EQ(text[13], " external work..................   2.50000E+02");
  EXPECT_EQ(text[17], " total energy...................   1.74925E+03");
  EXPECT_EQ(text[18], " total energy / initial energy..   9.99571E-01");
  EXPECT_EQ(text[19], " energy ratio w/o eroded energy.   9.42429E-01");
  EXPECT_EQ(text[20], " global x velocity..............  -1.56000E+01");
  EXPECT_EQ(text[23], " time per zone cycle.(nanosec)..           676");
}

TEST(Glstat, FieldsLieWhereReadersSliceThem) {
  const auto text = lines(format_glstat(sample_clock(), sample_energies(), {}, {}, 0));
  // columns (from 1) 14-20 cycle, 45-53 element, 63-71 part; 33-46 value
  EXPECT_EQ(std::stol(text[2].substr(13, 7)), 19862);
  EXPECT_EQ(std::stol(text[2].substr(44, 9)), 2043);
  EXPECT_EQ(std::stol(text[2].substr(62, 9)), 17);
  EXPECT_DOUBLE_EQ(std::stod(text[6].substr(32, 14)), 1234.5);
  EXPECT_DOUBLE_EQ(std::stod(text[6].substr(34, 12)), 1234.5);
}

TEST(Glstat, SaysWhenNoElementLimitsTheStep) {
  Clock clock = sample_clock();
  clock.limiting_element = 0;
  EXPECT_EQ(lines(format_glstat(clock, {}, {}, {}, 0))[2], " dt of cycle   19862 is controlled by load curve");
}

TEST(Glstat, EndsWithTheAddedMass) {
  const auto text = lines(format_glstat(sample_clock(), {}, {}, {}, 676, ScaledMass{0.3692, 0.3043}));
  EXPECT_EQ(text[text.size() - 2], " added mass.....................   3.04300E-01");
  EXPECT_EQ(text[text.size() - 1], " percentage increase............   4.68875E+02");
}

TEST(Matsum, RowsOfShortAndLongIds) {
  PartSum sum;
  sum.internal = 1;
  sum.kinetic = 2;
  sum.hourglass = 3;
  sum.momentum = {4, 5, 6};
  sum.rigid_velocity = {7, 8, 9};
  const std::vector<PartSum> sums{sum, sum};
  const std::vector<Id> ids{17, 1234567};
  const auto text = lines(format_matsum(sample_clock(), ids, sums));
  EXPECT_EQ(text[2], " time =   1.2500E-02");
  EXPECT_EQ(text[3], " mat.#=   17             inten=   1.0000E+00     kinen=   2.0000E+00     eroded_ie=   0.0000E+00"
                     "     eroded_ke=   0.0000E+00");
  EXPECT_EQ(text[4], " x-mom=   4.0000E+00     y-mom=   5.0000E+00     z-mom=   6.0000E+00");
  EXPECT_EQ(text[5], " x-rbv=   7.0000E+00     y-rbv=   8.0000E+00     z-rbv=   9.0000E+00");
  EXPECT_EQ(text[6], "                         hgeng=   3.0000E+00     ");
  EXPECT_EQ(text[7].substr(0, 31), " mat.#= 1234567          inten=");
  sum.added_mass = 10;
  const auto scaled = lines(format_matsum(sample_clock(), ids, std::vector<PartSum>{sum}, true));
  EXPECT_EQ(scaled[6], "                         hgeng=   3.0000E+00     +mass=   1.0000E+01     ");
}

TEST(Rwforc, HeaderAndRow) {
  const std::vector<WallForce> walls{{5, {1, 0, 0}, {-120.5, 0, 1}, {}, 0}};
  EXPECT_EQ(lines(format_rwforc_header())[2],
            "    time       wall#   normal-force    x-force        y-force        z-force");
  EXPECT_EQ(format_rwforc(sample_clock(), walls),
            " 1.25000E-02       5   1.205000E+02  -1.205000E+02   0.000000E+00   1.000000E+00\n");
}

TEST(Rcforc, BothSidesOfAnInterface) {
  const std::vector<ContactForce> contacts{{2, {1, -2, 3}, {-1, 2, -3}, 0}};
  const auto text = lines(format_rcforc(sample_clock(), contacts));
  EXPECT_EQ(text[0],
            "  slave           2 time 1.25000E-02  x  1.00000E+00  y -2.00000E+00  z  3.00000E+00 mass  0.00000E+00");
  EXPECT_EQ(text[1],
            "  master          2 time 1.25000E-02  x -1.00000E+00  y  2.00000E+00  z -3.00000E+00 mass  0.00000E+00");
}

TEST(Sleout, SidesFrictionAndTotals) {
  const std::vector<ContactForce> contacts{{2, {}, {}, {12, 10, 3}}, {7, {}, {}, {-1, -1, 0.5}}};
  const auto text = lines(format_sleout(sample_clock(), contacts));
  EXPECT_EQ(text[2], " contact interface energy file, time= 1.2500000E-02");
  EXPECT_EQ(text[3], "    #            slave       master        cycle=         19862    frictional");
  EXPECT_EQ(text[5], "         2   1.0000E+01   2.0000E+00" + std::string(28, ' ') + "   3.0000E+00");
  EXPECT_EQ(text[6], "         7  -1.0000E+00   0.0000E+00" + std::string(28, ' ') + "   5.0000E-01");
  EXPECT_EQ(text[5].size(), text[3].size());
  EXPECT_NE(text[8].find("total slave side       =   9.0000E+00"), std::string::npos);
  EXPECT_NE(text[9].find("=   2.0000E+00"), std::string::npos);
  EXPECT_NE(text[10].find("=   1.1000E+01"), std::string::npos);
  EXPECT_NE(text[11].find("=   3.5000E+00"), std::string::npos);
}

TEST(Nodout, TwelveColumnsFromTheTenth) {
  const std::vector<NodeHistory> nodes{{4141, {-1, 2, -3}, {4, 5, 6}, {7, 8, 9}, {10, -11, 12}}};
  const auto text = lines(format_nodout(sample_clock(), nodes));
  EXPECT_EQ(text[3],
            " n o d a l   p r i n t   o u t   f o r   t i m e  s t e p   19862                              ( at time"
            " 1.2500000E-02 )");
  EXPECT_EQ(text[5],
            " nodal point  x-disp     y-disp      z-disp      x-vel       y-vel       z-vel      x-accl      y-accl"
            "      z-accl      x-coor      y-coor      z-coor");
  EXPECT_EQ(std::stol(text[6].substr(0, 9)), 4141);
  const double expected[] = {-1, 2, -3, 4, 5, 6, 7, 8, 9, 10, -11, 12};
  for (int i = 0; i < 12; ++i) EXPECT_DOUBLE_EQ(std::stod(text[6].substr(10 + 12 * i, 12)), expected[i]);
  EXPECT_EQ(text[6].size(), 10u + 12 * 12);
}

TEST(Head, TitleAndStampLine) {
  RunInfo run = test::sample_run();
  const auto text = lines(format_head(run));
  EXPECT_EQ(text[0], " a small crash");
  // as "ls-dyna mpp.123456 d           date 01/01/2020" after 25 blanks
  EXPECT_EQ(text[1].substr(0, 59), std::string(25, ' ') + "crumple mpp.0.1.0  s           dat");
  EXPECT_EQ(text[1].size(), 25u + std::string("ls-dyna mpp.123456 d           date 01/01/2020").size());
}

/// Opens the outputs whose interval is greater than 0, as a run does.
std::vector<std::unique_ptr<Recorder>> open_all(const Domain& domain, const RunInfo& run, const std::string& prefix) {
  static EarlierOutputs nothing;
  static MessageFile messages(1, prefix, nothing, false);
  std::vector<std::unique_ptr<Recorder>> opened;
  for (const RecorderKind* kind : recorder_kinds())
    if (domain.model.output.interval(kind->name) > 0)
      opened.push_back(kind->open({test::world(), domain, run, prefix, messages, test::the_storage(), nothing}));
  return opened;
}

TEST(Databases, AreCreatedWithHeadAndLegendIfTheDeckAsksForThem) {
  test::Folder folder;
  Domain domain = test::sample_domain();
  for (const char* name : {"rwforc", "matsum", "nodout"}) domain.model.output.intervals[name] = 1;
  domain.model.output.intervals["rcforc"] = 0;
  EXPECT_EQ(open_all(domain, test::sample_run(), folder.prefix() + "job.").size(), 3u);
  EXPECT_NE(
      folder.read("job.matsum").find("{BEGIN LEGEND}\n Entity #        Title\n        3     floor\n{END LEGEND}\n"),
      std::string::npos);
  EXPECT_NE(folder.read("job.rwforc").find("normal-force"), std::string::npos);
  EXPECT_NE(folder.read("job.nodout").find("a small crash"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.path / "job.rcforc"));
}

TEST(Databases, NameTheFileThatCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  test::Folder folder;
  std::filesystem::create_symlink("/dev/full", folder.path / "rwforc");  // every write: no space left
  Domain domain = test::sample_domain();
  domain.model.output.intervals["rwforc"] = 1;
  try {
    open_all(domain, test::sample_run(), folder.prefix());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write " + folder.prefix() + "rwforc: No space left on device");
  }
}

TEST(AsciiFormats, BeltsRingsAndRetractors) {
  Clock clock;
  clock.time = 0.25;
  const BeltRow rows[] = {{BeltRow::Kind::element, 11, 350, 98.5},
                          {BeltRow::Kind::ring, 3, 4.5, 0},
                          {BeltRow::Kind::retractor, 7, 12.25, 5.5}};
  const std::string expected =
      "\n\n time...........................     2.50000E-01\n"
      "\n seat belt number...............      11\n axial force....................     3.50000E+02\n"
      " current length.................     9.85000E+01\n"
      "\n slip ring number...............       3\n total slip from side 1 to .....     4.50000E+00\n"
      " total slip from side 2 to .....     0.00000E+00\n"
      "\n retractor number...............       7\n pull-out to date...............     1.22500E+01\n"
      " force in attached element......     5.50000E+00\n";
  EXPECT_EQ(format_sbtout(clock, rows), expected);
}

TEST(AsciiFormats, MassesOfNodes) {
  const NodalMass nodes[] = {{5, 0.5, 2}, {12, 1.5, 0}};
  EXPECT_EQ(format_massout({}, nodes),
            "\n nodal mass information at time =   0.00000E+00\n      node         mass      inertia\n"
            "         5  5.00000E-01  2.00000E+00\n        12  1.50000E+00  0.00000E+00\n total      2.00000E+00\n");
}

}  // namespace
}  // namespace crumple::io_ascii_formats
