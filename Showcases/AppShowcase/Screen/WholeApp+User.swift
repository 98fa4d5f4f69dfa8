import Addresses
import Cart
import Cities
import FoodApp
import Foundation
import OrderRating
import Orders
import Profile
import Sandbox
import ShowcaseKit
import Sync

/// The pages of what the user has: addresses, orders, a review and an account.
extension WholeApp {
  static var signInFirst: String { "Sign in first." }

  var isGuest: Bool { app.session.state.status == .guest }

  private var isSignedIn: Bool {
    if case .signedIn = app.session.state.status { true } else { false }
  }

  // MARK: Addresses

  var addressScene: Scene {
    let state = app.state.user?.addresses.state ?? .empty
    let commands: [Command<SavedAddress>] = [
      .run(.enter, "deliver here") { [self] address in
        guard isSignedIn else { return Self.signInFirst }
        try await user().setDelivery(to: address)
        return try user().cart.words(of: "delivery", \.sync)
      },
      .run(.backspace, "remove") { [self] address in
        guard isSignedIn else { return Self.signInFirst }
        try await user().addresses.remove(address.id)
        return try user().addresses.words(of: "without the address", \.sync)
      },
    ]
    return scene(
      [
        Part(
          state.addresses,
          empty: isSignedIn ? "There is no address yet: n adds one." : Self.signInFirst,
          id: { "\($0.id)" }, commands: commands
        ) { Screen.Row(AppPage.row($0)) }
      ],
      commands: [
        .now("n", "add") { [self] in
          guard isSignedIn else { return Self.signInFirst }
          form = state.template?.fields.map { ($0.type, "") }
          return form == nil ? "There is no form for this city yet." : ""
        }
      ])
  }

  /// The scene in which the user enters an address.
  func scene(of form: [(type: AddressFieldType, text: String)]) -> Scene {
    Scene(
      "New address", app.cities.state.currentCity?.name ?? "",
      [
        Part(Array(form.indices), edit: { self.form?[$0].text = $1 }) { index in
          Screen.Row(form[index].type.rawValue.spaced, text: form[index].text)
        }
      ],
      commands: [
        .run(.enter, "save") { [self] in
          guard let city = app.cities.state.currentCity else { return "Choose a city first." }
          let address = Address(
            city: city.id, template: city.addressTemplate,
            fields: form.map { AddressField($0.type, $0.text) })
          try await user().addresses.add(address)
          self.form = nil
          return try user().addresses.words(of: "the address", \.sync)
        },
        .now(.escape, "back") { self.form = nil },
      ])
  }

  // MARK: Orders

  var orderScene: Scene {
    let (state, book) = (
      app.state.user?.orders.state ?? OrdersState(), app.state.user?.addresses.state ?? .empty
    )
    let commands: [Command<Order>] = [
      .run(.enter, "order again") { [self] order in
        guard let menu else { return "The menu is on its way." }
        return try await add(order.renewed(from: menu))
      },
      .run("c", "cancel") { [self] order in
        try await user().orders.cancel(order.id)
        return try user().orders.words(of: "cancel order \(order.number)", \.sync)
      },
    ]
    return scene([
      Part(
        state.active + state.finished, empty: "There is no order yet.", id: { $0.id },
        commands: commands
      ) { order in
        let lines = AppPage.lines(order, in: self.app.cities.state)
        let place = CartFulfillment(order.fulfillment.method, order.fulfillment.place)
        let cancellations = state.cancellations.filter { $0.order == order.id }.map {
          Line("Cancellation: \($0.status.words), \($0.reason.words)", .pending)
        }
        return Screen.Row(
          lines[0],
          lines: (lines.dropFirst() + [AppPage.row(place, book)])
            .map { Line(String($0.drop { $0 == " " }), .faint) }
            + cancellations)
      }
    ])
  }

  // MARK: The review

  var ratingScene: Scene {
    guard let draft = app.state.user?.reviews.state.drafts.last else {
      return scene(
        [Part(lines: ["Nothing is left to rate: Enter looks for a finished order."])],
        commands: [
          .run(.enter, "ask") { [self] in
            try await user().promptForReview() == nil ? "Nothing is left to rate." : ""
          }
        ])
    }
    let stars = { [self] (subject: RatingSubject, step: Int) async throws -> String in
      try await user().reviews.edit(draft.id) { draft throws(ReviewError) in
        let stars = (draft.ratings[subject.id]?.stars ?? 0) + step
        try draft.setStars(max(1, min(stars, draft.form.scale)), of: subject.id)
      }
      return try user().reviews.words(of: "the stars", \.sync)
    }
    return scene(
      [
        Part(
          draft.form.subjects,
          commands: [
            .run(anyOf: [.left, .right], as: "←→", "stars") { subject, key in
              try await stars(subject, key == .left ? -1 : 1)
            }
          ]
        ) { subject in
          let given = draft.ratings[subject.id]?.stars ?? 0
          let row = String(repeating: "★", count: given)
          return Screen.Row(
            subject.title, row + String(repeating: "☆", count: max(0, draft.form.scale - given)))
        },
        Part(below: ["Photos: \(draft.photos.count)"]),
      ],
      commands: [
        .run("p", "photo") { [self] in
          try await user().reviews.attach(AppPage.photo, to: draft.id)
          return try user().reviews.words(of: "the photo", \.sync)
        },
        .run(.enter, "send") { [self] in
          try await user().reviews.submit(draft.id)
          return try user().reviews.words(of: "the review", \.sync)
        },
      ])
  }

  // MARK: The account

  var accountScene: Scene {
    let session = app.session.state
    let line: Line
    switch session.status {
    case .loading: return scene([Part(lines: ["The session is being read."])])
    case .signedIn(let account):
      return scene(
        [Part(lines: [Line("Signed in as \(account)", .strong)])],
        commands: [
          .run("s", "sign out") { [self] in try await signOut(keepingData: true) },
          .run("e", "sign out and erase") { [self] in try await signOut(keepingData: false) },
        ])
    case .unavailable(let error): line = Line("The session cannot be read: \(error)", .bad)
    case .guest: line = "You are a guest. Enter a mobile number to sign in."
    case .expired(let account):
      line = Line("The session of \(account) has ended: sign in again.", .pending)
    }
    if let code = session.code {
      let message = sandbox.model.accounts.code(for: code.phone.rawValue)
        .map { Line("The text message says: your code is \($0)", .pending) }
      return scene(
        field: TextField("Code", text) { self.text = $0 },
        [Part(lines: ["Enter the code from the text message."] + [message].compactMap(\.self))],
        commands: [
          .run(.enter, "sign in") { [self] in
            let code = text
            text = ""
            try await app.signIn(withCode: code)
            return "You are signed in."
          },
          .run(.escape, "correct the number") { [self] in try await app.session.discardCode() },
        ])
    }
    let phone = app.cities.state.currentCity?.rules.phone
    let example = phone.map { ", such as +\($0.callingCode) \($0.example)" } ?? ""
    return scene(
      field: TextField("Mobile number\(example)", text) { self.text = $0 }, [Part(lines: [line])],
      commands: [.run(.enter, "send a code") { [self] in try await requestCode() }])
  }

  private func requestCode() async throws -> String {
    guard let country = app.cities.state.currentCity?.phoneCountry else {
      return "Choose a city first."
    }
    let phone = try PhoneNumber(text, in: country)
    try await app.session.requestCode(for: phone)
    text = ""
    return "A code was sent to \(phone.formatted)."
  }

  private func signOut(keepingData: Bool) async throws -> String {
    try await app.signOut(keepingData: keepingData)
    return "You are a guest."
  }
}
