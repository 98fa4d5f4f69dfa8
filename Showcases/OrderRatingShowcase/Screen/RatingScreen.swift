import OrderRating
import ShowcaseKit
import Sync

/// An event that ``RatingScreen`` handles, such as a pressed key or a new state of the reviews.
enum RatingEvent: ScreenEvent {
  case key(Key)
  case state(ReviewsState)
  case orders([(order: RatableOrder, eligibility: RatingEligibility)])
  case asked(String)
  case notice(String)
  case reports([String])
}

/// An action that ``RatingScreen`` requests and ``RatingDemo`` performs.
enum RatingCommand: Sendable, DeviceCommand {
  case open(RatableOrder)
  /// Adds a number of stars to the rating of a subject; a negative number removes stars.
  case stars(by: Int, subject: String, order: String)
  case clear(subject: String, order: String)
  /// Chooses the tag at an index of the subject's tags, or removes the tag if it is chosen.
  case tag(at: Int, subject: String, order: String)
  case comment(String, order: String)
  case attach(order: String)
  case attachBad(order: String)
  case removePhoto(String, order: String)
  case submit(String)
  case skip(String)
  case withdraw(String)
  case dismiss(String)
  case finishOrder
  case device(DeviceTrouble)
  case sandbox(RatingTrouble)
  case leave
}

/// An event at the sandbox server that the user of the showcase causes with a key.
enum RatingTrouble: Sendable, Equatable {
  case rateElsewhere(String), endWindow(String), refusePhotos
}

/// The content of the full-screen showcase, as a value.
///
/// ``handle(_:)`` applies an event, and may return a command for ``RatingDemo``. ``lines(in:)``
/// draws the content.
struct RatingScreen: Screen {
  var state = ReviewsState()
  var orders: [(order: RatableOrder, eligibility: RatingEligibility)] = []
  /// The names of the faults that the user has switched on, such as `offline`.
  var troubles: [String] = []
  private(set) var notice = ""
  /// The user-facing reports on damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  /// The ID of the order whose form is shown; `nil` while the list of orders is shown.
  private(set) var opened: String?
  private(set) var row = 0
  /// The comment in the text field; `nil` if the user is not editing the comment.
  private(set) var typed: String?

  mutating func handle(_ event: RatingEvent) -> RatingCommand? {
    switch event {
    case .key(let key): return typed == nil ? press(key) : type(key)
    case .state(let new):
      // The event `asked` opens a form. The state with the form's draft may arrive later. Therefore
      // a state without the draft closes the form only if the previous state had the draft.
      let isOver = draft != nil && !new.drafts.contains { $0.id == opened }
      state = new
      if isOver { close() }
    case .orders(let new): orders = new
    case .asked(let order):
      opened = order
      row = 0
      notice = "How was order \(order)? The draft is stored at every key."
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    }
    row = max(0, min(row, rows - 1))
    return nil
  }

  /// The draft in the opened form.
  ///
  /// `nil` if no form is open, or if the state with the draft has not arrived yet.
  var draft: ReviewDraft? { state.drafts.first { $0.id == opened } }

  private var rows: Int { draft?.form.subjects.count ?? orders.count }

  private mutating func press(_ key: Key) -> RatingCommand? {
    switch key {
    case .up: row = max(0, row - 1)
    case .down: row = min(max(0, rows - 1), row + 1)
    case .control("n"): return .finishOrder
    case .control("p"): return .sandbox(.refusePhotos)
    case .control("e"): return target.map { .sandbox(.rateElsewhere($0)) }
    case .control("w"): return target.map { .sandbox(.endWindow($0)) }
    case .control("c"), .character("q"): return .leave
    default:
      if let trouble = DeviceTrouble(key) { return .device(trouble) }
      return draft.map { pressInForm(key, $0) } ?? pressInList(key)
    }
    return nil
  }

  /// The ID of the order that a ``RatingTrouble`` affects: the opened one, or the selected one.
  private var target: String? {
    opened ?? (orders.indices.contains(row) ? orders[row].order.id : nil)
  }

  private mutating func pressInList(_ key: Key) -> RatingCommand? {
    guard orders.indices.contains(row) else { return nil }
    let order = orders[row].order
    switch key {
    case .enter:
      if state.drafts.contains(where: { $0.id == order.id }) { (opened, row) = (order.id, 0) }
      return .open(order)
    case .character("k"): return .skip(order.id)
    case .character("t"): return .withdraw(order.id)
    case .character("d"): return state.notices.first.map { .dismiss($0.id) }
    case .escape where opened != nil:
      close()
      return nil
    default: return nil
    }
  }

  private mutating func pressInForm(_ key: Key, _ draft: ReviewDraft) -> RatingCommand? {
    guard draft.form.subjects.indices.contains(row) else { return nil }
    let subject = draft.form.subjects[row].id
    switch key {
    case .right: return .stars(by: 1, subject: subject, order: draft.id)
    case .left: return .stars(by: -1, subject: subject, order: draft.id)
    case .backspace: return .clear(subject: subject, order: draft.id)
    case .character(let digit) where "123456789".contains(digit):
      return .tag(at: (digit.wholeNumberValue ?? 1) - 1, subject: subject, order: draft.id)
    case .character("c"): typed = draft.comment
    case .character("p"): return .attach(order: draft.id)
    case .character("b"): return .attachBad(order: draft.id)
    case .character("x"):
      return draft.photos.last.map { .removePhoto($0.id, order: draft.id) }
    case .character("s"), .enter: return .submit(draft.id)
    case .character("k"): return .skip(draft.id)
    case .escape: close()
    default: break
    }
    return nil
  }

  /// Closes the form, and selects its order in the list.
  private mutating func close() {
    row = orders.firstIndex { $0.order.id == opened } ?? 0
    opened = nil
  }

  private mutating func type(_ key: Key) -> RatingCommand? {
    switch key {
    case .character(let character): typed?.append(character)
    case .backspace: typed = typed.map { String($0.dropLast()) }
    case .control("c"): return .leave
    // These keys only close the text field. The comment is already stored, because each change of
    // the text is stored at once.
    case .enter, .escape:
      typed = nil
      return nil
    default: return nil
    }
    guard let typed, let draft else { return nil }
    return .comment(typed, order: draft.id)
  }
}
