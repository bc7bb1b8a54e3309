// The deformed mesh over time (*DATABASE_BINARY_D3PLOT), as states.vtkhdf for ParaView.
#include "io/states.hpp"
#include "io/text_database.hpp"
#include "physics/state/element_output.hpp"

namespace crumple {
namespace {

class States final : public Recorder {
 public:
  explicit States(const OutputPlace& place)
      : messages_(place.messages), file_(place.world, place.domain, place.prefix + "states.vtkhdf") {}

  void record(const Moment& now) override {
    file_.write(now.clock().time, now.step.nodes, element_output(now.elements, now.domain().model));
    messages_.cycle(now.clock(), "write d3plot file");
  }
  void redistribute() override { file_.redistribute(); }

 private:
  MessageFile& messages_;
  StatesFile file_;
};

}  // namespace

namespace recorders {
extern const RecorderKind d3plot{.name = "d3plot", .open = open_recorder<States>};
}

}  // namespace crumple
