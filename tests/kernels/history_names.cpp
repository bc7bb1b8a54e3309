// Every value of a kernel's history has a name of its own, the same on every instruction set and in both precisions.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "tests/kernels/shell_solid_case.hpp"

namespace crumple::test {
namespace {

std::vector<std::string_view> names_of(const HistoryLayout& layout) {
  std::vector<std::string_view> names;
  for (const auto& list : {layout.element_names, layout.stress_names, layout.material_names})
    names.insert(names.end(), list.begin(), list.end());
  return names;
}

template <class Real>
void expect_named(const Kernel<Real>& kernel) {
  const HistoryLayout& layout = kernel.layout;
  const auto names = names_of(layout);
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(int(names.size()), layout.element_fields + layout.stress_fields + layout.material_fields);
  EXPECT_EQ(layout.stress_fields, kernel.shell ? 5 : 6);
  EXPECT_EQ(int(layout.stress_names.size()), layout.stress_fields);
  EXPECT_EQ(int(layout.material_names.size()), layout.material_fields);
  const bool first_is_strain =
      layout.material_fields > 0 && layout.material_names[0] == std::string_view(plastic_strain_name);
  EXPECT_EQ(layout.has_plastic_strain, first_is_strain);
}

TEST(HistoryNames, AreCompleteAndTheSameInAllTables) {
  const KernelTable& first = *tables().front();
  for (const KernelTable* table : tables()) {
    ASSERT_EQ(table->n_single, table->n_double);
    for (int k = 0; k < table->n_double; ++k) {
      SCOPED_TRACE(std::string(table->isa) + ", kernel " + std::to_string(k));
      expect_named(table->single_precision[k]);
      expect_named(table->double_precision[k]);
      EXPECT_EQ(names_of(table->single_precision[k].layout), names_of(first.double_precision[k].layout));
      EXPECT_EQ(names_of(table->double_precision[k].layout), names_of(first.double_precision[k].layout));
    }
  }
}

TEST(HistoryNames, SayWhatALawKeeps) {
  const auto names = names_of(find_kernel<double>(*tables().front(), true, 4, 15).layout);
  EXPECT_EQ(names, (std::vector<std::string_view>{"stress xx", "stress yy", "stress xy", "stress yz", "stress zx",
                                                  "effective plastic strain", "temperature rise", "damage"}));
}

}  // namespace
}  // namespace crumple::test
