#include "io/io_cost.hpp"

#include <bit>
#include <cereal/archives/binary.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
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

IoCall::IoCall(IoCost* cost, IoPhase phase) : cost_(cost), timer_(cost, phase) {
  if (cost_) before_ = io_of_thread();
}

IoCall::~IoCall() {
  if (!cost_) return;
  const IoCounters added = io_of_thread() - before_;
  cost_->posix_requests += added.writes;
  cost_->posix_bytes += added.bytes_written;
  cost_->storage_bytes += added.storage_written;
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
