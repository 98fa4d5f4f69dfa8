import Addresses
import Cart
import Cities
import FoodApp
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Profile
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The showcase's full-screen program.
///
/// The program sends events to an ``AppScreen``, and performs the commands that the screen returns.
final class AppDemo: Sendable {
  private let terminal: Terminal
  private let options: ShowcaseOptions
  private let server: SandboxServer<SandboxWorld>
  private let device: SandboxDevice

  init(terminal: Terminal, options: ShowcaseOptions, directory: URL) throws {
    self.terminal = terminal
    self.options = options
    // The app stores its data for a real server and for the sandbox server in separate directories.
    // The data of the sandbox server itself is not stored.
    let folder = options.server == nil ? "app" : "app-of-server"
    device = SandboxDevice(directory.appending(path: folder, directoryHint: .isDirectory))
    server = SandboxServer(
      try SandboxWorld(now: Int(Date.now.timeIntervalSince1970)), pace: .unhurried)
  }

  /// Shows the app until the user leaves the showcase; if the user kills the app, launches it again.
  func run() async throws {
    let language = try await language()
    try await device.play(on: terminal) { try await launch(in: language, $0) }
  }

  /// Returns the language of the cities that best matches the option `--language`.
  ///
  /// Returns English without the option. Throws ``UsageError`` if no language matches.
  private func language() async throws -> Language {
    guard let asked = options.language else { return .english }
    let catalog = CitiesFactory.makeCatalog(
      in: FeatureEnvironment(transport: server), language: .english)
    let offered = await catalog.loadList().languages
    guard let language = Language.best(of: offered, for: [asked]) else {
      let names = offered.map(\.rawValue).joined(separator: ", ")
      throw UsageError.malformedValue(asked, option: "language", expected: "one of \(names)")
    }
    return language
  }

  /// Launches the app, and shows it until the user kills it or leaves the showcase.
  ///
  /// Returns `true` if the app has to be launched again, because the user has killed it.
  private func launch(
    in language: Language, _ events: EventQueue<AppEvent>
  ) async throws -> Bool {
    let transport: any Transport =
      if let url = options.server { NetworkingFactory.makeTransport(server: url) } else { server }
    let environment = FeatureEnvironment(
      transport: transport, directory: device.launch(), city: SettledCity(gate: device.gate))
    let app = try FoodApp(
      in: environment, secrets: FileSecrets(in: environment.directory),
      language: language,
      city: options.city.map { CityID(rawValue: $0) })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { await app.run() }
      group.addTask { await self.follow(app, events) }
      group.addTask { _ = await app.cities.loadList() }
      // Commands run one after the other, because a sign-in code can be entered only after it was
      // requested.
      let (commands, continuation) = AsyncStream.makeStream(of: AppCommand.self)
      group.addTask {
        for await command in commands { events.send(await self.perform(command, app)) }
      }
      var screen = AppScreen(view(of: app))
      return try await device.show(&screen, events, on: terminal) { screen in
        // The fault `offline` is omitted, because the device's troubles already include a missing
        // network.
        let fault = server.fault.flatMap { $0 == .offline ? nil : $0.rawValue }
        screen.troubles = device.troubles + (fault.map { [$0] } ?? [])
      } perform: { command, _ in
        continuation.yield(command)
      }
    }
  }

  /// Sends the states of all features to the screen whenever one of them changes.
  private func follow(_ app: FoodApp, _ events: EventQueue<AppEvent>) async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in app.cities.states() { change.yield() } }
      group.addTask { for await _ in app.menu.states() { change.yield() } }
      group.addTask { await self.followUsers(of: app, change) }
      for await _ in changes { events.send(.view(view(of: app))) }
    }
  }

  private func followUsers(of app: FoodApp, _ change: AsyncStream<Void>.Continuation) async {
    var followed: FoodAppUser.ID?
    await withDiscardingTaskGroup { group in
      for await state in app.states() {
        change.yield()
        guard let user = state.user, user.id != followed else { continue }
        // Tasks that observe an earlier user still run, but no longer have an effect: the streams of
        // that user yield no further states.
        followed = user.id
        group.addTask { for await _ in user.cart.states() { change.yield() } }
        group.addTask { for await _ in user.addresses.states() { change.yield() } }
        group.addTask { for await _ in user.orders.states() { change.yield() } }
        group.addTask { for await _ in user.reviews.states() { change.yield() } }
        group.addTask { for await _ in user.profile.states() { change.yield() } }
      }
    }
  }

  private func view(of app: FoodApp) -> AppView {
    let state = app.state
    var view = AppView(
      cities: app.cities.state, menu: app.menu.state, session: state.session, time: .now)
    if let user = state.user {
      view.cart = user.cart.state
      view.addresses = user.addresses.state
      view.orders = user.orders.state
      view.reviews = user.reviews.state
    }
    view.status = AppPage.status(app, state)
    return view
  }

  // MARK: Commands

  private func perform(_ command: AppCommand, _ app: FoodApp) async -> AppEvent {
    do {
      let text = try await result(of: command, app)
      return if case .addAddress = command { .saved(text) } else { .notice(text) }
    } catch {
      return .notice(DemoMessage.failed(words(of: error)))
    }
  }

  private func result(of command: AppCommand, _ app: FoodApp) async throws -> String {
    if case .device(let trouble) = command { return try await disturb(trouble) }
    if case .trouble(let trouble) = command { return try await make(trouble, app) }
    if let notice = try await performOnDevice(command, app) { return notice }
    guard let user = app.state.user else { return "The session is being read." }
    return try await performForUser(command, app, user)
  }

  /// Performs a command that does not need a user, and returns a message; `nil` for any other
  /// command.
  private func performOnDevice(_ command: AppCommand, _ app: FoodApp) async throws -> String? {
    switch command {
    case .choose(let city): return "You are in \(try await app.choose(city).name)."
    case .nextLanguage:
      let all = app.cities.state.currentCity?.languages ?? [.english]
      let index = all.firstIndex(of: app.cities.state.language) ?? -1
      try await app.setLanguage(all[(index + 1) % all.count])
      return ""
    case .requestCode(let text):
      guard let country = app.cities.state.currentCity?.phoneCountry else {
        return "Choose a city first."
      }
      let phone = try PhoneNumber(text, in: country)
      try await app.session.requestCode(for: phone)
      let code = server.model.accounts.code(for: phone.rawValue)
      return code.map { "The text message says: your code is \($0)" } ?? "A code was sent."
    case .enter(let code):
      try await app.signIn(withCode: code)
      return "You are signed in."
    case .discardCode:
      try await app.session.discardCode()
      return ""
    case .signOut(let keepingData):
      try await app.signOut(keepingData: keepingData)
      return "You are a guest."
    case .refresh:
      try await app.menu.refresh()
      try await app.state.user?.cart.refresh()
      return ""
    case .restart:
      for (feature, _) in app.state.failures { try await app.restart(feature) }
      return app.state.failures.isEmpty ? "Every module runs." : "A module still fails."
    default: return nil
    }
  }

  private func performForUser(
    _ command: AppCommand, _ app: FoodApp, _ user: FoodAppUser
  ) async throws -> String {
    switch command {
    case .add(let item): return try await user.cart.add(item, count: 1).words
    case .change(let line, let step):
      guard let current = user.cart.state.lines.first(where: { $0.id == line }) else {
        throw CartError.unknownLine(line)
      }
      return try await user.cart.setQuantity(current.quantity + step, of: line).words
    case .remove(let line): return try await user.cart.setQuantity(0, of: line).words
    case .accept(let line): return try await user.cart.acceptPrice(of: line).words
    case .promo(let code, let isWanted):
      return try await user.cart.setPromo(code, isWanted: isWanted).words
    case .pickup:
      return try await user.cart.setFulfillment(CartFulfillment(.pickup, "restaurant")).words
    case .takeUp: return try await takeUp(app, user)
    case .order:
      guard let due = user.cart.state.totals?.due else { throw CartError.notReady(.empty) }
      return try await user.placeOrder(for: due).words
    case .decide(let isKept):
      let failed = user.cart.state.pending.first {
        if case .failed = $0.status { true } else { false }
      }
      guard let failed else { return DemoMessage.nothingRejected }
      if isKept {
        try await user.cart.retry(failed.id)
      } else {
        try await user.cart.discard(failed.id)
      }
      return ""
    case .addAddress(let fields):
      guard let city = app.cities.state.currentCity else { return "Choose a city first." }
      let address = Address(city: city.id, template: city.addressTemplate, fields: fields)
      return try await user.addresses.add(address).writeStatus.words
    case .deliver(let id):
      guard let address = user.addresses.state[id] else { throw AddressError.unknownAddress(id) }
      return try await user.setDelivery(to: address).words
    case .removeAddress(let id): return try await user.addresses.remove(id).words
    case .ask:
      return try await user.promptForReview() == nil ? "Nothing is left to rate." : ""
    case .cancelOrder(let id): return try await user.orders.cancel(id).words
    case .repeatOrder(let id):
      guard let order = user.orders.state.order(id), let menu = app.menu.state.orderable(at: .now)
      else { return "The menu is on its way." }
      return try await add(order.renewed(from: menu), to: user)
    case .stars(let step, let subject, let order):
      return try await user.reviews.edit(order) { draft throws(ReviewError) in
        let stars = (draft.ratings[subject]?.stars ?? 0) + step
        try draft.setStars(max(1, min(stars, draft.form.scale)), of: subject)
      }.words
    case .attachPhoto(let order):
      // The app accepts this data as a photo, because it begins like a JPEG file.
      let photo = Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 2_000))
      return try await user.reviews.attach(photo, to: order).words
    case .submit(let order): return try await user.reviews.submit(order).words
    default: return ""
    }
  }

  /// Adds the items of the abandoned cart in the current city to the current cart.
  ///
  /// The items have the menu's current prices. Returns a message for the user.
  private func takeUp(_ app: FoodApp, _ user: FoodAppUser) async throws -> String {
    guard let city = app.environment.city.context?.city,
      let menu = app.menu.state.orderable(at: .now),
      let cart = user.cart.state.abandoned.first(where: { $0.id == city })
    else { return "No cart was left behind in this city." }
    let notice = try await add(cart.renewed(from: menu), to: user)
    try await user.cart.dismissAbandonedCart(cart)
    return notice
  }

  private func add(_ renewed: RenewedLines, to user: FoodAppUser) async throws -> String {
    try await user.cart.add(renewed)
    let added = renewed.lines.map { "\($0.quantity) × \($0.item.name)" }.joined(separator: ", ")
    let dearer = renewed.dearer.map(\.item.name).joined(separator: ", ")
    let gone = renewed.gone.joined(separator: ", ")
    return (added.isEmpty ? "" : "Added to the cart: \(added). ")
      + (dearer.isEmpty ? "" : "Dearer now: \(dearer). ")
      + (gone.isEmpty ? "" : "Gone: \(gone).")
  }

  /// Causes a fault of the device, and returns a sentence about it.
  ///
  /// A lost network closes ``SandboxDevice/gate``, so the features send no requests. Signing in and
  /// choosing a city ignore the gate. Therefore the method also makes the sandbox server fail.
  private func disturb(_ trouble: DeviceTrouble) async throws -> String {
    if trouble == .loseAnswer, options.server != nil { return DemoMessage.needsSandbox }
    guard trouble == .offline else { return try await device.cause(trouble, at: server) }
    let isOffline = device.gate.reasons.contains(.offline)
    server.fault = isOffline ? nil : .offline
    if isOffline { device.gate.open(for: .offline) } else { device.gate.close(for: .offline) }
    return isOffline ? "The network is back." : "There is no network."
  }

  private func make(_ trouble: AppTrouble, _ app: FoodApp) async throws -> String {
    switch trouble {
    case _ where options.server != nil: return DemoMessage.needsSandbox
    case .slow:
      server.toggle(.slow)
      return server.fault == .slow ? "The server is slow." : "The server is fast again."
    case .errors:
      server.toggle(.errors)
      return server.fault == .errors ? "The server answers with errors." : "The server works again."
    case .expire:
      server.change { $0.accounts.expireAccessTokens() }
      return "The access token has expired: ^R refreshes."
    case .hurry:
      server.change { $0.now += 600 }
      try await app.state.user?.orders.refresh()
      return "The kitchen is ten minutes ahead."
    case .raisePrices:
      guard let city = app.environment.city.context?.city else { return "Choose a city first." }
      let edit = MenuEdit(
        "modifiers", "garlic-sauce", .set("price", "\(Int.random(in: 30...60))000"))
      server.change { $0.menus.publish([edit], in: city) }
      return "Garlic sauce has another price: ^R refreshes."
    case .sellOut(let item):
      guard let city = app.environment.city.context?.city else { return "Choose a city first." }
      let stop: MenuServerModel.Stop? =
        switch item {
        case .product(let id): .init(kind: "product", id: id.rawValue, reason: "soldOut")
        case .combo(let id): .init(kind: "combo", id: id.rawValue, reason: "soldOut")
        case .variant, .modifier, .ingredient: nil
        }
      guard let stop else { return "" }
      server.change { $0.menus.toggleStop(stop, in: city) }
      try await app.menu.refreshUnavailable()
      return ""
    }
  }
}
