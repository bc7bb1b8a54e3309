// Constants of loops (kernels/loops.hpp) in memory of the run: lists, and laws of the model with their curves.
#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "kernels/device.hpp"
#include "model/curve.hpp"

namespace crumple {

/// The law that loops have for one of the model: with CurvePoints for each Curve.
template <class Law> struct LoopLaw {
  using Type = Law;
};
template <template <class> class Law> struct LoopLaw<Law<Curve>> {
  using Type = Law<CurvePoints>;
};

/// What it keeps lives as long as the store.
class RunStore {
 public:
  template <class T> const T* keep(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* const memory = static_cast<T*>(kernels::allocate_for_run(values.size_bytes()));
    std::uninitialized_copy(values.begin(), values.end(), memory);
    kept_.emplace_back(memory, kernels::free_of_run);
    return memory;
  }
  template <class T> const T* keep(const T& value) { return keep(std::span<const T>(&value, 1)); }
  CurvePoints keep(const Curve& curve) {
    return {keep(std::span<const double>(curve.x)), keep(std::span<const double>(curve.y)), curve.x.size()};
  }
  /// A law with its curves kept.
  template <class Law> typename LoopLaw<Law>::Type law(const Law& of_model) {
    typename LoopLaw<Law>::Type its;
    for_each_member_of_both(of_model, its, [&](auto from, auto to) { copy(from.value, to.value); });
    return its;
  }
  /// The one of `Laws` that the model has; the first of them if it has another.
  template <class Laws, class... OfModel> Laws pick(const std::variant<OfModel...>& law) {
    return std::visit([&]<class Law>(const Law& one) {
      using Its = typename LoopLaw<Law>::Type;
      if constexpr (std::is_constructible_v<Laws, std::in_place_type_t<Its>>) return Laws(this->law(one));
      else return Laws();
    }, law);
  }

 private:
  template <class From, class To> void copy(const From& from, To& to) {
    if constexpr (std::is_same_v<From, Curve>) to = keep(from);
    else if constexpr (!std::is_same_v<From, To>)
      for (std::size_t i = 0; i < from.size(); ++i) copy(from[i], to[i]);
    else to = from;
  }
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace crumple
