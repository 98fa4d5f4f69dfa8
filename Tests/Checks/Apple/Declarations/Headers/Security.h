// The keychain items of Security that the modules use, written from their documentation.
#pragma once

#include <os/availability.h>
#include "CoreFoundation.h"

#define CF_RETURNS_RETAINED __attribute__((cf_returns_retained))

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin

extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrAccessGroup;
extern const CFStringRef kSecAttrSynchronizable;
extern const CFStringRef kSecAttrAccessible;
extern const CFStringRef kSecAttrAccessibleWhenUnlocked;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlock;
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecMatchLimit;
extern const CFStringRef kSecMatchLimitOne;
extern const CFStringRef kSecMatchLimitAll;
extern const CFStringRef kSecReturnData;
extern const CFStringRef kSecReturnAttributes;
extern const CFStringRef kSecValueData;
extern const CFStringRef kSecUseDataProtectionKeychain API_AVAILABLE(macos(10.15), ios(13.0));

enum : OSStatus {
  errSecSuccess = 0,
  errSecParam = -50,
  errSecDuplicateItem = -25299,
  errSecItemNotFound = -25300,
  errSecInteractionNotAllowed = -25308,
  errSecDecode = -26275,
  errSecMissingEntitlement = -34018,
};

OSStatus SecItemCopyMatching(
    CFDictionaryRef query, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
OSStatus SecItemAdd(
    CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);
OSStatus SecItemDelete(CFDictionaryRef query);

#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
