#include "model/thickness.hpp"

#include <algorithm>

namespace crumple {
namespace {

int n_corners(const Shell& shell) { return shell.is_triangle() ? 3 : 4; }

double thickness_at(const Model& model, const Shell& shell, int corner) {
  const Section& section = model.sections[model.parts[shell.part].section];
  return shell.thickness[corner] > 0 ? double(shell.thickness[corner]) : section.thickness[corner];
}

}  // namespace

double mean_thickness(const Model& model, const Shell& shell) {
  double sum = 0;
  for (int corner = 0; corner < n_corners(shell); ++corner) sum += thickness_at(model, shell, corner);
  return sum / n_corners(shell);
}

double largest_thickness(const Model& model, const Shell& shell) {
  double largest = 0;
  for (int corner = 0; corner < n_corners(shell); ++corner)
    largest = std::max(largest, thickness_at(model, shell, corner));
  return largest;
}

}  // namespace crumple
