// The part of Core Foundation that the modules use, written from its documentation.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin

@class NSString, NSDictionary;

typedef int32_t OSStatus;
typedef unsigned long CFTypeID;
typedef long CFIndex;
typedef double CFTimeInterval;
typedef double CFAbsoluteTime;
typedef const void *__attribute__((objc_bridge(id))) CFTypeRef;
typedef const struct __attribute__((objc_bridge(NSString))) __CFString *CFStringRef;
typedef const struct __attribute__((objc_bridge(NSDictionary))) __CFDictionary *CFDictionaryRef;
typedef const struct __attribute__((objc_bridge(NSNumber))) __CFBoolean *CFBooleanRef;

CFTypeID CFGetTypeID(CFTypeRef value);
CFTypeID CFBooleanGetTypeID(void);
CFTypeID CFStringGetTypeID(void);
CFTypeID CFNumberGetTypeID(void);
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);

extern const CFBooleanRef kCFBooleanTrue;
extern const CFBooleanRef kCFBooleanFalse;

#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
