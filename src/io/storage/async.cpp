// io=async: one file; rows are sent to root, where a thread writes them while the run continues. One state at a time is
// in flight: the next one, a dump and the end of the run wait for it.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"
#include "io/writers.hpp"

namespace crumple {
namespace {

/// Runs tasks one after the other on a thread; none after a failure.
class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  void add(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(std::move(work));
    }
    changed_.notify_all();
  }
  /// Waits until all is done. Errors: that of the work, once.
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.empty(); });
    if (!failure_.empty()) throw Error(std::exchange(failure_, ""));
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ends_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const std::function<void()> work = std::move(queue_.front());
      lock.unlock();
      std::string failure;
      try {
        if (!has_failed_) work();
      } catch (const std::exception& error) {
        failure = error.what();
      }
      lock.lock();
      if (!failure.empty()) {
        failure_ = failure;
        has_failed_ = true;
      }
      queue_.pop_front();
      if (queue_.empty()) changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  std::string failure_;
  bool ends_ = false, has_failed_ = false;
  std::thread thread_;
};

class AsyncFile final : public RowFile {
 public:
  explicit AsyncFile(const FilePlace& place) : RowFile(place.cost), writers_(place.world, 1) {
    if (!writers_.writes()) return;
    file_.emplace(place.path, Hdf5Options{.access = place.access, .user_block = place.user_block}, place.settings,
                  &behind_);
    worker_.emplace();
  }
  ~AsyncFile() override { worker_.reset(); }

  void create_group(const std::string& name) override {
    add([=, this] { file_->create_group(name); });
  }
  void write_attribute(const std::string& group, const std::string& name, const Attribute& value) override {
    add([=, this] { file_->write_attribute(group, name, value); });
  }
  void create(const std::string& name, const DataSetLayout& layout) override {
    layouts_[name] = layout;
    add([=, this] { file_->create(name, layout); });
  }
  void grow(const std::string& name, std::int64_t rows) override {
    add([=, this] { file_->grow(name, rows); });
  }
  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override {
    const DataSetLayout& layout = layouts_.at(name);
    std::vector<RowBlock> blocks;
    if (layout.writers == RowsOf::root)
      blocks.push_back({first_row, {values.begin(), values.end()}});
    else
      blocks = writers_.gather(first_row, layout.row_size(), values, cost());
    for (RowBlock& block : blocks)
      add([=, this, rows = std::move(block)] { file_->write(name, rows.first_row, rows.values); });
  }
  void flush() override {
    add([this] { file_->flush(); });
  }
  void reserve(std::int64_t bytes) override {
    if (file_) file_->reserve(bytes);
  }
  void finish_writes() override {
    if (!worker_) return;
    {
      IoTimer timer(cost(), IoPhase::join);
      worker_->wait();
    }
    // the thread's time is not counted as the run's
    double& seconds = behind_[IoPhase::behind];
    seconds = 0;
    for (const IoPhase phase : {IoPhase::write, IoPhase::sync}) seconds += std::exchange(behind_[phase], 0.0);
    *cost() += std::exchange(behind_, {});
  }
  std::vector<FileRecords> records() override { return file_ ? file_->records() : std::vector<FileRecords>(); }
  void close() override {
    finish_writes();
    if (!worker_) return;
    worker_.reset();
    file_->close();
    *cost() += std::exchange(behind_, {});
  }
  void abandon() override {
    if (!file_) return;
    worker_.reset();  // the thread has failed, or is idle
    file_->abandon();
  }

 private:
  void add(std::function<void()> work) {
    if (worker_) worker_->add(std::move(work));
  }

  Writers writers_;  ///< root alone
  std::map<std::string, DataSetLayout> layouts_;
  std::optional<Hdf5File> file_;  ///< on root
  IoCost behind_;                 ///< of the file since finish_writes
  std::optional<Worker> worker_;  ///< on root
};

}  // namespace

extern const StorageMode async_storage;
const StorageMode async_storage = {
    "async",
    "one file, root writes it while the steps continue",
    "aggregated",
    [](int) { return true; },
    [](const World&, const StorageSettings&) { return 1; },
    [](const FilePlace& place) -> std::unique_ptr<RowFile> { return std::make_unique<AsyncFile>(place); }};

}  // namespace crumple
