// The parameters of a material law without its type, as the model, physics and the kernel libraries pass them on: a law
// is a struct of doubles with LS-DYNA's number (kernels/materials/material_NNN_name.hpp), which the deck's card fills
// and the law's kernel reads. What is not a number of the law (elastic constants, curves) is with the material.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace crumple::kernels {

/// Parameters of a law: doubles and arrays of them, also flags (0 or 1) and other integers.
template <class T>
concept LawStruct = std::is_trivially_copyable_v<T> && requires { T::number; } && !requires { T::description; } &&
                    (std::is_empty_v<T> || alignof(T) == alignof(double));

class LawParameters {
 public:
  int number = 1;  ///< of the *MAT keyword; at first elastic, without parameters

  LawParameters() = default;
  template <LawStruct Law>
  LawParameters(const Law& law) : number(Law::number) {
    static_assert(sizeof(Law) <= sizeof(values_) || std::is_empty_v<Law>);
    if constexpr (!std::is_empty_v<Law>) std::memcpy(values_, &law, sizeof(Law));
  }
  /// Null if they are of another law.
  template <LawStruct Law>
  const Law* as() const {
    return Law::number == number ? reinterpret_cast<const Law*>(values_) : nullptr;
  }
  template <LawStruct Law>
  Law* as() {
    return Law::number == number ? reinterpret_cast<Law*>(values_) : nullptr;
  }
  bool operator==(const LawParameters&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number);
    for (double& value : values_) archive(value);
  }

 private:
  double values_[40] = {};
};

/// The place of a member among a law's doubles, for the tables of cards; `k`: of an element of an array.
template <class Law, class Member>
constexpr int place_of(Member Law::* member, std::size_t k = 0) {
  for (std::size_t i = 0; i < sizeof(Law) / sizeof(double); ++i) {
    std::array<double, sizeof(Law) / sizeof(double)> values{};
    values[i] = 1;
    const Law law = std::bit_cast<Law>(values);
    if constexpr (std::is_same_v<Member, double>) {
      if (law.*member == 1) return int(i);
    } else if ((law.*member)[k] == 1) {
      return int(i);
    }
  }
  return -1;
}

}  // namespace crumple::kernels
