#include "solver/vector_store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t group_size = EquationSlices::most_vectors;

/// Adds its lifetime.
class Timer {
 public:
  explicit Timer(double& seconds) : seconds_(seconds) {}
  ~Timer() { seconds_ += seconds_since(begin_); }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

[[noreturn]] void fail(const std::string& file, const char* what) {
  throw Error("cannot " + std::string(what) + " Lanczos vectors in " + file + ": " + std::strerror(errno));
}

/// Calls pread or pwrite until all bytes are moved; < 0 or 0 where it cannot.
template <class Call, class T>
bool move_all(Call call, int descriptor, T* values, std::size_t n, std::size_t first) {
  auto* at = reinterpret_cast<std::conditional_t<std::is_const_v<T>, const char, char>*>(values);
  auto offset = ::off_t(first * sizeof(double));
  for (std::size_t left = n * sizeof(double); left > 0;) {
    const ::ssize_t moved = call(descriptor, at, left, offset);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    at += moved;
    offset += moved;
    left -= std::size_t(moved);
  }
  return true;
}

}  // namespace

VectorStore::VectorStore(std::size_t length, const std::string& file, VectorTraffic& traffic)
    : length_(length), file_(file), traffic_(&traffic) {
  if (file.empty()) return;
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor_ < 0) fail(file, "keep");
  ::unlink(file.c_str());
}

VectorStore::~VectorStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

VectorStore::VectorStore(VectorStore&& other) noexcept
    : length_(other.length_),
      size_(other.size_),
      file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      groups_(std::move(other.groups_)),
      traffic_(other.traffic_) {}

void VectorStore::append(const ColumnBlock& block, std::size_t n) {
  std::vector<double> vector(length_);
  for (std::size_t c = 0; c < n; ++c, ++size_) {
    for (std::size_t i = 0; i < length_; ++i) vector[i] = block.at(i, c);
    if (descriptor_ < 0) {
      if (size_ % group_size == 0) groups_.emplace_back().reserve(group_size * length_);
      groups_.back().insert(groups_.back().end(), vector.begin(), vector.end());
      continue;
    }
    const Timer timer(traffic_->seconds);
    if (!move_all(::pwrite, descriptor_, std::as_const(vector).data(), length_, size_ * length_)) fail(file_, "write");
    traffic_->written += double(length_ * sizeof(double));
  }
}

void VectorStore::for_each(std::size_t from, std::size_t to, const EquationSlices::TakeVectors& take) const {
  std::vector<double> group(descriptor_ < 0 ? 0 : group_size * length_);
  for (std::size_t first = from; first < to;) {
    const std::size_t n = std::min(to, first / group_size * group_size + group_size) - first;
    const double* vectors = nullptr;
    if (descriptor_ < 0) {
      vectors = groups_[first / group_size].data() + first % group_size * length_;
    } else {
      const Timer timer(traffic_->seconds);
      if (!move_all(::pread, descriptor_, group.data(), n * length_, first * length_)) fail(file_, "read");
      traffic_->read += double(n * length_ * sizeof(double));
      vectors = group.data();
    }
    take(vectors, n);
    first += n;
  }
}

std::vector<double> VectorStore::vector(std::size_t which) const {
  std::vector<double> its;
  for_each(which, which + 1, [&](const double* at, std::size_t) { its.assign(at, at + length_); });
  return its;
}

}  // namespace crumple
