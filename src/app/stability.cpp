#include "app/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/state/state_archive.hpp"

namespace crumple {
namespace {

constexpr double collapsed = 0.01;  // of the first time step
/// In the first explicit steps work, which is that of half steps, and energies differ by large shares.
constexpr std::int64_t n_first_steps = 5;

/// A node's velocity relative to the mean of an element, over the element's speed of sound.
struct Outrunner {
  double mach = 0;
  std::string text;
};

double speed_of_sound(const Model& model, Index part) {
  const Material& material = model.materials[model.parts[part].material];
  return material.has_no_stress() || !(material.density > 0) ? 0 : std::sqrt(material.stiffness() / material.density);
}

/// Half of the minimum speed of sound: if no node is faster, none exceeds it.
double safe_speed(const Model& model) {
  double least = 1e300;
  for (std::size_t p = 0; p < model.parts.size(); ++p)
    if (const double sound = speed_of_sound(model, Index(p)); sound > 0) least = std::min(least, sound);
  return 0.5 * least;
}

bool has_faster_node(const NodeState& nodes, double speed) {
  for (Index i = 0; i < nodes.count(); ++i)
    if (const Vec3 v = row(nodes.velocity, i); dot(v, v) > speed * speed) return true;
  return false;
}

void check_element(const Moment& now, const ElementFamily& family, Index e, Outrunner& fastest) {
  const double sound = speed_of_sound(now.domain().model, family.part(e));
  if (!(sound > 0)) return;
  const NodeState& nodes = now.step.nodes;
  const auto corners = family.nodes(e);
  Vec3 mean;
  for (const Index node : corners) mean += (1.0 / double(corners.size())) * row(nodes.velocity, node);
  for (const Index node : corners) {
    const double speed = norm(row(nodes.velocity, node) - mean);
    if (nodes.live_elements(node) == 0 || !(speed > fastest.mach * sound)) continue;
    fastest = {speed / sound, fmt::format("node {} moves {:.3G} times as fast as sound relative to {} {} of part {}",
                                          now.domain().model.nodes.id[node], speed / sound, name_of(family.kind()),
                                          family.id(e), now.domain().model.parts[family.part(e)].id)};
  }
}

/// On this rank; springs and other discrete elements have no speed of sound.
Outrunner find_outrunner(const Moment& now) {
  Outrunner fastest;
  if (!has_faster_node(now.step.nodes, safe_speed(now.domain().model))) return fastest;
  for (const auto& family : now.elements.families)
    if (family->kind() != SectionKind::spring)
      for (Index e = 0; e < family->count(); ++e) check_element(now, *family, e, fastest);
  return fastest;
}

/// The text with the largest value; ties go to the lowest rank. Collective.
std::string text_of_largest(const World& world, const Outrunner& mine) {
  double most[1] = {mine.mach};
  world.max(most);
  if (!(most[0] > 1)) return "";
  const std::string& text = mine.mach == most[0] ? mine.text : "";
  Bytes found;
  for (const Bytes& bytes : world.gather(to_bytes(std::span(text.data(), text.size()))))
    if (found.empty()) found = bytes;
  world.broadcast(found);
  return {reinterpret_cast<const char*>(found.data()), found.size()};
}

std::string where(const Clock& clock) {
  const std::string limit = clock.limiting_element == 0 ? "no element"
                                                        : fmt::format("{} {} of part {}", name_of(clock.limiting_kind),
                                                                      clock.limiting_element, clock.limiting_part);
  return fmt::format(" at t = {:.4E}, cycle {}; {} limits the step", clock.time, clock.cycle, limit);
}

/// The total over what was supplied; where less than a tenth of the most is left, as energy was taken out again, the
/// error counts against that tenth. Without any supply: 1 plus the share of the total that has no source.
double ratio_of(const Energies& e, double most_supplied) {
  const double supplied = e.initial_total + e.external_work;
  if (const double least = 0.1 * most_supplied; std::abs(supplied) < least) return 1 + (e.total() - supplied) / least;
  if (supplied != 0) return e.ratio();
  const double sizes = e.kinetic + std::abs(e.internal) + e.hourglass + std::abs(e.sliding) + std::abs(e.rigid_wall) +
                       std::abs(e.damping);
  return sizes > 0 ? 1 + e.total() / sizes : 1;
}

}  // namespace

std::vector<std::string> StabilityWatch::check(const Moment& now) {
  std::vector<std::string> lines;
  const auto report = [&](bool& has_reported, const std::string& what) {
    if (!std::exchange(has_reported, true)) lines.push_back(what + where(now.clock()));
  };
  most_supplied_ = std::max(most_supplied_, std::abs(now.energies.initial_total + now.energies.external_work));
  const double ratio = ratio_of(now.energies, most_supplied_);
  const Model& model = now.domain().model;
  const bool is_first = !model.implicit.is_on && now.clock().cycle < n_first_steps;
  const bool is_preloaded = !model.section_preloads.empty() || !model.beam_preloads.empty();  // work in no account
  const bool is_inside = ratio >= limits_.least_ratio && ratio <= limits_.most_ratio;
  outputs_outside_ = is_first || is_preloaded || is_inside ? 0 : outputs_outside_ + 1;
  if (outputs_outside_ > 1)  // a single one may be a sampling effect of a fast motion
    report(ratio_has_left_, fmt::format("the energy ratio is {:.3f}, outside of {} to {}: the run may be unstable",
                                        ratio, limits_.least_ratio, limits_.most_ratio));
  if (now.clock().dt < collapsed * now.clock().dt_first)
    report(step_has_collapsed_,
           fmt::format("the time step has fallen to {:.1E} of the first one", now.clock().dt / now.clock().dt_first));
  if (!sound_is_outrun_)
    if (const std::string text = text_of_largest(now.world(), find_outrunner(now)); !text.empty())
      report(sound_is_outrun_, text);
  return lines;
}

void StabilityWatch::archive(StateArchive& a) {
  a.same(ratio_has_left_);
  a.same(outputs_outside_);
  a.same(most_supplied_);
  a.same(step_has_collapsed_);
  a.same(sound_is_outrun_);
}

}  // namespace crumple
