#include "base/nearest_word.hpp"

#include <algorithm>
#include <numeric>

namespace crumple {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = int(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int substituted = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

int farthest_slip(std::string_view word) {
  const int size = int(word.size());
  return size < 4 ? std::min(1, size - 1) : std::max(2, size / 4);
}

std::string nearest_word(std::string_view given, const std::vector<std::string>& known) {
  return *std::min_element(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(given, a) < edit_distance(given, b);
  });
}

std::string suggestion(std::string_view given, const std::vector<std::string>& known, std::string_view behind) {
  const std::string nearest = nearest_word(given, known);
  if (edit_distance(given, nearest) > farthest_slip(given)) return "";
  return "; did you mean '" + nearest + std::string(behind) + "'?";
}

}  // namespace crumple
