#include "tests/support/hdf5_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>

#include <stdexcept>
#include <vector>

namespace crumple::test {
namespace {

struct Visit {
  std::map<std::string, std::string> found;
  std::string without;
};

std::string shape_of(hid_t space) {
  std::vector<hsize_t> dims(std::size_t(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, dims.data(), nullptr);
  return fmt::format("{} ", fmt::join(dims, "x"));
}

std::string rows_of(hid_t set) {
  const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  std::string bytes(std::size_t(H5Sget_simple_extent_npoints(space)) * H5Tget_size(type), '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) throw std::runtime_error("H5Dread failed");
  const std::string rows = shape_of(space) + bytes;
  H5Tclose(type);
  H5Sclose(space);
  return rows;
}

herr_t look_at_attribute(hid_t object, const char* name, const H5A_info_t*, void* data) {
  const auto& [visit, owner] = *static_cast<std::pair<Visit*, std::string>*>(data);
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute),
              space = H5Aget_space(attribute);
  std::string bytes(std::size_t(H5Sget_simple_extent_npoints(space)) * H5Tget_size(type), '\0');
  H5Aread(attribute, type, bytes.data());
  visit->found[owner + "@" + name] = bytes;
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
  return 0;
}

herr_t look_at(hid_t file, const char* name, const H5O_info_t* info, void* data) {
  Visit& visit = *static_cast<Visit*>(data);
  if (name == visit.without) return 0;
  const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  std::pair<Visit*, std::string> owner{&visit, name};
  hsize_t at = 0;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &at, look_at_attribute, &owner);
  if (info->type == H5O_TYPE_DATASET) visit.found[name] = rows_of(object);
  H5Oclose(object);
  return 0;
}

}  // namespace

std::map<std::string, std::string> hdf5_rows(const std::string& path, const std::string& without) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) throw std::runtime_error(path + " is no HDF5 file");
  Visit visit{{}, without};
  H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, look_at, &visit, H5O_INFO_BASIC);
  H5Fclose(file);
  if (visit.found.empty()) throw std::runtime_error(path + " holds nothing");
  return visit.found;
}

}  // namespace crumple::test
