#include "model/laws.hpp"

#include <fmt/format.h>

#include "kernels/law_list.hpp"

namespace crumple {
namespace {

template <class Law> void set_up(kernels::MaterialConstants& c) {
  if constexpr (requires(const Law& law) { law.set_up(c); })
    if (const Law* law = c.law.as<Law>()) law->set_up(c);
}

template <template <class> class Material> using LawOf = typename Material<kernels::Pack<double>>::Parameters;

}  // namespace

void set_up_law(kernels::MaterialConstants& c) {
#define CRUMPLE_SET_UP(Material) set_up<LawOf<kernels::Material>>(c);
  CRUMPLE_LAWS(CRUMPLE_SET_UP)
}

std::string sizes_of_laws() {
  std::string text;
#define CRUMPLE_ADD_SIZE(Material) \
  text += fmt::format("{} {},", LawOf<kernels::Material>::number, sizeof(LawOf<kernels::Material>));
  CRUMPLE_LAWS(CRUMPLE_ADD_SIZE)
  return text;
}

}  // namespace crumple
