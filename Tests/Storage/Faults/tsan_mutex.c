// Reports the slow path of Synchronization.Mutex to ThreadSanitizer, which cannot detect it on Linux.
//
// Locking without contention is inlined into the program and instrumented there. A contended lock is
// acquired and handed over in the library and the kernel, which are not instrumented. The sanitizer then
// reports every access under a contended mutex as a race, even a counter that four threads increment
// under one mutex. This library wraps the two functions of the slow path and reports each acquisition and
// release. It suppresses nothing: a race outside the mutex, or under two different ones, is still found.
//
//   LD_PRELOAD=tsan_mutex.so PROGRAM
//
// The names are the mangled ones of `_MutexHandle._lockSlow(_:)` and `_unlockSlow()` in Swift 6.
// If the names change, the false reports return, so the failure is visible.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context)) void *

// Undefined in a program that is not built with the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT_METHOD void (*LockSlow)(uint32_t thread, SWIFT_SELF mutex);
typedef SWIFT_METHOD void (*UnlockSlow)(SWIFT_SELF mutex);
static LockSlow next_lock_slow;
static UnlockSlow next_unlock_slow;

__attribute__((constructor)) static void find_next(void) {
  next_lock_slow = (LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW);
  next_unlock_slow = (UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF mutex) __asm__(LOCK_SLOW);
SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF mutex) {
  next_lock_slow(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT_METHOD void unlock_slow(SWIFT_SELF mutex) __asm__(UNLOCK_SLOW);
SWIFT_METHOD void unlock_slow(SWIFT_SELF mutex) {
  if (__tsan_release) __tsan_release(mutex);
  next_unlock_slow(mutex);
}
