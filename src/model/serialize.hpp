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

template <class Archive, Described T> void serialize(Archive& archive, T& object) {
  for_each_member(object, [&](auto member) { archive(member.value); });
}

}  // namespace crumple
