#include "io/io_cost.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace crumple {

void IoCost::add_request(std::int64_t its_bytes) {
  ++requests;
  bytes += its_bytes;
  ++sizes[std::bit_width(std::uint64_t(its_bytes)) - 1];
}

IoCost& IoCost::operator+=(const IoCost& other) {
  files += other.files;
  requests += other.requests;
  bytes += other.bytes;
  for (const auto& [size, n] : other.sizes) sizes[size] += n;
  posix_requests += other.posix_requests;
  posix_bytes += other.posix_bytes;
  storage_bytes += other.storage_bytes;
  for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += other.seconds[i];
  return *this;
}

IoCall::Counters IoCall::read_counters() {
  struct File {
    int descriptor = ::open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
    ~File() {
      if (descriptor >= 0) ::close(descriptor);
    }
  };
  thread_local const File file;
  char text[512];
  const ssize_t n = file.descriptor < 0 ? -1 : ::pread(file.descriptor, text, sizeof text - 1, 0);
  text[n < 0 ? 0 : n] = '\0';
  const auto number = [&](const char* name) {
    const char* found = std::strstr(text, name);
    return found ? std::int64_t(std::atoll(found + std::strlen(name))) : 0;
  };
  return {number("\nsyscw: "), number("\nwchar: "), number("\nwrite_bytes: ")};
}

IoCall::IoCall(IoCost* cost, IoPhase phase) : cost_(cost), timer_(cost, phase) {
  if (cost_) before_ = read_counters();
}

IoCall::~IoCall() {
  if (!cost_) return;
  const Counters now = read_counters();
  cost_->posix_requests += now.requests - before_.requests;
  cost_->posix_bytes += now.bytes - before_.bytes;
  cost_->storage_bytes += now.storage - before_.storage;
}

std::vector<IoCosts> gather_io_costs(const World& world, const IoCosts& own) {
  std::ostringstream out;
  cereal::BinaryOutputArchive archive(out);
  archive(own);
  const std::string text = out.str();
  std::vector<IoCosts> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const char>(text)))) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    cereal::BinaryInputArchive archive(in);
    archive(all.emplace_back());
  }
  return all;
}

}  // namespace crumple
