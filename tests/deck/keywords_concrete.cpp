// *MAT_159: by its parameters, or by the strength of concrete in five systems of units.
#include "kernels/materials/material_159_cscm.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_concrete {
namespace {

using kernels::Cscm;

const std::string part = "*SECTION_SOLID\n8,1\n*PART\nx\n9,8,3\n*ELEMENT_SOLID\n9,9,1,2,3,4,5,6,7,8\n";
std::string normal(const std::string& options, const std::string& strength) {
  return base + "*MAT_CSCM_CONCRETE\n3,2.4e-9," + options + "\n\n" + strength + "\n" + part;
}
const std::string parameters =
    "1,0,1,1.1,10.5\n\n11460,12551,14.5,0.3,10.5,0.019,1.0\n0.75,0.001,0.17,0.07,0.66,0.0015,0.16,0.07\n"
    "5,90.5,0.05,2.5e-4,3.49e-7\n0,7,0,0.07,0.08\n1e-4,0.78,5e-5,0.48,20,21\n";

Cscm law_of(const std::string& deck) {
  const Model model = read_text(deck);
  return *model.materials.back().law.as<Cscm>();
}

TEST(Cscm, FieldsFillTheLaw) {
  const std::string deck = base + "*MAT_159\n3,2.4e-9," + parameters + part;
  const Model model = read_text(deck);
  const Cscm law = *model.materials.back().law.as<Cscm>();
  EXPECT_EQ(law.compression, (std::array{14.5, 0.3, 10.5, 0.019}));
  EXPECT_EQ(law.extension, (std::array{0.66, 0.0015, 0.16, 0.07}));
  EXPECT_EQ(law.ductile, 100);
  EXPECT_EQ(law.brittle, 0.1);
  EXPECT_EQ(law.energy_s, 0.08);
  EXPECT_EQ(law.most_t, 21);
  EXPECT_EQ(law.kept, 0.5);
  EXPECT_EQ(law.erosion, 1.1);
  EXPECT_NEAR(model.materials.back().poisson, 0.15, 1e-4);
  EXPECT_WARNING(model, "field RECOV: found 10.5: the modulus recovers with the pressure alone");
}

TEST(Cscm, StrengthOfConcreteInAllUnits) {
  const Cscm mm = law_of(normal("1", "30,19,2")), fallback = law_of(normal("1", "0,0,2"));
  EXPECT_NEAR(mm.shear, 11460, 1);  // 26357 MPa / 2.3
  EXPECT_NEAR(mm.compression[0], 14.5139, 1e-4);
  EXPECT_EQ(fallback.compression, mm.compression);
  EXPECT_EQ(fallback.energy_t, mm.energy_t);
  const Cscm ms = law_of(normal("1", "30,19,1")), m = law_of(normal("1", "30e6,0.019,4"));
  const Cscm gpa = law_of(normal("1", "0.03,19,0")), inch = law_of(normal("1", "4351.131,0.7480315,3"));
  EXPECT_NEAR(ms.time_t / mm.time_t, std::pow(1000, 0.52), 1e-9);
  EXPECT_NEAR(m.energy_t / mm.energy_t, 1000, 1e-9);  // N/m over N/mm
  EXPECT_NEAR(m.d2 / mm.d2, 1e-12, 1e-20);
  EXPECT_NEAR(gpa.first_cap / mm.first_cap, 1e-3, 1e-12);
  EXPECT_NEAR(inch.energy_c / mm.energy_c, 145.0377 / 25.4, 1e-6);
}

TEST(Cscm, Errors) {
  EXPECT_ERROR(normal("1", "30e6,19,2"), "field FPC: found 30000000, which is 3e+07 MPa, expected 10 to 80 MPa");
  EXPECT_ERROR(normal("1", "30,19,5"), "field UNITS: found 5");
  EXPECT_ERROR(normal("1,0,1,0,3", "30,19,2"), "field RECOV: found 3, expected 0 to 1 or 10 to 11");
  EXPECT_ERROR(base + "*MAT_CSCM_CONCRETE\n3,2.4e-9\n0.5\n30,19,2\n" + part, "field PRED");
  EXPECT_ERROR(base + with_change("*MAT_CSCM\n3,2.4e-9," + parameters, "0.3,10.5,", "0.3,15.5,") + part,
               "field LAMBDA: found 15.5, expected less than ALPHA = 14.5");
  EXPECT_ERROR(base + with_change("*MAT_CSCM\n3,2.4e-9," + parameters, "0,7,0,", "0,0,0,") + part, "field GFC");
  EXPECT_ERROR(base + "*MAT_CSCM_CONCRETE\n3,2.4e-9,1\n\n30,19,2\n*PART\nx\n9,1,3\n" + shell_of_9,
               "expected solids only");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_concrete
