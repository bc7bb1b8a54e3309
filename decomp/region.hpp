// Which elements a region of the pfile takes. Called by `make_partition`.
#pragma once

#include <vector>

#include "decomp/options.hpp"
#include "model/model.hpp"

namespace crumple {

/// One flag per element (shells, solids, beams): 1 where the region's conditions hold at the element, whose
/// untransformed `centres` are given. Errors: parts, part sets or contacts that the model does not have.
std::vector<char> elements_of_region(const Model& model, const std::vector<Vec3>& centres, const Region& region);

/// The positions in Model::contacts of interfaces; an Error names one that is not there.
std::vector<Index> contacts_by_id(const Model& model, const std::vector<Id>& ids, const TextPlace& where);

/// Centres of the elements [length]: shells, then solids, then beams.
std::vector<Vec3> element_centres(const Model& model);

}  // namespace crumple
