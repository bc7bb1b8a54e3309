#include "tests/support/read_states.hpp"

#include <hdf5.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace crumple::test {
namespace {

template <class T>
hid_t memory_type();
template <>
hid_t memory_type<float>() {
  return H5T_NATIVE_FLOAT;
}
template <>
hid_t memory_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
hid_t memory_type<long long>() {
  return H5T_NATIVE_LLONG;
}
template <>
hid_t memory_type<unsigned char>() {
  return H5T_NATIVE_UCHAR;
}

template <class T>
std::vector<T> read_all(hid_t file, const std::string& name) {
  const hid_t set = H5Dopen2(file, ("/VTKHDF/" + name).c_str(), H5P_DEFAULT);
  if (set < 0) throw std::runtime_error("states.vtkhdf has no " + name);
  const hid_t space = H5Dget_space(set);
  std::vector<T> values(std::size_t(H5Sget_simple_extent_npoints(space)));
  H5Dread(set, memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(set);
  return values;
}

/// The `index`-th of `count` equal pieces.
template <class T>
std::vector<T> piece(const std::vector<T>& all, std::size_t index, std::size_t count) {
  const std::size_t n = all.size() / count;
  return {all.begin() + long(n * index), all.begin() + long(n * (index + 1))};
}

/// Rows of three, in the order of ascending ids.
std::vector<std::array<float, 3>> rows(const std::vector<float>& values, const std::vector<std::size_t>& order) {
  std::vector<std::array<float, 3>> result;
  for (const std::size_t i : order) result.push_back({values[3 * i], values[3 * i + 1], values[3 * i + 2]});
  return result;
}

}  // namespace

std::vector<State> read_states(const std::string& folder) {
  const hid_t file = H5Fopen((folder + "/states.vtkhdf").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) throw std::runtime_error("cannot read states.vtkhdf in " + folder);
  const auto times = read_all<double>(file, "Steps/Values");
  const auto ids = read_all<long long>(file, "PointData/node_id");
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
  const auto strain = read_all<float>(file, "CellData/plastic_strain"),
             stress = read_all<float>(file, "CellData/von_mises"),
             thickness = read_all<float>(file, "CellData/thickness"), points = read_all<float>(file, "Points"),
             velocity = read_all<float>(file, "PointData/velocity");
  const auto hidden = read_all<unsigned char>(file, "CellData/vtkGhostType");
  H5Fclose(file);
  std::vector<State> states;
  const std::size_t n = times.size();
  for (std::size_t s = 0; s < n; ++s) {
    State state{times[s],
                piece(strain, s, n),
                piece(stress, s, n),
                piece(thickness, s, n),
                {},
                rows(piece(points, s, n), order),
                rows(piece(velocity, s, n), order)};
    for (const unsigned char h : piece(hidden, s, n)) state.deleted.push_back(h != 0);
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace crumple::test
