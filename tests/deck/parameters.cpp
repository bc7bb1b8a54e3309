// *PARAMETER, *PARAMETER_EXPRESSION, and references to parameters in fields.
#include "deck/parameters.hpp"

#include <cmath>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::parameters {
namespace {

double value_of(const std::string& expression) { return evaluate(expression, {}).value; }

TEST(Expression, ArithmeticAndPrecedence) {
  EXPECT_EQ(value_of("1+2*3"), 7);
  EXPECT_EQ(value_of("(1+2)*3"), 9);
  EXPECT_EQ(value_of("2**3**2"), 512);
  EXPECT_EQ(value_of("-2.0**2"), -4);
  EXPECT_EQ(value_of("2*-3"), -6);
  EXPECT_EQ(value_of("1.5e-3*2"), 3e-3);
  EXPECT_EQ(value_of("10 - 4 - 3"), 3);
  EXPECT_EQ(value_of("100-90"), 10);  // no number with Fortran's short exponent
  EXPECT_EQ(value_of("2.0-3"), -1);
}

TEST(Expression, WholeNumbersDivideAsWholeNumbers) {
  EXPECT_EQ(value_of("2/5"), 0);
  EXPECT_EQ(value_of("2.0/5"), 0.4);
  EXPECT_EQ(value_of("7/2"), 3);
}

TEST(Expression, Functions) {
  EXPECT_DOUBLE_EQ(value_of("sqrt(2.0)"), std::sqrt(2.0));
  EXPECT_EQ(value_of("max(1, 3, 2)"), 3);
  EXPECT_EQ(value_of("min(1,-3)"), -3);
  EXPECT_EQ(value_of("abs(-2)"), 2);
  EXPECT_EQ(value_of("mod(7,4)"), 3);
  EXPECT_EQ(value_of("int(2.9)"), 2);
  EXPECT_EQ(value_of("nint(2.9)"), 3);
  EXPECT_DOUBLE_EQ(value_of("atan2(1.0,1.0)*4"), 4 * std::atan2(1.0, 1.0));
}

TEST(Expression, Errors) {
  for (const char* text : {"1+", "(1", "1/0", "nothing", "foo(1)", "1 2", "sqrt(-1.0)", ""})
    EXPECT_THROW(evaluate(text, {}), Error) << text;
}

TEST(Parameter, InFixedColumnsTouchingAndNegative) {
  const Model model = read_text(
      "*PARAMETER\n"
      "Rdens         7.8e-9I      nip         5\n"
      "R thick         1.25Rx               2.5\n"
      "*CONTROL_TERMINATION\n"
      "&x\n"
      "*MAT_ELASTIC\n"
      "         1&dens       21000.       0.3\n"
      "*SECTION_SHELL\n"
      "         1         2       1.0&nip\n"
      "    &THICK&thick   \n"
      "*PART\n\n"
      "         1         1         1\n"
      "*NODE\n"
      "       1              &x             -&x             0.0\n"
      "       2             10.             0.0             0.0\n"
      "       3             10.             10.             0.0\n"
      "*ELEMENT_SHELL\n"
      "       1       1       1       2       3\n");
  EXPECT_EQ(model.control.end_time, 2.5);
  EXPECT_EQ(model.materials[0].density, 7.8e-9);
  EXPECT_EQ(model.sections[0].n_layers, 5);
  EXPECT_EQ(model.sections[0].thickness[0], 1.25);
  EXPECT_EQ(model.sections[0].thickness[1], 1.25);
  EXPECT_EQ(model.nodes.position[0], (Vec3{2.5, -2.5, 0}));
}

TEST(Parameter, Expression) {
  const Model model = read_text(base +
                                "*parameter\n"
                                "ra,2.0,ib,3\n"
                                "*PARAMETER_EXPRESSION\n"
                                "R c       a*b+\n"
                                "          &a**2   $ goes on\n"
                                "R dd,c/4\n"
                                "*DAMPING_GLOBAL\n"
                                "0,&c,&dd\n");
  EXPECT_EQ(model.damping.constant, 10);
  EXPECT_EQ(model.damping.translation.x, 2.5);
}

TEST(Parameter, ExpressionOfTwoNumbersIsTheirDifference) {
  const Model model = read_text(base +
                                "*PARAMETER_EXPRESSION\nR c       100-90\nR d,2.5+3\n"
                                "*PARAMETER\nR e,2.0-3\n"
                                "*DAMPING_GLOBAL\n0,&c,&d,&e\n");
  EXPECT_EQ(model.damping.constant, 10);
  EXPECT_EQ(model.damping.translation.x, 5.5);
  EXPECT_EQ(model.damping.translation.y, 2e-3);  // a value of *PARAMETER is a number
}

TEST(Parameter, ExpressionsInFields) {
  const std::string parameters = base + "*PARAMETER\nRa,2.0,In,3\n*DAMPING_GLOBAL\n";
  const auto constant = [&](const std::string& fields) { return read_text(parameters + fields).damping.constant; };
  EXPECT_EQ(constant("         0 -&a*-1.0"), 2);
  EXPECT_EQ(constant("         0 &a+&n*.5"), 3.5);
  EXPECT_EQ(constant("         0 <100-90>"), 10);
  EXPECT_EQ(constant("         0   <a**n>"), 8);
  EXPECT_EQ(constant("         0&(a+1)*2"), 6);
  EXPECT_EQ(constant("         0<max(n,2)>"), 3);  // in columns despite its comma
  EXPECT_EQ(constant("0,<max(n,&a)>,1.0"), 3);
  EXPECT_EQ(constant("0,&max(n,&a),1.0"), 3);
  EXPECT_EQ(read_text(parameters + "0,1.0,&a/4,&n/2").damping.translation, (Vec3{0.5, 1, 0}));
  EXPECT_EQ(read_text(base + "*PARAMETER\nIn,3\n*SECTION_SHELL\n5,2,,&n+1\n1.0\n").sections.back().n_layers, 4);
}

TEST(Parameter, ExpressionsInCurvesAndNodes) {
  const Model model = read_text(base +
                                "*PARAMETER\nRts,1.0,Rtp,0.2,Ra,-0.5\n*DEFINE_CURVE\n3\n"
                                "                 0.0              &a*0.0\n"
                                "         &ts*0.5+&tp          &a*2.0+0.1\n"
                                "*NODE\n"
                                "      99      &ts*2.+&tp             -&a         <2-1.5>\n");
  EXPECT_EQ(model.curves[0].x, (std::vector<double>{0, 0.7}));
  EXPECT_EQ(model.curves[0].y, (std::vector<double>{0, -0.9}));
  EXPECT_EQ(model.nodes.position.back(), (Vec3{2.2, 0.5, 0.5}));
}

TEST(Parameter, Errors) {
  EXPECT_ERROR(base + "*DAMPING_GLOBAL\n0,&gone\n",
               "deck.k:34: *DAMPING_GLOBAL field VALDMP: parameter &gone is not defined");
  EXPECT_ERROR(base + "*PARAMETER\nRa,abc\n", "deck.k:34: *PARAMETER field Ra: parameter &abc is not defined");
  EXPECT_ERROR(base + "*PARAMETER\nXa,1\n", "expected R, I or C");
  EXPECT_ERROR(base + "*PARAMETER\nRa,1.5\n*DAMPING_GLOBAL\n&a\n",
               "field LCID: found &a = 1.5, expected a whole number");
  EXPECT_ERROR(base + "*PARAMETER\nRa,1.5\n*DAMPING_GLOBAL\n&a*3\n",
               "field LCID: found &a*3 = 4.5, expected a whole number");
  EXPECT_ERROR(base + "*DAMPING_GLOBAL\n0,&gone*2\n", "field VALDMP: parameter &gone is not defined");
  EXPECT_ERROR(base + "*DAMPING_GLOBAL\n0,<2*>\n", "field VALDMP: found \"\" in the expression");
  EXPECT_ERROR(base + "*DAMPING_GLOBAL\n0,<2\n", "field VALDMP: found \"<2\", expected a number");
}

TEST(Parameter, FirstDefinitionHolds) {
  const Model model = read_text(base + "*PARAMETER\nRa,1.5\n*PARAMETER\nRa,2\n*DAMPING_GLOBAL\n0,&a\n");
  EXPECT_EQ(model.damping.constant, 1.5);
  EXPECT_WARNING(model, "defined already");
}

}  // namespace
}  // namespace crumple::deck::test::parameters
