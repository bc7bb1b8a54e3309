// Sending a model, or any struct of it: all members that its description names, by cereal.
// Included where archives are made (app/distribute).
#pragma once

#include <cereal/types/array.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include "model/model.hpp"

namespace crumple {

// (Laws are sent as the variants that they are.)
template <class Archive, Described T> requires(!std::is_same_v<T, MaterialLaw>)
void serialize(Archive& archive, T& object) {
  for_each_member(object, [&](auto member) { archive(member.value); });
}

}  // namespace crumple
