#if canImport(Security)
  public import Foundation
  import Security

  /// A store of a session's tokens in an item of the keychain.
  ///
  /// The item is readable after the first unlock since the device's start, and only on this device. The
  /// item is not part of a backup, so a session is not restored on another device.
  public struct KeychainSecrets: SecretStore {
    private let service: String
    private let accessGroup: String?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The service name of the item, such as the app's bundle identifier.
    ///   - accessGroup: The access group of the item; `nil` for the default group of the app. Only one
    ///     process at a time may run a session on the item.
    public init(service: String, accessGroup: String? = nil) {
      self.service = service
      self.accessGroup = accessGroup
    }

    /// Returns the data of the keychain item, or `nil` if there is no item.
    public func load() async throws(SecretError) -> Data? {
      var query = query
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var item: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &item)
      switch status {
      case errSecSuccess:
        guard let data = item as? Data else { throw .damaged }
        return data
      case errSecItemNotFound: return nil
      // No later call can decrypt the item either, for example after a restored backup.
      case errSecDecode: throw .damaged
      // The item may exist, but cannot be read now. For example, the status is
      // `errSecInteractionNotAllowed` before the first unlock since the device's start.
      default: throw .unavailable(Self.text(status))
      }
    }

    /// Replaces the data of the keychain item, or removes the item if `secret` is `nil`.
    public func save(_ secret: Data?) async throws(SecretError) {
      guard let secret else {
        let status = SecItemDelete(query as CFDictionary)
        guard [errSecSuccess, errSecItemNotFound].contains(status) else {
          throw .notWritten(Self.text(status))
        }
        return
      }
      let content: [CFString: Any] = [
        kSecValueData: secret, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      // An existing item is updated in place, because a crash between a removal and an addition would
      // lose the session.
      var status = SecItemUpdate(query as CFDictionary, content as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(query.merging(content) { $1 } as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw .notWritten(Self.text(status)) }
    }

    private var query: [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "session",
        kSecUseDataProtectionKeychain: true,
      ]
      query[kSecAttrAccessGroup] = accessGroup
      return query
    }

    private static func text(_ status: OSStatus) -> String { "the keychain returned \(status)" }
  }
#endif
