import Foundation
import Networking
import Sync

/// A change of the profile, in the form in which it is stored and sent.
struct ProfileChange: OutboxChange {
  typealias Rejection = ProfileRejection

  let edit: ProfileEdit

  var lane: Lane {
    if case .consent(let consent) = edit { return Lane("consent", consent.id) }
    return Lane("profile", "\(edit.field)")
  }

  func coalesce(after earlier: ProfileChange) -> CoalescingResult<ProfileChange> {
    // Changes of a consent are not merged. Each decision is evidence, so each is sent to the service.
    if case .consent = edit { .keepBoth } else { .merged(self) }
  }
}

/// The stored form of the latest profile from the server.
struct ProfileBase: Codable, Sendable, Equatable {
  var profile: UserProfile?
}

/// The rules by which an `OptimisticStore` fetches, changes and shows the profile.
struct ProfileModel: OptimisticModel {
  typealias Failure = ProfileError

  static let path = "/v1/profile"
  let transport: any Transport

  func state(of snapshot: OptimisticSnapshot<ProfileBase, ProfileChange>) -> ProfileState {
    var profile = snapshot.base.profile
    for item in snapshot.pending where item.refusal == nil {
      guard let change = item.change else { continue }
      profile = profile ?? UserProfile()
      profile?.apply(change.edit)
    }
    return ProfileState(
      profile: profile,
      // After a restart, a change that the server has confirmed remains in the queue until the first
      // fetch. Such a change is not shown as pending.
      pending: snapshot.pending.filter { $0.status != .confirmed }.map { item in
        PendingEdit(id: item.id, edit: item.change?.edit, status: item.status)
      },
      sync: snapshot.sync)
  }

  func reconcile(
    _ base: inout ProfileBase, with snapshot: OptimisticSnapshot<ProfileBase, ProfileChange>
  ) -> [Resolution<ProfileChange>] {
    // A rejected change is discarded if a later change is for the same field.
    snapshot.pending.enumerated().compactMap { index, item in
      guard item.refusal != nil, let lane = item.change?.lane,
        snapshot.pending[(index + 1)...].contains(where: { $0.change?.lane == lane })
      else { return nil }
      return .discard(item.id)
    }
  }

  func fetch(
    _ base: ProfileBase, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<ProfileBase> {
    var request = HTTPRequest(.get, Self.path, in: context)
    request.ifChangedSince = validator.flatMap(ETag.init)
    return FetchOutcome(await transport.answer(to: request), read: Self.update)
  }

  func send(
    _ outgoing: OutgoingChange<ProfileChange>, on base: ProfileBase, in context: RequestContext
  ) async -> SendOutcome<ProfileChange, ProfileBase> {
    let body: HTTPRequest.Body
    do throws(UnusableBody) { body = try .json(ProfilePatch(outgoing.change.edit)) } catch {
      return .rejected(.invalid)
    }
    var request = HTTPRequest(.patch(body), Self.path, in: context)
    request.idempotencyKey = outgoing.key
    return SendOutcome(await transport.answer(to: request), applied: Self.update) { problem in
      switch problem.code {
      case "invalid": .rejected(.invalid)
      case "birthdayFixed": .rejected(.birthdayFixed)
      case "emailTaken": .rejected(.emailTaken)
      default: .rejected(.other(problem.code))
      }
    }
  }

  private static func update(
    _ response: HTTPResponse
  ) throws(UnusableBody) -> ServerUpdate<ProfileBase> {
    let document = try response.json(ProfileDocument.self)
    return ServerUpdate(version: ServerVersion(document.revision)) { $0.profile = document.profile }
  }
}

extension UserProfile {
  /// Applies an edit in the same way as the server.
  mutating func apply(_ edit: ProfileEdit) {
    switch edit {
    case .name(let name): self.name = name
    case .birthday(let birthday): self.birthday = birthday
    case .email(let email): self.email = email
    case .language(let language): self.language = language
    case .consent(let consent):
      consents.removeAll { $0.id == consent.id }
      consents.append(consent)
    }
  }
}
