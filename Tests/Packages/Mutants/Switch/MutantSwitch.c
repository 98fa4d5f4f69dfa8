// The run-time switch of a package with mutants. Read once, before any test: MUTANT is the number of
// the active mutant; MUTANT_REACHED is a file of one byte per statement, which is mapped, so that
// neither a crash nor a child process loses what was reached.
#include "MutantSwitch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define STATEMENTS (1 << 16)

static unsigned char unread[STATEMENTS];
static unsigned char *reached = unread;
static long active = 0;

__attribute__((constructor)) static void mutant_start(void) {
  const char *number = getenv("MUTANT");
  if (number) active = atol(number);
  const char *path = getenv("MUTANT_REACHED");
  if (!path) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, STATEMENTS)) abort();
  void *map = mmap(NULL, STATEMENTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map == MAP_FAILED) abort();
  reached = map;
  close(file);
}

long mutant_active(void) { return active; }
void mutant_reach(long statement) { reached[statement] = 1; }
void mutant_never(void) { abort(); }
