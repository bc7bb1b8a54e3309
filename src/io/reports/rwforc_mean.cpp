// rwforc_mean: mean wall forces. The forces in rwforc are those of single steps, and noisy because nodes hit walls one
// by one. Each row has the mean force since the previous row, so that no impulse is missed.
#include "comm/records.hpp"
#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {
namespace {

constexpr const char* file_name = "rwforc_mean";

class RwforcMean final : public TextDatabase {
 public:
  explicit RwforcMean(const OutputPlace& place)
      : TextDatabase(place, file_name, legend_of(place.domain.model.walls), format_rwforc_header()) {
    std::span<const std::byte> rest = earlier_more(place, file_name);
    if (rest.empty()) return;
    time_ = take<double>(rest);
    impulses_ = take_list<Vec3>(rest);
  }

 private:
  std::string format(const Moment& now, Columns&) override {
    std::vector<WallForce> walls = now.rows<WallForce>();
    impulses_.resize(walls.size());
    const double duration = now.clock().time - time_;
    for (std::size_t w = 0; w < walls.size(); ++w) {
      const Vec3 since = walls[w].impulse - impulses_[w];
      impulses_[w] = walls[w].impulse;
      walls[w].force = duration > 0 ? (1 / duration) * since : Vec3{};
    }
    time_ = now.clock().time;
    return format_rwforc(now.clock(), walls);
  }

  void put_more(Bytes& bytes) override {
    put(bytes, time_);
    put_list(bytes, impulses_);
  }

  double time_ = 0;             ///< of the last row [time]
  std::vector<Vec3> impulses_;  ///< [wall] at that time, since the start [force time]
};

}  // namespace

namespace recorders {
extern const RecorderKind rwforc_mean{.name = file_name, .with = "rwforc", .open = open_recorder<RwforcMean>};
}

}  // namespace crumple
