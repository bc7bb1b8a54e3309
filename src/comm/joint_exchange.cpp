#include "comm/joint_exchange.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "comm/world.hpp"

namespace crumple {
namespace {

class Part;

/// What the parts share.
struct Joint {
  std::unique_ptr<NeighbourExchange> whole;
  std::size_t n_parts = 0;
  std::vector<Part*> parts = {};    ///< that exist
  std::vector<Part*> waiting = {};  ///< started, and not sent
  void send();
  void receive();
};

/// Where the values of a part for a partner lie in the common message.
struct PlaceInJoint {
  std::size_t partner = 0, sent = 0, received = 0;
};

class Part final : public NeighbourExchange {
 public:
  Part(std::shared_ptr<Joint> joint, std::vector<Partner> partners, std::vector<PlaceInJoint> places)
      : NeighbourExchange(std::move(partners)), joint_(std::move(joint)), places_(std::move(places)) {
    joint_->parts.push_back(this);
    find_values();
  }
  ~Part() override {
    if (must_finish()) end();
    std::erase(joint_->parts, this);
    std::erase(joint_->waiting, this);
  }

  bool is_sent = false;  ///< in messages that have left, since it was started

  /// Finds its values, which some modes keep in another place each time.
  void find_values() {
    for (std::size_t k = 0; k < places_.size(); ++k) {
      outgoing_[k] = joint_->whole->outgoing(places_[k].partner) + places_[k].sent;
      // this part alone reads them
      incoming_[k] = const_cast<double*>(joint_->whole->incoming(places_[k].partner)) + places_[k].received;
    }
  }

 private:
  void begin() override {
    joint_->waiting.push_back(this);
    if (joint_->waiting.size() == joint_->n_parts) joint_->send();
  }
  void end() override {
    if (!is_sent) joint_->send();
    joint_->receive();
    is_sent = false;
  }

  std::shared_ptr<Joint> joint_;
  std::vector<PlaceInJoint> places_;  ///< [partner]
};

void Joint::send() {
  for (Part* part : std::exchange(waiting, {})) part->is_sent = true;
  whole->start();
}

void Joint::receive() {
  if (!whole->is_started()) return;
  whole->finish();
  for (Part* part : parts) part->find_values();
}

}  // namespace

std::vector<Partner> joint_partners(const std::vector<std::vector<Partner>>& parts) {
  std::map<int, Partner> joint;
  for (const auto& partners : parts)
    for (const Partner& partner : partners) {
      Partner& sum = joint[partner.rank];
      sum = {partner.rank, sum.n_sent + partner.n_sent, sum.n_received + partner.n_received};
    }
  const auto values = std::views::values(joint);
  return {values.begin(), values.end()};
}

std::vector<std::unique_ptr<NeighbourExchange>> join_exchanges(const World& world, const TransportMode& mode,
                                                               const std::vector<std::vector<Partner>>& parts) {
  const std::vector<Partner> partners = joint_partners(parts);
  std::vector<PlaceInJoint> next(partners.size());  // behind the earlier parts
  std::vector<std::vector<PlaceInJoint>> places(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (const Partner& partner : parts[p]) {
      const auto whole = std::ranges::lower_bound(partners, partner.rank, {}, &Partner::rank);
      PlaceInJoint& place = next[std::size_t(whole - partners.begin())];
      place.partner = std::size_t(whole - partners.begin());
      places[p].push_back(place);
      place.sent += partner.n_sent;
      place.received += partner.n_received;
    }
  const auto joint = std::make_shared<Joint>(Joint{world.neighbour_exchange(mode, partners), parts.size()});
  std::vector<std::unique_ptr<NeighbourExchange>> exchanges;
  for (std::size_t p = 0; p < parts.size(); ++p)
    exchanges.push_back(std::make_unique<Part>(joint, parts[p], std::move(places[p])));
  return exchanges;
}

}  // namespace crumple
