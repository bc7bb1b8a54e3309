#include "io/earlier_outputs.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "comm/records.hpp"

namespace crumple {

namespace fs = std::filesystem;

const Bytes* EarlierOutputs::find(const std::string& name) const {
  const auto found = saved.find(name);
  return found != saved.end() ? &found->second.data : nullptr;
}

bool EarlierOutputs::bring(const std::string& file, const std::string& new_prefix, std::int64_t at_least) {
  const std::string from = prefix + file, to = new_prefix + file;
  std::error_code problem;
  const std::uintmax_t length = fs::file_size(from, problem);
  if (problem || length < std::uintmax_t(at_least)) {
    missing.push_back(file);
    return false;
  }
  if (fs::equivalent(from, to, problem)) return true;
  problem.clear();
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, problem);
  if (problem) throw Error("cannot copy " + from + " to " + to + ": " + problem.message());
  return true;
}

std::optional<TextFile> EarlierOutputs::continue_text(const std::string& name, const std::string& new_prefix) {
  const Bytes* data = find(name);
  if (!data) return std::nullopt;
  std::span<const std::byte> rest = *data;
  const auto length = take<std::int64_t>(rest);
  if (!bring(name, new_prefix, length)) return std::nullopt;
  return std::optional<TextFile>(std::in_place, new_prefix + name, length);
}

Bytes length_of(TextFile& file) {
  Bytes bytes;
  put(bytes, file.settled_length());
  return bytes;
}

}  // namespace crumple
