import Foundation
import Storage
import Sync

/// A profile editor that stores the profile and its pending changes in an `OptimisticStore`.
struct LiveProfileEditor: ProfileEditor, OptimisticFeature {
  let store: OptimisticStore<ProfileModel>
  private let now: @Sendable () -> Date

  init(in environment: FeatureEnvironment) {
    let repository = SingleRepository(
      .memoryBackedByFile("profile"), class: .userState, schema: StoredSchema(ProfileBase.self),
      in: environment.directory)
    store = OptimisticStore(
      ProfileModel(transport: environment.transport),
      base: SingleBase(repository, initial: ProfileBase()), initial: ProfileBase(),
      journal: "profile-changes", in: environment)
    now = environment.now
  }

  func apply(_ edit: ProfileEdit) async throws(ProfileError) {
    guard let edit = edit.validated(at: now()) else { throw .invalid(edit.field) }
    try await store.perform { state, _ throws(ProfileError) in
      if case .birthday = edit, state.profile?.isBirthdayFixed == true { throw .birthdayFixed }
      return [ProfileChange(edit: edit)]
    }
  }
}

extension ProfileEdit {
  /// Returns the edit without surrounding white space; `nil` if its value is invalid.
  ///
  /// `time` is the current time, with which a date of birth is compared.
  func validated(at time: Date) -> ProfileEdit? {
    switch self {
    case .name(let name):
      let name = name.trimmed
      return name.count <= 100 && name.hasNoControls ? .name(name) : nil
    case .birthday(let birthday):
      // The comparison uses GMT, and allows one more day for a user in a time zone ahead of GMT.
      let tomorrow = time.addingTimeInterval(86_400).formatted(.iso8601.year().month().day())
      return "\(birthday)" <= tomorrow ? self : nil
    case .email(let email):
      // Pasted text may contain invisible characters, with which an address would be another one.
      let email = email.visible.trimmed
      if email.isEmpty { return .email(email) }
      let parts = email.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
        && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".") && email.utf8.count <= 254
        && !email.contains(where: \.isWhitespace) && email.hasNoControls
      return isAddress ? .email(email) : nil
    case .language(let language):
      let isCode = language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      return isCode && language.utf8.count <= 35 ? self : nil
    case .consent(let consent):
      return consent.id.isEmpty || consent.textVersion.isEmpty ? nil : self
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  fileprivate var hasNoControls: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
