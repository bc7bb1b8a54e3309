#include "io/shared_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace crumple {

SharedFile::SharedFile(const World& world, const std::string& path) : path_(path) {
  together(world, [&] {
    if (world.is_root()) open(O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
  });
  together(world, [&] {
    if (!world.is_root()) open(O_WRONLY | O_CLOEXEC);
  });
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SharedFile::open(int flags) {
  descriptor_ = ::open(path_.c_str(), flags, 0666);
  if (descriptor_ < 0) fail("create");
}

void SharedFile::put_bytes(std::int64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), off_t(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write");
    bytes = bytes.subspan(std::size_t(written));
    at += written;
  }
}

void SharedFile::finish_writes() {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("write");
}

void SharedFile::fail(const char* doing) const {
  throw Error("cannot " + std::string(doing) + " " + path_ + ": " + std::strerror(errno));
}

}  // namespace crumple
