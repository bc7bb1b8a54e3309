// Loaded before libc by scripts/solver-io-study: the reads and writes of the files of factors, which the direct solver
// calls by their names in libc, are timed and listed in FACTOR_IO_TRACE.PID, and pass the page cache as FACTOR_IO says:
// buffered    they are left alone
// forgotten   a file is on the disk and its pages are free when it has been written, and pages are free when read
// direct      the same, but reads pass the cache (O_DIRECT), by blocks through an aligned buffer
// cc -O2 -shared -fPIC factor_io.c -o factor_io.so -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FILES = 65536, BLOCK = 4096 };
enum Kind { READ, WRITE, SYNC };

struct Request {
  double begin, seconds;  // since 1970
  int64_t bytes;
  int32_t kind, process;
};

static unsigned char is_ours[MOST_FILES], is_direct[MOST_FILES], is_written[MOST_FILES];
static struct Request* requests;
static size_t n_requests, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int wants(const char* mode) {
  const char* found = getenv("FACTOR_IO");
  return found && strcmp(found, mode) == 0;
}
static int forgets(void) { return wants("forgotten") || wants("direct"); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void note(enum Kind kind, double begin, int64_t bytes) {
  const double end = now();
  pthread_mutex_lock(&lock);
  if (n_requests == room) {
    room = room ? 2 * room : 4096;
    requests = realloc(requests, room * sizeof *requests);
  }
  if (requests) requests[n_requests++] = (struct Request){begin, end - begin, bytes, kind, getpid()};
  pthread_mutex_unlock(&lock);
}

__attribute__((destructor)) static void write_trace(void) {
  const char* name = getenv("FACTOR_IO_TRACE");
  char path[4096];
  if (!name || n_requests == 0) return;
  snprintf(path, sizeof path, "%s.%d", name, getpid());
  FILE* file = fopen(path, "wb");
  if (!file) return;
  fwrite(requests, sizeof *requests, n_requests, file);
  fclose(file);
}

int open(const char* path, int flags, ...) {
  static int (*real)(const char*, int, ...);
  if (!real) real = dlsym(RTLD_NEXT, "open");
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  const int ours = strstr(path, "crumple-factors") != NULL;
  const int direct = ours && (flags & O_ACCMODE) == O_RDONLY && wants("direct");
  int fd = real(path, direct ? flags | O_DIRECT : flags, mode);
  if (fd >= 0 && fd < MOST_FILES) is_ours[fd] = ours, is_direct[fd] = direct, is_written[fd] = 0;
  return fd;
}

int close(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "close");
  if (fd >= 0 && fd < MOST_FILES && is_ours[fd]) {
    if (is_written[fd] && forgets()) {
      const double begin = now();
      fdatasync(fd);
      posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
      note(SYNC, begin, 0);
    }
    is_ours[fd] = 0;
  }
  return real(fd);
}

// Whole blocks around what is asked for.
static ssize_t read_past_cache(int fd, void* to, size_t n) {
  static __thread char* buffer;
  static __thread size_t size;
  const off_t at = lseek(fd, 0, SEEK_CUR), first = at & ~(off_t)(BLOCK - 1);
  const size_t length = ((size_t)(at - first) + n + BLOCK - 1) & ~(size_t)(BLOCK - 1);
  if (length > size) {
    free(buffer);
    size = posix_memalign((void**)&buffer, BLOCK, length) == 0 ? length : 0;
    if (size == 0) return -1;
  }
  const ssize_t got = pread(fd, buffer, length, first) - (at - first);
  if (got <= 0) return got;
  const size_t taken = (size_t)got < n ? (size_t)got : n;
  memcpy(to, buffer + (at - first), taken);
  lseek(fd, at + (off_t)taken, SEEK_SET);
  return (ssize_t)taken;
}

ssize_t read(int fd, void* to, size_t n) {
  static ssize_t (*real)(int, void*, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "read");
  if (fd < 0 || fd >= MOST_FILES || !is_ours[fd]) return real(fd, to, n);
  const double begin = now();
  const ssize_t got = is_direct[fd] ? read_past_cache(fd, to, n) : real(fd, to, n);
  note(READ, begin, got);
  if (got > 0 && wants("forgotten")) {  // whole pages
    const off_t end = lseek(fd, 0, SEEK_CUR), first = (end - got) & ~(off_t)(BLOCK - 1);
    posix_fadvise(fd, first, ((end - first) + BLOCK - 1) & ~(off_t)(BLOCK - 1), POSIX_FADV_DONTNEED);
  }
  return got;
}

ssize_t write(int fd, const void* from, size_t n) {
  static ssize_t (*real)(int, const void*, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  if (fd < 0 || fd >= MOST_FILES || !is_ours[fd]) return real(fd, from, n);
  const double begin = now();
  const ssize_t done = real(fd, from, n);
  is_written[fd] = 1;
  note(WRITE, begin, done);
  return done;
}
