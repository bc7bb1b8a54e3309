// Broken decks: each kind of mistake gives a message with file, line, keyword and field. Lines count from the start of
// `base` (33 lines), to which most cases add a piece.
#include <algorithm>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::errors {
namespace {

struct Broken {
  const char* name;
  std::string text;
  std::string message;  ///< must be part of the error
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

const Broken broken_decks[] = {
    {"MissingNode", base + "*ELEMENT_SHELL\n5,1,1,2,99,4\n",
     "deck.k:34: *ELEMENT_SHELL field N3: element 5 names node 99, which is not defined"},
    {"MissingNodeOfSolid", base + "*ELEMENT_SOLID\n5,2,1,2,3,4,5,6,7,99\n",
     "deck.k:34: *ELEMENT_SOLID field N8: element 5 names node 99"},
    {"MissingPart", base + "*ELEMENT_SHELL\n5,88,1,2,3,4\n",
     "deck.k:34: *ELEMENT_SHELL field PID: element 5 is of part 88, which is not defined"},
    {"MissingSection", base + "*PART\nx\n9,77,1\n", "deck.k:35: *PART field SECID: section 77 is not defined"},
    {"MissingMaterial", base + "*PART\nx\n9,1,77\n", "deck.k:35: *PART field MID: material 77 is not defined"},
    {"MissingHourglass", base + "*PART\nx\n9,1,1,,5\n", "deck.k:35: *PART field HGID: hourglass 5 is not defined"},
    {"ZeroThickness", base + "*SECTION_SHELL\n5,2\n0.0\n",
     "deck.k:35: *SECTION_SHELL field T1: found thickness 0, expected a positive one [length]"},
    {"MissingThicknessCard", base + "*SECTION_SHELL\n5,2\n", "*SECTION_SHELL field T1: found thickness 0"},
    {"NegativeThickness", base + "*SECTION_SHELL\n5,2\n1.0,-1.0\n", "deck.k:35: *SECTION_SHELL field T2"},
    {"UnknownMaterial", base + "*MAT_PIECEWISE_LINEAR_PLASTICTY\n1\n",
     "deck.k:33: *MAT_PIECEWISE_LINEAR_PLASTICTY: this keyword is not supported; the most similar one that is: "
     "*MAT_PIECEWISE_LINEAR_PLASTICITY"},
    {"UnknownKeyword", base + "*ELEMENT_BEARING\n1\n",
     "deck.k:33: *ELEMENT_BEARING: this keyword is not supported"},
    {"SensorsThatAct",
     base + "*SENSOR_DEFINE_MISC\n1,AGE\n*SENSOR_SWITCH\n1,SENSOR,1,GT,5\n*SENSOR_CONTROL\n1,CONTACT,1\nOFF,1\n",
     "deck.k:36: *SENSOR_SWITCH field SENSID: sensor of a node, element, force or calculation 1 is not defined"},
    {"UnknownOption", base + "*BOUNDARY_SPC_NODE_SUBCASE\n1\n",
     "deck.k:33: *BOUNDARY_SPC_NODE_SUBCASE: this keyword is not"},
    {"UnknownControl", base + "*CONTROL_STAGED_CONSTRUCTION\n1\n",
     "deck.k:33: *CONTROL_STAGED_CONSTRUCTION: this keyword is not supported"},
    {"BadReal", base + "*MAT_ELASTIC\n5,abc,1.0\n",
     "deck.k:34: *MAT_ELASTIC field RO: found \"abc\", expected a number [mass/volume]"},
    {"BadInteger", base + "*SECTION_SHELL\n5,2,,2.5\n1.0\n",
     "deck.k:34: *SECTION_SHELL field NIP: found \"2.5\", expected a whole number"},
    {"BadCoordinate", base + "*NODE\n      20       1.2.3             0.0\n",
     "deck.k:34: *NODE field X: found \"1.2.3\", expected a number [length]"},
    {"ShiftedColumns", base + "*NODE\n     20             0.0             0.0             0.0\n     x1 0\n",
     "deck.k:35: *NODE field NID"},
    {"Tab", base + "*NODE\n21\t1.0\t2.0\t3.0\n", "a tab does not fill columns"},
    {"CurveOutOfOrder", base + "*DEFINE_CURVE\n3\n0,1\n2,1\n1,1\n",
     "deck.k:37: *DEFINE_CURVE field A1: curve 3 is out of order: found 1 after 2, expected a larger value"},
    {"CurveRepeatsX", base + "*DEFINE_CURVE\n3\n0,1\n0,2\n",
     "deck.k:34: *DEFINE_CURVE: curve 3 has points at 0 alone"},
    {"CurveWithoutPoints", base + "*DEFINE_CURVE\n3\n", "deck.k:34: *DEFINE_CURVE: curve 3 has no points"},
    {"TableOutOfOrder", base_curve + "*DEFINE_TABLE_2D\n4\n1.0,1\n0.5,1\n",
     "deck.k:40: *DEFINE_TABLE_2D field VALUE: table is out of order"},
    {"TableWithoutCurves", base + "*DEFINE_TABLE\n4\n0.0\n1.0\n*DEFINE_CURVE\n5\n0,1\n1,2\n",
     "deck.k:34: *DEFINE_TABLE: table 4 has 2 values, but only 1 curves follow"},
    {"NegativeDensity", base + "*MAT_ELASTIC\n5,-1.0,1.0,0.3\n",
     "deck.k:34: *MAT_ELASTIC field RO: found -1, expected a positive density"},
    {"ZeroYoung", base + "*MAT_ELASTIC\n5,1.0,0.0,0.3\n",
     "deck.k:34: *MAT_ELASTIC field E: found 0, expected a positive Young's modulus"},
    {"PoissonOutOfRange", base + "*MAT_ELASTIC\n5,1.0,1.0,0.5\n",
     "deck.k:34: *MAT_ELASTIC field PR: found 0.5, expected Poisson's ratio"},
    {"NoYieldStress", base + "*MAT_024\n5,1.0,1.0,0.3\n",
     "deck.k:34: *MAT_024 field SIGY: found 0, expected a positive yield stress"},
    {"TangentTooLarge", base + "*MAT_003\n5,1.0,1.0,0.3,0.1,2.0\n",
     "deck.k:34: *MAT_003 field ETAN: found 2, expected less than E = 1"},
    {"MissingHardeningCurve", base + "*MAT_024\n5,1.0,1.0,0.3\n,,44\n",
     "deck.k:35: *MAT_024 field LCSS: curve or table 44 is not defined"},
    {"HardeningWithoutPoints", base + "*DEFINE_CURVE\n9\n*MAT_024\n5,1.,1.,.3\n0,0,9\n",
     "deck.k:34: *DEFINE_CURVE: curve 9 has no points"},
    {"HardeningWithoutRates", base + "*DEFINE_TABLE\n9\n*MAT_024\n5,1.,1.,.3\n0,0,9\n",
     "deck.k:34: *DEFINE_TABLE: the table has no values"},
    {"HardeningOfOnePoint", base + "*DEFINE_CURVE\n9\n0,1\n*MAT_024\n5,1.,1.,.3\n0,0,9\n",
     "deck.k:38: *MAT_024 field LCSS: curve 9 has one point, expected at least two"},
    {"HardeningEndsAtZero", base + "*DEFINE_CURVE\n9\n-1,1\n0,1\n*MAT_024\n5,1.,1.,.3\n0,0,9\n",
     "deck.k:39: *MAT_024 field LCSS: curve 9 ends at the plastic strain 0, expected a positive one"},
    {"FoamWithoutPoints", base + "*DEFINE_CURVE\n9\n*MAT_063\n5,1.,70.,0,9\n",
     "deck.k:34: *DEFINE_CURVE: curve 9 has no points"},
    {"RateWithoutExponent", base + "*MAT_024\n5,1.,1.,.3,.1\n40.\n",
     "deck.k:35: *MAT_024 field P: found 0 with C = 40, expected a positive exponent"},
    {"RateOfCurveWithoutExponent", base_curve + "*MAT_024\n5,1.,1.,.3\n40.,0,1\n",
     "deck.k:39: *MAT_024 field P: found 0 with C = 40, expected a positive exponent"},
    {"KinematicRateWithoutExponent", base + "*MAT_003\n5,1.,1.,.3,.1\n40.\n",
     "deck.k:35: *MAT_003 field SRP: found 0 with SRC = 40, expected a positive exponent"},
    {"RateScalingCurve", base + "*MAT_024\n5,1.0,1.0,0.3,1\n,,,9\n",
     "deck.k:35: *MAT_024 field LCSR: curve 9 is not defined"},
    {"TangledSolid", base + "*ELEMENT_SOLID\n5,2,5,6,7,8,1,2,3,4\n",
     "deck.k:34: *ELEMENT_SOLID: solid 5 has volume -1, expected a positive one"},
    {"FlatSolid", base + "*ELEMENT_SOLID\n5,2,1,2,3,4,1,2,3,4\n", "deck.k:34: *ELEMENT_SOLID: solid 5 has volume 0"},
    {"ShellWithoutArea", base + "*ELEMENT_SHELL\n5,1,1,2,9,9\n", "deck.k:34: *ELEMENT_SHELL: shell 5 has no area"},
    {"EightNodeShell", base + "*ELEMENT_SHELL\n5,1,1,2,3,4,5,6,7,8\n", "deck.k:34: *ELEMENT_SHELL field N5"},
    {"DuplicateNode", base + "*NODE\n3,5,5,5\n", "deck.k:34: *NODE: node 3 is defined twice; first at "},
    {"DuplicateShell", base + "*ELEMENT_SHELL\n1,1,1,2,3,4\n",
     "deck.k:34: *ELEMENT_SHELL: shell 1 is defined twice; first at "},
    {"DuplicateSolid", base + "*ELEMENT_SOLID\n10,2,1,2,3,4,5,6,7,8\n",
     "deck.k:34: *ELEMENT_SOLID: solid 10 is defined twice"},
    {"DuplicatePart", base + "*PART\nx\n1,1,1\n", "deck.k:35: *PART: part 1 is defined twice; first at "},
    {"MaterialWithoutCards", base + "*MAT_001\n", "*MAT_001 field MID: found 0, expected a positive id"},
    {"JohnsonCookYield", base + "*MAT_015\n5,1.,0,1.,.3\n0,2.,.3\n",
     "deck.k:35: *MAT_015 field A: found 0, expected a positive yield stress"},
    {"JohnsonCookModuli", base + "*MAT_015\n5,1.,0,0,.3\n1.\n",
     "deck.k:34: *MAT_015 field E: found 0, expected a positive Young's modulus"},
    {"JohnsonCookPoisson", base + "*MAT_015\n5,1.,1.\n1.\n",
     "deck.k:34: *MAT_015 field PR: found 0, expected Poisson's ratio between 0 and 0.5: with G"},
    {"JohnsonCookMelting", base + "*MAT_015\n5,1.,0,1.,.3\n1.,2.,.3,0,1.,200.,300.\n4.\n",
     "deck.k:35: *MAT_015 field TM: found 200, expected more than TR = 300 (CP is given)"},
    {"JohnsonCookSoftening", base + "*MAT_015\n5,1.,0,1.,.3\n1.,2.,.3,0,0,500.,300.\n4.\n",
     "deck.k:35: *MAT_015 field M: found 0, expected a positive exponent (CP is given)"},
    {"JohnsonCookExponent", base + "*MAT_098\n5,1.,1.,.3\n1.,2.\n",
     "deck.k:35: *MAT_098 field N: found 0, expected a positive exponent"},
    {"JohnsonCookRate", base + "*MAT_098\n5,1.,1.,.3\n1.,2.,.3,.1,0,0,0,-1.\n",
     "deck.k:35: *MAT_098 field EPSO: found -1, expected a positive strain rate [1/time]"},
    {"JohnsonCookRateForm", base + "*MAT_015\n5,1.,0,1.,.3,0,1,2\n1.\n",
     "deck.k:34: *MAT_015 field RATEOP: found 2, which is not supported: other forms of the rate effect"},
    {"JohnsonCookErosion", base + "*MAT_015\n5,1.,0,1.,.3\n1.\n\n0,0,1.\n",
     "deck.k:37: *MAT_015 field EROD: found 1, which is not supported: failed elements that are kept"},
    {"JohnsonCookLimit", base + "*MAT_098\n5,1.,1.,.3\n2.,0,0,0,0,1.\n",
     "deck.k:35: *MAT_098 field SIGMAX: found 1, expected at least A = 2 or 0"},
    {"JohnsonCookViscoplastic", base + "*MAT_098\n5,1.,1.,.3,2\n2.\n",
     "deck.k:34: *MAT_098 field VP: found 2, expected 0 or 1"},
    {"EquationOfState", base + "*PART\nx\n9,2,1,3\n",
     "deck.k:35: *PART field EOSID: equation of state 3 is not defined"},
    {"EquationOfStateKeyword", base + "*EOS_JWL\n1,1.\n", "*EOS_JWL: this keyword is not supported"},
    {"EquationOfStateWithoutStiffness", base + "*EOS_001\n3\n\n*MAT_009\n5,1.\n*PART\nx\n9,2,5,3\n" + solid_of_9,
     "deck.k:40: *PART field EOSID: the pressure does not grow in compression"},
    {"EquationOfStateOfOnePoint", base + "*EOS_009\n3,0,0,1.\n0.\n\n0.\n\n0.\n\n",
     "deck.k:34: *EOS_009: found 1 points, expected 2 to 64"},
    {"EquationOfStateOfNoVolume", base + "*EOS_001\n3,0,1.\n0,-1.\n", "deck.k:35: *EOS_001 field V0: found -1"},
    {"GruneisenWithoutSpeed", base + "*EOS_004\n3\n\n", "deck.k:34: *EOS_004 field C: found 0"},
    {"ErosionOfNoMaterial", base + "*MAT_ADD_EROSION\n9\n\n", "deck.k:34: *MAT_ADD_EROSION field MID: material 9"},
    {"ErosionOfRigid", base + "*MAT_020\n5,1.,1.,.3\n\n\n*MAT_ADD_EROSION\n5\n\n",
     "*MAT_ADD_EROSION field MID: material 5 is of type 20, expected one of shells or solids that deform"},
    {"ErosionTwice", base + "*MAT_ADD_EROSION\n1\n\n*MAT_ADD_EROSION\n1\n\n",
     "deck.k:37: *MAT_ADD_EROSION field MID: material 1 has erosion already"},
    {"ErosionByDamage", base + "*MAT_ADD_EROSION\n1\n\n2,1\n", "field IDAM: found 2, expected 0 or 1 (GISSMO)"},
    {"ErosionByCurve", base + "*MAT_ADD_EROSION\n1\n,,,-7.\n", "deck.k:35: *MAT_ADD_EROSION field MXEPS: found -7"},
    {"ErosionByPlasticStrainOfElastic", base + "*MAT_ADD_EROSION\n1,,,,-.1\n\n",
     "deck.k:34: *MAT_ADD_EROSION field EFFEPS: found -0.1, but material 1 (type 1) has no plastic strain"},
    {"ErosionByTimeAndMore", base + "*MAT_ADD_EROSION\n1,,,,,,,2\n,,,,,,,1.\n",
     "deck.k:35: *MAT_ADD_EROSION field FAILTM"},

    {"RubberFitted", base + "*MAT_077_O\n5,1.,.49,2\n\n\n", "*MAT_077_O field N: found 2, expected 0"},
    {"RubberViscous", base + "*MAT_077_H\n5,1.,.49\n1.\n.5,1.,1\n",
     "*MAT_077_H field VFLAG: found 1, which is not supported"},
    {"RubberWithoutStiffness", base + "*MAT_027\n5,1.,.49\n\n", "*MAT_027: the shear modulus at rest is 0"},
    {"RubberOfShells", base + "*MAT_027\n5,1.,.49,1.\n\n*PART\nx\n9,1,5\n" + shell_of_9,
     "part 9 has shells, expected solids only"},
    {"RubberTestAwayFromTheOrigin", base + "*MAT_181\n5,1.,9.\n1.,1.,1.,9\n*DEFINE_CURVE\n9\n1.,1.\n2.,2.\n",
     "field LC/TBID: curve 9 has no points on both sides of the origin"},
    {"FoamWithCurve", base + "*MAT_053\n5,1.,9.,1.\n0,3\n", "*MAT_053 field LCID: found 3, which is not supported"},
    {"FoamWithoutYield", base + "*MAT_053\n5,1.,9.,1.,1.,3.\n-1.\n",
     "*MAT_053 field A: the yield stress at the start, A + B (1 + C GAMMA0), is -1, expected a positive one"},
    {"FoamWithoutRoomForAir", base + "*MAT_053\n5,1.,9.,1.,0,0,.1,.9\n-.2\n",
     "*MAT_053 field PHI: found 0.9, expected less than 1 + GAMMA0 = 0.8"},
    {"FoamWithoutTable", base + "*MAT_083\n5,1.,9.\n\n\n\n", "*MAT_083 field TBID: found none"},
    {"FoamWithoutCompression", base + "*MAT_057\n5,1.,9.,9\n\n*DEFINE_CURVE\n9\n-1.,-1.\n0,0\n",
     "*MAT_057 field LCID: curve 9 has no positive stresses at positive strains"},
    {"FoamThatGains", base + "*MAT_057\n5,1.,9.,9,0,2.\n\n*DEFINE_CURVE\n9\n0,0\n1.,1.\n",
     "*MAT_057 field HU: found 2, expected 0 to 1"},
    {"SheetWithoutYield", base + "*MAT_037\n5,1.,9.,.3\n", "*MAT_037 field SIGY: found 0"},
    {"SheetOfSolids", base + "*MAT_037\n5,1.,9.,.3,1.\n*PART\nx\n9,2,5\n" + solid_of_9,
     "part 9 has solids, expected shells only"},
    {"ThinningSolids", base + "*MAT_123\n5,1.,9.,.3,1.\n0,0,0,0,0,.2\n\n\n*PART\nx\n9,2,5\n" + solid_of_9,
     "part 9 has solids, expected shells only, as EPSTHIN is set"},
    {"HydroWithoutEos", base + "*MAT_010\n5,1.,9.,1.\n\n\n\n\n\n*PART\nx\n9,2,5\n" + solid_of_9,
     "*MAT_010 field MID: part 9 has no equation of state, expected one (EOSID)"},
    {"DuplicateMaterial", base + "*MAT_001\n1,1.,1.,.3\n", "deck.k:34: *MAT_001: material 1 is defined twice"},
    {"DuplicateSection", base + "*SECTION_SOLID\n1,1\n", "deck.k:34: *SECTION_SOLID: section 1 is defined twice"},
    {"DuplicateCurve", base_curve + "*DEFINE_CURVE\n1\n0,0\n", "deck.k:38: *DEFINE_CURVE: curve 1 is defined twice"},
    {"DuplicateSet", base + "*SET_NODE\n1\n1\n*SET_NODE\n1\n2\n", "deck.k:37: *SET_NODE: node set 1 is defined twice"},
    {"MissingSet", base + "*BOUNDARY_SPC_SET\n7,0,1\n",
     "deck.k:34: *BOUNDARY_SPC_SET field NSID: node set 7 is not defined"},
    {"EmptySet", base + "*SET_NODE\n7\n*BOUNDARY_SPC_SET\n7,0,1\n",
     "deck.k:36: *BOUNDARY_SPC_SET field NSID: node set 7 is empty"},
    {"SetOfMissingNode", base + "*SET_NODE\n7\n1,99\n*BOUNDARY_SPC_SET\n7,0,1\n",
     "deck.k:34: *SET_NODE: the set names node 99, which is not defined"},
    {"MissingCurve", base + "*LOAD_BODY_Z\n6,9.81\n", "deck.k:34: *LOAD_BODY_Z field LCID: curve 6 is not defined"},
    {"WallWithoutNormal", base + "*RIGIDWALL_PLANAR\n0\n1,1,1,1,1,1\n",
     "deck.k:35: *RIGIDWALL_PLANAR field XH: the normal of the rigid wall has no length"},
    {"WallWithoutMass", base + "*RIGIDWALL_PLANAR_MOVING\n0\n1,1,1,1,1,2\n0,5\n",
     "deck.k:36: *RIGIDWALL_PLANAR_MOVING field MASS: found 0"},
    {"OrthotropicWall", base + "*RIGIDWALL_PLANAR_ORTHO\n0\n",
     "deck.k:33: *RIGIDWALL_PLANAR_ORTHO: this keyword is not supported"},
    {"NoNodes", definitions, "*NODE: the deck has no nodes"},
    {"NoElements", definitions + "*NODE\n1\n", "*ELEMENT: the deck has no elements"},
    {"NoEndTime", replaced(base, "*CONTROL_TERMINATION\n1.0\n", ""),
     "*CONTROL_TERMINATION field ENDTIM: the deck has no end time"},
    {"ZeroEndTime", replaced(base, "*CONTROL_TERMINATION\n1.0", "*CONTROL_TERMINATION\n0.0"),
     "deck.k:3: *CONTROL_TERMINATION field ENDTIM: found 0, expected a positive end time"},
    {"TooManyLayers", base + "*SECTION_SHELL\n5,2,1.0,65\n1.0\n",
     "deck.k:34: *SECTION_SHELL field NIP: found 65, expected 1 to 64"},
    {"ShellForm", base + "*SECTION_SHELL\n5,12\n1.0\n*PART\nx\n9,5,1\n" + shell_of_9,
     "deck.k:34: *SECTION_SHELL field ELFORM: found 12, expected 2 (Belytschko-Tsay), 4"},
    {"SolidForm", base + "*SECTION_SOLID\n5,12\n*PART\nx\n9,5,1\n" + solid_of_9,
     "deck.k:34: *SECTION_SOLID field ELFORM: found 12, expected 1"},
    {"HourglassType", base + "*HOURGLASS\n5,-1\n", "deck.k:34: *HOURGLASS field IHQ: found -1, expected 1 to 10"},
    {"HourglassTypeOfControl", base + "*CONTROL_HOURGLASS\n-7,\n",
     "deck.k:34: *CONTROL_HOURGLASS field IHQ: found -7, expected 1 to 10"},
    {"NegativeContactScale", base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n-1.,\n",
     "deck.k:36: *CONTACT_AUTOMATIC_SINGLE_SURFACE field SFSA: found -1, expected"},
    {"NegativeContactDamping", base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0,0,0,0,-50\n\n",
     "deck.k:35: *CONTACT_AUTOMATIC_SINGLE_SURFACE field VDC: found -50, expected"},
    {"NegativeViscosity", base + "*CONTROL_BULK_VISCOSITY\n1.5,-0.06\n",
     "deck.k:34: *CONTROL_BULK_VISCOSITY field Q2: found -0.06, expected"},
    {"NegativeMass", base + "*ELEMENT_MASS\n5,1,-0.1\n",
     "deck.k:34: *ELEMENT_MASS field MASS: found -0.1, expected a mass >= 0"},
    {"MassOnMissingNode", base + "*ELEMENT_MASS\n5,99,0.1\n",
     "deck.k:34: *ELEMENT_MASS field NID: node 99 is not defined"},
    {"SolidInShellPart", base + "*ELEMENT_SOLID\n5,1,1,2,3,4,5,6,7,8\n",
     "deck.k:34: *ELEMENT_SOLID field PID: element 5 is a solid, but its part 1 has a section of shells"},
    {"ConstraintOnMissingNode", base + "*BOUNDARY_SPC_NODE\n99,0,1\n",
     "deck.k:34: *BOUNDARY_SPC_NODE field NID: node 99 is not defined"},
    {"ConstraintInMissingFrame", base + "*BOUNDARY_SPC_NODE\n1,4,1\n",
     "deck.k:34: *BOUNDARY_SPC_NODE field CID: coordinate system 4 is not defined"},
    {"ConstraintCode", base + "*NODE\n11,0,0,5,9\n", "deck.k:34: *NODE field TC: found 9, expected 0 to 7"},
    {"SpotWeldOfOneNode", base + "*CONSTRAINED_SPOTWELD\n1,1\n",
     "deck.k:34: *CONSTRAINED_SPOTWELD field N2: a spot weld joins two different nodes"},
    {"TiedNodesApart", base + "*SET_NODE\n1\n5,6\n*CONSTRAINED_TIED_NODES_FAILURE\n1,0.2\n",
     "deck.k:37: *CONSTRAINED_TIED_NODES_FAILURE field NSID: node 6 is at a distance of"},
    {"TiedNodesWithoutStrain", base + "*SET_NODE\n1\n5\n*CONSTRAINED_TIED_NODES_FAILURE\n1\n",
     "deck.k:37: *CONSTRAINED_TIED_NODES_FAILURE field EPPF: found 0, expected a positive strain"},
    {"TiedNodesByBeams", base + "*SET_NODE\n1\n5\n*CONSTRAINED_TIED_NODES_FAILURE\n1,.1,2\n",
     "deck.k:37: *CONSTRAINED_TIED_NODES_FAILURE field ETYPE: found 2, expected 0 or 1"},
    {"StrainOfWeldNegative", base + "*CONSTRAINED_SPOTWELD\n9,5,,,,,,-1\n",
     "deck.k:34: *CONSTRAINED_SPOTWELD field EP: found -1, expected a strain"},
    {"SpotWeldOnRigidBody",
     base + "*SET_NODE\n1\n5,6\n*CONSTRAINED_NODAL_RIGID_BODY\n3,,1\n*CONSTRAINED_SPOTWELD\n9,5\n",
     "deck.k:39: *CONSTRAINED_SPOTWELD field N2: node 5 belongs to a rigid body"},
    {"RigidBodiesShareNodes", base + "*SET_NODE\n1\n5,6\n*CONSTRAINED_NODAL_RIGID_BODY\n3,,1\n4,,1\n",
     "rigid bodies 3 and 4 share node 5; merge them"},
    {"MotionOfMissingBody", base_curve + "*BOUNDARY_PRESCRIBED_MOTION_RIGID\n1,1,2,1\n",
     "deck.k:38: *BOUNDARY_PRESCRIBED_MOTION_RIGID field TYPEID: 1 is no rigid part"},
    {"MotionDof", base_curve + "*BOUNDARY_PRESCRIBED_MOTION_NODE\n1,12,2,1\n",
     "deck.k:38: *BOUNDARY_PRESCRIBED_MOTION_NODE field DOF: found 12, expected 1 to 11"},
    {"ContactSoftening", base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n3\n",
     "deck.k:37: *CONTACT_AUTOMATIC_SINGLE_SURFACE field SOFT: found 3, expected 0, 1 or 2"},
    {"ContactByPinballs", base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n2,,,,1\n",
     "deck.k:37: *CONTACT_AUTOMATIC_SINGLE_SURFACE field SBOPT: found 1, expected 0 or 2 to 5"},
    {"ContactDepth", base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n2,,,,,46\n",
     "deck.k:37: *CONTACT_AUTOMATIC_SINGLE_SURFACE field DEPTH: found 46, expected 0, 1, 2 or 4 (faces)"},
    {"ContactWithMissingPart", base + "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,9,3,3\n",
     "deck.k:34: *CONTACT_AUTOMATIC_SURFACE_TO_SURFACE field SURFB: part 9 is not defined"},
    {"ParallelAxes", base + "*DEFINE_COORDINATE_SYSTEM\n1,0,0,0,1,0,0\n2,0,0\n",
     "deck.k:34: *DEFINE_COORDINATE_SYSTEM: the local x axis and the vector in the local xy plane are parallel"},
    {"BoxUpsideDown", base + "*DEFINE_BOX\n1,0,1,5,4,0,1\n",
     "deck.k:34: *DEFINE_BOX field YMX: found 4, expected at least 5"},
    {"DataBeforeKeyword", "1,2,3\n" + base, "deck.k:1: found data before the first keyword"},
    {"LayeredComposite", base + "*SECTION_SHELL\n5,2,,,,,2\n1.0\n",
     "deck.k:34: *SECTION_SHELL field ICOMP: found 2, expected 0 or 1"},
};

class BrokenDeck : public testing::TestWithParam<Broken> {};

TEST_P(BrokenDeck, SaysWhatIsWrong) { EXPECT_ERROR(GetParam().text, GetParam().message); }

INSTANTIATE_TEST_SUITE_P(All, BrokenDeck, testing::ValuesIn(broken_decks),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Errors, ASimilarKeywordIsNamedOnlyWhereThereIsOne) {
  EXPECT_FALSE(contains(error_of(base + "*ELEMENT_SEATBELT\n1\n"), "similar"));
  EXPECT_ERROR(base + "*ELEMENT_SHEL\n1\n", "similar one that is: *ELEMENT_SHELL");
}

TEST(Errors, TheBaseDeckHasNone) { EXPECT_EQ(error_of(base), ""); }

TEST(Errors, QuoteTheLineWithACaretUnderTheField) {
  EXPECT_ERROR(base + "*SECTION_SHELL\n         7        13\n1.0\n*PART\nx\n7,7,1\n*ELEMENT_SHELL\n7,7,1,2,3,4\n",
               "\n             7        13\n                      ^^");
  EXPECT_ERROR(base + "*MAT_ELASTIC\n9,abc,1.\n", ": *MAT_ELASTIC field RO: found \"abc\", expected a number "
                                                 "[mass/volume]\n    9,abc,1.\n      ^^^");
  EXPECT_ERROR(base + "*MAT_ELASTIC\n9,\tabc,1.\n", "\n    9,\tabc,1.\n      \t^^^");  // below a tab stands one
  EXPECT_ERROR(base + "*MAT_ELASTIC\r\n9,abc,1.\r\n", "\n    9,abc,1.\n      ^^^");
  EXPECT_FALSE(contains(error_of(base + "*AIRBAG_CPG\n1\n"), "^"));  // no field is meant
}

TEST(Errors, SeveralAreCollected) {
  const std::string message = error_of(base + "*MAT_ELASTIC\n5,-1.0,1.0\n*PART\nx\n9,77,78\n*NODE\n3,1\n");
  EXPECT_EQ(n_errors(message), 4) << message;
}

TEST(Errors, TwentyAreEnough) {
  std::string text = base + "*NODE\n";
  for (int i = 0; i < 50; ++i) text += "x,1,2,3\n";
  const std::string message = error_of(text);
  EXPECT_EQ(n_errors(message), 21);
  EXPECT_PRED2(contains, message, "stopped after 20 errors");
}

TEST(Errors, AMissingPartIsReportedOnce) {
  const std::string message = error_of(base + "*ELEMENT_SHELL\n5,88,1,2,3,4\n6,88,1,2,3,4\n");
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << message;
}

}  // namespace
}  // namespace crumple::deck::test::errors
