// Limits the first write of more than SHORT_WRITE bytes to a regular file to that many bytes.
//
// POSIX allows such a write at any time. A tracer cannot simulate it: a tracer changes the result of a
// call but not its effect. SHORT_WRITE=1000 LD_PRELOAD=short_write.so PROGRAM
//
// Prints "SHORTENED" to standard error after such a write, to detect a run without one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t (*next_write)(int, const void *, size_t);
static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);

__attribute__((constructor)) static void find_next(void) {
  next_write = dlsym(RTLD_NEXT, "write");
  next_pwrite = dlsym(RTLD_NEXT, "pwrite");
}

static size_t shortened(int file, size_t count) {
  static bool done;
  const char *limit_text = getenv("SHORT_WRITE");
  size_t limit = limit_text ? strtoul(limit_text, NULL, 10) : 0;
  struct stat status;
  if (done || limit == 0 || count <= limit) return count;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return count;
  done = true;
  next_write(STDERR_FILENO, "SHORTENED\n", 10);
  return limit;
}

ssize_t write(int file, const void *bytes, size_t count) {
  return next_write(file, bytes, shortened(file, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return next_pwrite(file, bytes, shortened(file, count), offset);
}
