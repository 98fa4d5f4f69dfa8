public import Addresses
import Cart
public import Cities
public import Commerce
public import Menu
import OrderRating
import Orders
public import Profile
public import Storage
public import Sync

/// All features of a food-ordering app, composed from one environment.
///
/// ```swift
/// let app = try FoodApp(
///   in: .live(server: server, directory: directory), secrets: KeychainSecrets(service: "session"))
///
/// ContentView(app).task { await app.run() }
/// ```
///
/// The cities, the menu and the session belong to the device and always exist. The features of a user,
/// such as the cart, are in ``state`` after the stored session has been read. When the account changes,
/// these features are replaced.
///
/// This code chooses a city, signs in, and orders a pizza:
///
/// ```swift
/// let city = try await app.choose(1_526_384)
/// try await app.menu.refresh()
/// let menu = app.menu.state.orderable(at: .now)
/// try await app.signIn(withCode: "1234")
///
/// if let user = app.state.user, let menu, let pizza = menu.selection(of: .product(id)),
///   let item = menu.cartItem(pizza, in: city.id)
/// {
///   try await user.cart.add(item, count: 1)
///   try await user.setDelivery(to: home)
///   if let due = user.cart.state.totals?.due { try await user.placeOrder(for: due) }
/// }
/// ```
///
/// Rules:
/// - When a call that changes the city, the language or the account returns, every feature uses the new
///   value.
/// - If the files of a feature cannot be read, only this feature fails. ``FoodAppState/health``
///   contains the reason, and ``restart(_:)`` tries again.
/// - The data of an account is neither visible to another account nor sent with another account's
///   token.
/// - The carts, the orders, the addresses and the reviews of a guest are transferred to the account that
///   signs in, exactly once.
/// - A new delivery address is sent to the server before the order that uses it.
/// - A placed order stays in the cart until the order tracker has stored it. Therefore a crash neither
///   loses nor duplicates the order.
///
/// The type uses only the public interface of the features, so an app that needs another composition
/// can copy this file.
///
/// All members may be called from any task, at any time and concurrently. If a task is already canceled
/// when it makes a throwing call, the call throws and changes nothing. If the task is canceled during the
/// call, the call ends and throws, but a change that has begun may still take effect.
public actor FoodApp: StateProvider {
  /// The dependencies of all features.
  ///
  /// Close `environment.gate` while there is no network. Requests are sent only while the gate is open.
  public nonisolated let environment: FeatureEnvironment
  /// The list of cities and the current city, which ``choose(_:)`` and ``setLanguage(_:)`` change.
  public nonisolated var cities: any CityBrowser { catalog }
  /// The catalog of the current city's menu, for the fulfillment method of the cart, at first delivery.
  public nonisolated let menu: any MenuCatalog
  /// The state of the session, and the codes for ``signIn(withCode:)``.
  public nonisolated var session: any SignInCodes { accounts }

  private nonisolated let catalog: any CityCatalog
  private nonisolated let accounts: any UserSession

  /// The fulfillment method of the menu until the user has chosen one for the cart.
  private static let initialFulfillment: FulfillmentMethod = .delivery

  private nonisolated let shown = AppStates()
  private let templates: AddressTemplates
  private let guests: Set<AppFeature>
  /// The city with which the app starts, until the user chooses a city.
  private var launchCity: CityID?
  /// Whether the app uses the stored language, because the user has not selected one in this process.
  private var usesStoredLanguage = true
  private let former: FormerApp?
  private let moving: (@Sendable (FeatureEnvironment, FoodAppUser) async throws -> Void)?
  /// The language that the user has selected.
  private let storedLanguage: SingleRepository<String>
  private var isRunning = false
  private var userCount = 0
  /// The continuations that ``restart(_:)`` uses to start a failed feature again, by feature.
  private var restarts: [AppFeature: AsyncStream<Void>.Continuation] = [:]

  /// Creates an app, which reads no stored data and sends no request until ``run()`` or another method is
  /// called.
  ///
  /// - Parameters:
  ///   - environment: The dependencies that all users of the device share. Its transport must not add
  ///     a token, because the app adds the token of the current account.
  ///   - secrets: The store of the session's tokens.
  ///   - language: The language until the user has chosen another one.
  ///   - city: The city with which the app starts, for a deep link or a UI test; `nil` for the city
  ///     that the user chose last.
  ///   - guests: The features that guests can use, because the service serves them without a sign-in.
  ///   - former: The data of a former app that this app replaces; `nil` if there was none.
  ///   - moving: A closure that moves what a feature of the app itself has stored in the environment of a
  ///     guest to an account with data on this device; the account's features are the second argument. `nil`
  ///     if there is no such feature.
  ///     The guest's data is erased after the closure has returned. If it throws,
  ///     ``FoodAppState/guestFailures`` contains the error for ``AppFeature/session``, and the closure is
  ///     called again when the gate changes and at the next launch. So a repeated call must not add anything
  ///     twice.
  ///   - bundle: The list of cities that the app ships.
  ///   - templates: The templates of address forms; `nil` for those in the resources of the module
  ///     Addresses.
  /// - Throws: `AddressError.badTemplates` if `templates` is `nil` and the app was built without these
  ///   resources.
  public init(
    in environment: FeatureEnvironment, secrets: some SecretStore, language: Language = .english,
    city: CityID? = nil, servingGuests guests: Set<AppFeature> = [.cart],
    adopting former: FormerApp? = nil,
    moving: (@Sendable (FeatureEnvironment, FoodAppUser) async throws -> Void)? = nil,
    cities bundle: BundledCities = .empty, templates: AddressTemplates? = nil
  ) throws(AddressError) {
    self.environment = environment
    self.guests = guests
    launchCity = city
    (self.former, self.moving) = (former, moving)
    self.templates = if let templates { templates } else { try .bundled() }
    catalog = environment.makeCityCatalog(
      language: language, bundle: bundle, former: former?.city())
    menu = environment.makeMenuCatalog(fulfillment: Self.initialFulfillment)
    accounts = environment.makeUserSession(secrets: secrets)
    storedLanguage = SingleRepository(
      .memoryBackedByFile("app-settings"), class: .critical, schema: StoredSchema(String.self),
      in: environment.directory)
  }

  /// The current session, user and health of the features; reading it requires no `await`.
  public nonisolated var state: FoodAppState { shown.state }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  public nonisolated func states() -> AsyncStream<FoodAppState> { shown.states() }

  // MARK: Running

  /// Runs all features until the calling task is canceled.
  ///
  /// Await this function in one task of the app. The call restores the city and the session, and then
  /// fetches and sends data. If a feature fails, the call continues, and ``FoodAppState/health``
  /// contains the failure.
  ///
  /// While one call is running, another one waits. It takes over when the first ends, for example because
  /// the window that made the first call was closed.
  public func run() async {
    for await _ in states() where !isRunning { break }
    guard !isRunning, !Task.isCancelled else { return }
    isRunning = true
    // The features of an earlier run can no longer be used.
    shown.update { ($0.user, $0.guestData, $0.guestFailures) = (nil, [], [:]) }
    // Most of the first screen waits for the session, so it starts first.
    let parts: [AppPart] = [
      (.session, { try await self.runSession() }, { [session] in await session.until(\.isRead) }),
      (.cities, { try await self.runCities() }, { [cities] in await cities.until(\.isStarted) }),
      (.menu, { [menu] in await menu.run() }, {}),
    ]
    // The health is set before the tasks start, because a concurrent call such as `signIn` does not
    // wait for a session whose health is `stopped`.
    for part in parts { setHealth(part.feature, .starting) }
    defer {
      isRunning = false
      shown.update { state in
        for feature in AppFeature.allCases { state.health[feature] = .stopped }
      }
    }
    await withDiscardingTaskGroup { group in
      for part in parts { group.addTask { await self.keepRunning(part) } }
      group.addTask { [cities] in
        // The list is fetched when a city picker first needs it, and after failures again.
        await cities.until { $0.list != nil }
        if !Task.isCancelled { await cities.refreshListWithRetries() }
      }
      group.addTask { [cities, former] in
        await cities.until { $0.currentCity != nil }
        // The stored city that could not be read is not needed any more.
        do { try await self.restart(.cities) } catch {}
        // The former app's city is needed until this app has stored a city.
        await cities.until { $0.write == .written }
        if !Task.isCancelled { await former?.removeCity() }
      }
      group.addTask { [shown, session] in
        for await session in session.states() { shown.update { $0.session = session } }
      }
    }
  }

  /// Starts a failed feature again; has no effect if the feature has not failed.
  ///
  /// Call this function for each feature in ``FoodAppState/failures`` when the user wants to try again,
  /// and when the app enters the foreground.
  ///
  /// - Throws: The ``FeatureFailure`` if the feature fails again.
  public func restart(_ feature: AppFeature) async throws(FeatureFailure) {
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    guard case .failed? = state.health[feature] else { return }
    setHealth(feature, .starting)
    restarts[feature]?.yield()
    for await state in states() {
      switch state.health[feature] {
      case .starting: continue
      case .failed(let failure): throw failure
      case .stopped, .running, .needsAccount, nil: return
      }
    }
    throw .sync(.cancelled)
  }

  /// Writes all values that are not yet on the disk.
  ///
  /// Call this function when the app leaves the foreground.
  ///
  /// - Throws: `StorageError` for the first value that could not be written. Other values may have been
  ///   written.
  public func flush() async throws(StorageError) {
    var failure: StorageError?
    for directory in [environment.directory, state.user?.environment.directory].compactMap(\.self) {
      do throws(StorageError) { try await directory.flush() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Runs a feature until the task is canceled.
  ///
  /// After a failure, this function waits until ``restart(_:)`` is called, and then runs the feature again.
  /// Until the feature is running, its health is `starting`, which the caller has set; then it is `health`.
  private func keepRunning(_ part: AppPart, as health: FeatureHealth = .running) async {
    let (calls, restart) = AsyncStream.makeStream(of: Void.self)
    restarts[part.feature] = restart
    while !Task.isCancelled {
      await withDiscardingTaskGroup { group in
        group.addTask { [shown] in
          await part.untilRunning()
          guard !Task.isCancelled else { return }
          shown.update { state in
            // The feature may have failed meanwhile.
            if state.health[part.feature] == .starting { state.health[part.feature] = health }
          }
        }
        do { try await part.run() } catch {
          setHealth(part.feature, .failed(FeatureFailure(error)))
          group.cancelAll()
        }
      }
      // After a failure, this loop waits until `restart(_:)` is called or the task is canceled. The
      // loop also waits if `run` has returned without an error. In this case, the task was canceled, or
      // another task already runs the feature.
      for await _ in calls { break }
    }
    setHealth(part.feature, .stopped)
  }

  private func setHealth(_ feature: AppFeature, _ health: FeatureHealth) {
    guard state.health[feature] != health else { return }
    shown.update { $0.health[feature] = health }
  }

  // MARK: The city and the language

  /// Chooses a city; when the call returns, every feature uses the city.
  ///
  /// The fetch of the city's menu may still be running then. The carts of other cities are in
  /// `CartState.others`; an order of one of them is sent and answered meanwhile.
  ///
  /// - Returns: The chosen city, with its data from the server.
  /// - Throws: `CitiesError`; the previous city is current, except perhaps after a cancellation.
  @discardableResult
  public func choose(_ city: CityID) async throws(CitiesError) -> City {
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    launchCity = nil
    let chosen = try await catalog.choose(city)
    await waitForFeatures()
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    return chosen
  }

  /// Selects a language, which is stored for the next launch before the city has been fetched.
  ///
  /// The city and its menu are fetched in this language. When the menu has arrived, the lines of the
  /// cart also show this language.
  ///
  /// - Throws: `CitiesError.unknownLanguage`; nothing was changed. Any other `CitiesError` means that
  ///   the language is selected, but that the city could not be fetched or the language could not be
  ///   stored. The app repeats a failed fetch of the city when the network is available again or at the
  ///   next launch.
  public func setLanguage(_ language: Language) async throws(CitiesError) {
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    let usedStoredLanguage = usesStoredLanguage
    // From now on, a launch in progress does not select the stored language.
    usesStoredLanguage = false
    async let _ = storeLanguage(onceSelected: language)
    var failure: CitiesError?
    do throws(CitiesError) { try await catalog.setLanguage(language) } catch {
      if case .unknownLanguage = error {
        // The launch may have passed over the stored language meanwhile. If the stored language cannot be
        // read, the health of the cities shows the error.
        usesStoredLanguage = usedStoredLanguage
        do { try await selectStoredLanguage() } catch {}
        throw error
      }
      failure = error
    }
    do throws(StorageError) { try await storeLanguage() } catch {
      failure = failure ?? .sync(.storage(error))
    }
    await waitForFeatures()
    if let failure { throw failure }
    guard !Task.isCancelled else { throw .sync(.cancelled) }
  }

  /// Stores a language as soon as the catalog has selected it, unless the task is canceled before.
  ///
  /// An error is ignored: ``setLanguage(_:)`` stores the language again, and throws the error of this.
  private func storeLanguage(onceSelected language: Language) async {
    await cities.until { $0.language == language }
    if !Task.isCancelled { do { try await storeLanguage() } catch {} }
  }

  /// Stores the selected language; another call may have selected another one meanwhile.
  private func storeLanguage() async throws(StorageError) {
    try await storedLanguage.update { [cities] in $0 = cities.state.language.rawValue }
    if case .failed(let error) = storedLanguage.writeStatus { throw error }
  }

  /// Waits until all running features use the chosen city and language.
  private func waitForFeatures() async {
    await menu.load()
    guard let user = await startedUser() else { return }
    // A feature that is not running does not switch to the city. Another city may be chosen during the
    // wait, and a feature may never have been in this one.
    let city = environment.city
    await user.cart.until { $0.city == city.context?.city || !$0.sync.isRunning }
    await user.addresses.until { $0.city == city.context?.city || !$0.sync.isRunning }
  }

  /// Returns the current account or guest; `nil` if the session has stopped or failed.
  ///
  /// Before it returns, the call waits until the user's features have read their stored data, or until
  /// reading has failed.
  private func startedUser() async -> FoodAppUser? {
    await until { [session] state in
      // While the features of a former user end, the same account may have signed in again.
      let isCurrent = state.user.map { user in
        user.account == session.state.account
          && !user.environment.gate.reasons.contains(.formerUser)
      }
      return isCurrent == true || ![.starting, .running].contains(state.health[.session])
    }
    guard let user = state.user else { return nil }
    await until { state in !user.parts.contains { state.health[$0.feature] == .starting } }
    return user
  }

  /// Selects the stored language, unless the user has selected one in this process.
  private func selectStoredLanguage() async throws(StorageError) {
    let stored = try await storedLanguage.value().map { Language(rawValue: $0) }
    // The user may have selected a language during the read.
    guard usesStoredLanguage, let stored, stored != cities.state.language else { return }
    // An error means that the stored language is not available, or that the city could not be fetched in
    // it. The state of the catalog contains a failed fetch.
    do { try await catalog.setLanguage(stored) } catch {}
  }

  /// Selects the stored language, starts the catalog of cities with ``launchCity``, and repeats a failed
  /// fetch of the city when the network is available again.
  ///
  /// If the language cannot be read now, the catalog is not started, because it would fetch the city in
  /// the default language.
  private func runCities() async throws {
    do throws(StorageError) { try await selectStoredLanguage() } catch {
      // A later call may be able to read the file. After any other error, for example damage, the app
      // uses the default language.
      if case .unavailable = error { throw error }
    }
    await catalog.start(with: launchCity)
    if case .choosing(.unreadable(let error)) = cities.state.stage { throw error }
    // An update with `.offline` before one without it is not required: the stream skips intermediate
    // updates, so a short loss of the network may not appear in the stream.
    for await reasons in environment.gate.changes() where !reasons.contains(.offline) {
      if let choice = cities.state.choice, case .failed = choice.phase {
        await catalog.start(with: choice.city == launchCity ? launchCity : nil)
      }
    }
  }

  // MARK: The session

  /// Signs in with the code from a text message that `SignInCodes.requestCode(for:)` has requested.
  ///
  /// Returns once ``FoodAppState/user`` has the features of the account. The data of the guest is moved to
  /// them in the background; see ``FoodAppState/guestData``.
  ///
  /// - Throws: `SessionError`; the current user is unchanged, except perhaps after `.cancelled`.
  public func signIn(withCode code: String) async throws(SessionError) {
    try await accounts.signIn(withCode: code)
    try await waitForNextUser()
  }

  /// Signs in with the token of an identity provider.
  ///
  /// Returns at the same point as ``signIn(withCode:)``.
  ///
  /// - Throws: `SessionError`; the current user is unchanged, except perhaps after `.cancelled`.
  public func signIn(with token: ProviderToken) async throws(SessionError) {
    try await accounts.signIn(with: token)
    try await waitForNextUser()
  }

  /// Signs out: the guest becomes the current user.
  ///
  /// Returns once ``FoodAppState/user`` has the guest's features.
  ///
  /// - Parameter keepingData: Whether the account's data stays on the device. If the data is erased,
  ///   the changes that the server does not have yet are lost; show these changes to the user first.
  /// - Throws: `SessionError`; the current user is unchanged, except perhaps after `.cancelled`.
  public func signOut(keepingData: Bool) async throws(SessionError) {
    try await accounts.signOut(keepingData: keepingData)
    try await waitForNextUser()
  }

  /// Deletes the account, and erases its data; the guest becomes the current user.
  ///
  /// Returns once ``FoodAppState/user`` has the guest's features.
  ///
  /// - Throws: `SessionError`. If the server's response did not arrive, the account may have been
  ///   deleted; repeat the call.
  public func deleteAccount() async throws(SessionError) {
    try await accounts.deleteAccount()
    try await waitForNextUser()
  }

  /// Waits until the features of the next user have started.
  private func waitForNextUser() async throws(SessionError) {
    _ = await startedUser()
    guard !Task.isCancelled else { throw .cancelled }
  }

  private func runSession() async throws {
    if let former, let session = former.session() {
      try await accounts.adopt(session)
      former.removeSession()
    }
    try await accounts.run { scope in await self.runUser(in: scope) }
  }

  // MARK: The user

  /// Runs the features of an account or guest until the account changes or the task is canceled.
  private func runUser(in scope: SessionScope) async {
    let user = makeUser(scope)
    await adoptCart(for: user)
    // The user may have signed out meanwhile.
    guard session.state.account == user.account else { return }
    shown.update { state in
      (state.user, state.session) = (user, session.state)
      state.guestFailures = scope.guestFailure.map { [.session: .session($0)] } ?? [:]
      state.guestData = scope.guest == nil ? [] : GuestMove.parts
      for part in user.parts { state.health[part.feature] = .starting }
    }
    await withDiscardingTaskGroup { group in
      for part in user.parts {
        // A feature that is not served shows its stored data, and follows the city. It sends nothing, because
        // its gate is closed.
        let health = isServed(part.feature, to: scope) ? FeatureHealth.running : .needsAccount
        group.addTask { await self.keepRunning(part, as: health) }
      }
      group.addTask { [menu] in await CartFollower(user: user, menu: menu).run() }
      group.addTask { await self.moveGuests(of: scope, to: user) }
    }
    // The features have stopped, because the account has changed or the task of `run()` was canceled.
    // After a cancellation, the account is the same, and the app's state still shows the user.
    guard session.state.account != user.account else { return }
    shown.update { ($0.user, $0.guestData, $0.guestFailures) = (nil, [], [:]) }
    // The cart of the next user may have no fulfillment method that the menu could use.
    await menu.setFulfillment(Self.initialFulfillment)
  }

  /// Moves the data of each guest that the account does not have yet, one guest after the other.
  private func moveGuests(of scope: SessionScope, to user: FoodAppUser) async {
    let report: @Sendable (AppFeature, FeatureFailure?) -> Void = { [shown] feature, failure in
      shown.update { state in
        state.guestFailures[feature] = failure
        if failure == nil { state.guestData.remove(feature) }
      }
    }
    var guest = scope.guest
    while let present = guest {
      await GuestMove(present, to: user, templates: templates).run(report, then: moving)
      await user.environment.gate.repeating({ report(.session, $0) }) {
        guest = try await scope.nextGuest()
      }
      guard !Task.isCancelled else { return }
      // All is moved only when there is no later guest.
      let parts = guest == nil ? [] : GuestMove.parts
      shown.update { ($0.guestData, $0.guestFailures) = (parts, [:]) }
    }
  }

  /// Whether the service offers a feature to the account or guest.
  private nonisolated func isServed(_ feature: AppFeature, to scope: SessionScope) -> Bool {
    scope.account != nil || guests.contains(feature)
  }

  private func makeUser(_ scope: SessionScope) -> FoodAppUser {
    userCount += 1
    func environment(of feature: AppFeature) -> FeatureEnvironment {
      var environment = scope.environment
      // The service would refuse each request; the changes wait for the sign-in.
      if !isServed(feature, to: scope) { environment.gate = Gate(closedFor: [.signedOut]) }
      return environment
    }
    let addresses = environment(of: .addresses).makeAddressBook(templates: templates)
    let cart = environment(of: .cart).makeCart { [cities] city, fulfillment, sum in
      guard let current = cities.state.currentCity, current.id == city else { return [] }
      return current.fees(for: fulfillment, sum)
    } resolving: {
      addresses.place(of: $0)
    }
    return FoodAppUser(
      id: FoodAppUser.ID(account: scope.account, number: userCount), cart: cart,
      addresses: addresses, orders: environment(of: .orders).makeOrderTracker(),
      reviews: environment(of: .reviews).makeOrderReviews(),
      profile: environment(of: .profile).makeProfileEditor(),
      environment: scope.environment)
  }

  private func adoptCart(for user: FoodAppUser) async {
    guard let former, let cart = former.cart() else { return }
    do throws(CartError) {
      try await user.cart.adopt(cart.id, in: cart.city)
      guard user.cart.state.sync.write == .written else { return }
    } catch {
      // An invalid cart id can never be adopted, so the id is removed from the former app's data. After
      // any other error, the id is not removed. The next start of a user's features tries again.
      guard error == .badCartID else { return }
    }
    former.removeCart()
  }
}

/// A feature with the calls that run it, and that wait until it is running.
private typealias AppPart = (
  feature: AppFeature, run: @Sendable () async throws -> Void,
  untilRunning: @Sendable () async -> Void
)

extension FoodAppUser {
  /// The features that are replaced when the account changes; the first to be shown start first.
  fileprivate var parts: [AppPart] {
    [
      (.cart, { try await cart.run() }, { await cart.until(\.sync.isRunning) }),
      (.orders, { try await orders.run() }, { await orders.until(\.sync.isRunning) }),
      (.addresses, { try await addresses.run() }, { await addresses.until(\.sync.isRunning) }),
      (.reviews, { try await reviews.run() }, { await reviews.until(\.sync.isRunning) }),
      (.profile, { try await profile.run() }, { await profile.until(\.sync.isRunning) }),
    ]
  }
}

extension StateProvider {
  /// Waits until the state meets a condition, or the task is canceled.
  func until(_ isMet: @Sendable (State) -> Bool) async {
    for await state in states() where isMet(state) { return }
  }
}

extension SessionState {
  /// Whether the stored session was read; after damage, the features run for a guest.
  fileprivate var isRead: Bool {
    switch status {
    case .unavailable(.damaged), .guest, .signedIn, .expired: true
    case .loading, .unavailable: false
    }
  }
}

extension CityState {
  /// Whether there is a city, or the user has to choose one because none is stored.
  fileprivate var isStarted: Bool {
    switch stage {
    case .starting, .choosing(.unreadable): false
    case .choosing, .migrating, .ready: true
    }
  }
}

extension CartState {
  /// The order that waits for the server's response; `nil` if there is none.
  var unansweredOrder: PendingCartChange? {
    pending.first { $0.subject == .order && !$0.status.isFailed }
  }
}

extension SyncState {
  /// Whether the feature with this state has loaded its data and is running.
  fileprivate var isRunning: Bool { isLoaded && fetch != .notRunning }
}
