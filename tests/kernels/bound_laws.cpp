// Kernels with bound laws, as nvcc compiles them, by this compiler: each form of a law is called for the parts that
// have it, and gives the bits of the kernels that call it through a pointer.
#include "kernels/device/device_code.hpp"
#include "kernels/law_additions.cpp"  // named by constants, called through pointers alone
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/shells/shell_002_belytschko_tsay.hpp"
#include "kernels/solids/solid_001_one_point.hpp"
#include "tests/kernels/machine_has.hpp"
#include "tests/kernels/random_case.hpp"

namespace crumple::test {
namespace {

template <class Real, template <class> class Element>
LawForm form_of(const Kernel<Real>& kernel, int type, double rate_c) {
  Case<Real> c = random_case(kernel, type, rate_c);
  return static_cast<const typename Element<Real>::Constants*>(c.blocks().constants[0])->form;
}

template <class Real, template <class> class Element>
void compare(LawForm form, int type, double rate_c) {
  using Bound = DeviceEntry<Real, Element, Material024>;
  const Kernel<Real> bound = Bound::make_kernel();
  EXPECT_EQ((form_of<Real, Element>(bound, type, rate_c)), form);
  const auto& other = find_kernel<Real>(*tables().front(), bound.shell, bound.element_form, 24);
  expect_same_bits(other, bound, type, "form " + std::to_string(int(form)), rate_c);
}

template <class Real>
void compare_forms() {
  constexpr int whole = 1, laminate = 4;  // types of hourglass control, see random_case
  compare<Real, Shell002>(LawForm::general, whole, 40);
  compare<Real, Shell002>(LawForm::plain, whole, 0);
  compare<Real, Shell002>(LawForm::rare, laminate, 40);
  compare<Real, Solid001>(LawForm::general, whole, 40);
  compare<Real, Solid001>(LawForm::plain, whole, 0);
}

TEST(BoundLaws, HaveTheBitsOfThoseBehindPointers) {
  compare_forms<double>();
  compare_forms<float>();
}

}  // namespace
}  // namespace crumple::test
