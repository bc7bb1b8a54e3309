// Streams that transfer their bytes in slabs, for archives too large to be held twice: dumps (io/dump_file), pieces of
// the model sent to their ranks (comm/world).
#pragma once

#include <functional>
#include <span>
#include <streambuf>
#include <utility>
#include <vector>

namespace crumple {

inline constexpr std::size_t slab_size = 1 << 24;  ///< to and from files [bytes]

/// Forwards its bytes slab by slab.
class SlabWriter : public std::streambuf {
 public:
  explicit SlabWriter(std::function<void(std::span<const char>)> take, std::size_t size = slab_size)
      : take_(std::move(take)), slab_(size) {
    setp(slab_.data(), slab_.data() + slab_.size());
  }

 protected:
  int sync() override {
    take_({pbase(), std::size_t(pptr() - pbase())});
    setp(slab_.data(), slab_.data() + slab_.size());
    return 0;
  }
  int_type overflow(int_type c) override {
    sync();
    if (c != traits_type::eof()) sputc(char(c));
    return traits_type::not_eof(c);
  }

 private:
  std::function<void(std::span<const char>)> take_;
  std::vector<char> slab_;
};

/// Requests the next slab when the current one has been read; an empty slab is the end.
class SlabReader : public std::streambuf {
 public:
  explicit SlabReader(std::function<void(std::vector<char>&)> fill) : fill_(std::move(fill)) {}

 protected:
  int_type underflow() override {
    slab_.clear();
    fill_(slab_);
    setg(slab_.data(), slab_.data(), slab_.data() + slab_.size());
    return slab_.empty() ? traits_type::eof() : traits_type::to_int_type(slab_[0]);
  }

 private:
  std::function<void(std::vector<char>&)> fill_;
  std::vector<char> slab_;
};

}  // namespace crumple
