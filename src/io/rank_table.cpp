#include "io/rank_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/run_result.hpp"
#include "io/text_file.hpp"

namespace crumple {

double RankLoad::sent(const std::string& exchange) const {
  double bytes = 0;
  for (const ExchangeLoad& load : exchanges)
    if (load.name == exchange)
      for (const PartnerLoad& partner : load.partners) bytes += double(partner.sent);
  return bytes;
}

double RankLoad::messages(const std::string& exchange) const {
  double messages = 0;
  for (const ExchangeLoad& load : exchanges)
    if (load.name == exchange)
      messages += double(std::ranges::count_if(load.partners, [](const PartnerLoad& p) { return p.sent > 0; }));
  return messages;
}

void write_rank_table(const std::string& path, const std::vector<RankLoad>& loads) {
  std::string text =
      "rank,elements,shells,solids,beams,springs,masses,nodes,owned_nodes,shared_nodes,body_nodes,welded_nodes,"
      "tied_nodes,contacts,rigid_bodies,walls,contact_nodes,contact_faces,"
      "contact_node_copies,contact_face_copies,shells_cost,solids_cost,beams_cost,springs_cost,contact_cost,nodes_cost,"
      "neighbours";
  for (const ExchangeLoad& exchange : loads.front().exchanges) {
    std::string name = exchange.name;
    std::ranges::replace(name, ' ', '_');
    text += fmt::format(",{0}_messages,{0}_bytes", name);
  }
  text += '\n';
  for (std::size_t r = 0; r < loads.size(); ++r) {
    const RankLoad& l = loads[r];
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},"
                    "{:.6g},{}",
                    r, l.elements, l.shells, l.solids, l.beams, l.springs, l.masses, l.nodes, l.owned_nodes,
                    l.boundary_nodes, l.body_nodes, l.welded_nodes, l.tied_nodes, l.contacts, l.rigid_bodies, l.walls,
                    l.contact_nodes, l.contact_faces, l.contact_copies, l.contact_face_copies, l.shells_weight,
                    l.solids_weight, l.beams_weight, l.springs_weight, l.contact_weight, l.nodes_weight, l.neighbours);
    for (const ExchangeLoad& exchange : l.exchanges) {
      text += fmt::format(",{},{}", l.messages(exchange.name), l.sent(exchange.name));
    }
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace crumple
