// Messages between the planned ranks of one process, and the memory in which they lie. Called by planned_ranks.cpp.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "comm/world.hpp"

namespace crumple {

/// Memory from the system, to which it goes back.
class Pages {
 public:
  explicit Pages(std::size_t size)
      : size_(size),
        begin_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (begin_ == MAP_FAILED) throw Error(no_room);
  }
  ~Pages() { munmap(begin_, size_); }
  Pages(const Pages&) = delete;
  char* begin() const { return static_cast<char*>(begin_); }

  static constexpr const char* no_room =
      "plan: no address space for so many ranks (two mappings each: see vm.max_map_count)";

 private:
  std::size_t size_;
  void* begin_;
};

/// Messages on their way. In the heap the many small ones of thousands of ranks leave holes among which each allocation
/// has to search. So they lie in pages of their own, which receivers of similar numbers share, and which go when these
/// have come.
class Mail {
 public:
  /// To be called by each sender in their order, in which the messages arrive.
  void post(int from, int to, const Bytes& bytes, int n_ranks) {
    boxes_.resize(std::size_t(n_ranks));
    rooms_.resize(boxes_.size() / boxes_in_room + 1);
    Letter* const letter = rooms_[room_of(to)].place(bytes.size());
    *letter = {nullptr, bytes.size(), from};
    std::ranges::copy(bytes, reinterpret_cast<std::byte*>(letter + 1));
    Box& box = boxes_[std::size_t(to)];
    (box.last ? box.last->next : box.first) = letter;
    box.last = letter;
  }
  /// To be called by each receiver once, in their order.
  std::vector<Message> take(int to) {
    std::vector<Message> messages;
    if (boxes_.empty()) return messages;
    for (const Letter* letter = boxes_[std::size_t(to)].first; letter; letter = letter->next) {
      const auto* const bytes = reinterpret_cast<const std::byte*>(letter + 1);
      messages.push_back({letter->from, Bytes(bytes, bytes + letter->size)});
    }
    if (room_of(to + 1) > room_of(to)) rooms_[room_of(to)] = {};
    return messages;
  }

 private:
  struct Letter {
    Letter* next;
    std::size_t size;  ///< of the bytes behind it
    int from;
  };
  struct Box {
    Letter *first = nullptr, *last = nullptr;
  };
  class Room {
   public:
    Letter* place(std::size_t n_bytes) {
      const std::size_t size = sizeof(Letter) * (1 + (n_bytes + sizeof(Letter) - 1) / sizeof(Letter));
      if (size > left_) {
        left_ = std::max(size, block_size);
        next_ = blocks_.emplace_back(std::make_unique<Pages>(left_))->begin();
      }
      left_ -= size;
      return reinterpret_cast<Letter*>(std::exchange(next_, next_ + size));
    }

   private:
    static constexpr std::size_t block_size = std::size_t(1) << 20;  // only the pages that are touched take memory
    std::vector<std::unique_ptr<Pages>> blocks_;
    char* next_ = nullptr;
    std::size_t left_ = 0;
  };
  static constexpr int boxes_in_room = 64;
  static std::size_t room_of(int receiver) { return std::size_t(receiver / boxes_in_room); }

  std::vector<Box> boxes_;   ///< by receiver
  std::vector<Room> rooms_;  ///< of so many receivers each
};

}  // namespace crumple
