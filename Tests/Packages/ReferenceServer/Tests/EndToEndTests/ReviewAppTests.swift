import Foundation
import Sandbox
import ServerProcess
import Testing

/// Reviews over real HTTP from two devices, with random kills of the devices and the server.
@Suite("Two devices and their server")
struct ReviewAppTests {
  private static let kills = killCount("REVIEW_KILLS")

  /// A phase of the test that both apps complete before the next one starts.
  private enum Stretch: String {
    case begin = "--begin"
    case offline = "--offline"
    case online = ""
  }

  @Test
  func
    `Every review arrives once and behind its photos, whoever is killed and whatever goes wrong`()
    async throws
  {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await server.goWrongWithReviews(seed: 1)
      var (phone, tablet) = (ReviewDiary(of: "A"), ReviewDiary(of: "B"))
      var rounds = 0
      var contested = 0
      while phone.kills + tablet.kills < Self.kills {
        let orders = rounds * 12 + 1...rounds * 12 + 12
        for number in orders { try await server.finish("order-\(number)") }
        rounds += 1
        // In every second round both apps write everything before either is online.
        let isOffline = rounds.isMultiple(of: 2)
        for stretch in isOffline ? [Stretch.begin, .offline, .online] : [.online] {
          let so = (phone: phone, tablet: tablet)
          async let onPhone = rate(orders, stretch, so.phone, server, folder)
          async let onTablet = rate(orders, stretch, so.tablet, server, folder)
          (phone, tablet) = (try await onPhone, try await onTablet)
        }
        let arrived = try await server.arrived()
        for number in orders { try check(number, arrived, phone, tablet) }
        let both = orders.filter { phone.givenBack.union(tablet.givenBack).contains($0) }
        if isOffline { #expect(both == orders.filter { $0 % 3 == 0 }) }
        contested += both.count
        checkPhotos(arrived, phone, tablet)
      }
      let arrived = try await server.arrived()
      try await server.expectNoSignOut()
      print(
        "end to end: \(arrived.reviews.count) reviews of \(rounds * 12) orders,",
        "\(contested) by two devices at once, \(arrived.photos.count) photos,",
        "\(phone.without.union(tablet.without).count) of them refused,",
        "\(phone.kills + tablet.kills) kills of apps and \(await server.restarts) of the server")
      try await server.stop()
    }
  }

  /// Runs a device until it completes a phase, restarting it as often as necessary.
  private func rate(
    _ orders: ClosedRange<Int>, _ stretch: Stretch, _ diary: ReviewDiary, _ server: Backend,
    _ folder: URL
  ) async throws -> ReviewDiary {
    var diary = diary
    diary.turnPage()
    var lives = 0
    while !diary.isDone {
      lives += 1
      let app = try ChildProcess(
        app: "ReviewApp", server: server.url, state: folder.appending(path: diary.device),
        first: orders.lowerBound, last: orders.upperBound,
        ["--device", diary.device] + (stretch == .online ? [] : [stretch.rawValue]))
      // At most six kills, so that the phase ends.
      let isKilled = lives <= 6 && Int.random(in: 0..<5) > 0
      if isKilled {
        for _ in 0..<Int.random(in: 1...12) {
          guard let line = try await app.line() else { break }
          diary.hear(line)
        }
        if diary.device == "A", Bool.random() {
          try await server.restart()
          try await server.goWrongWithReviews(seed: UInt64(diary.kills))
        }
        app.kill()
      }
      for line in try await app.lines() { diary.hear(line) }
      if !diary.isDone {
        try #require(isKilled, "\(diary.device) has ended by itself")
        diary.kills += 1
      }
    }
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: folder.appending(path: diary.device).path)
    if stretch == .online { #expect(!files.contains { $0.contains("photo") }, "\(files)") }
    return diary
  }

  /// Checks that an order has exactly one review, as written on one device.
  private func check(
    _ number: Int, _ arrived: Arrived, _ phone: ReviewDiary, _ tablet: ReviewDiary
  ) throws {
    let review = try #require(arrived.reviews["order-\(number)"], "no review of \(number)")
    let isPhone = review.comment?.hasSuffix("A") == true
    let (winner, loser) = isPhone ? (phone, tablet) : (tablet, phone)
    #expect(winner.rates(number))
    #expect(review.comment == "\(number) by \(winner.device)")
    #expect(review.marks == [.init(subject: "food", stars: number % 5 + 1, tags: [])])
    #expect(!winner.givenBack.contains(number), "\(number) counts and was given back")
    #expect(
      !loser.taken.contains(number) || loser.givenBack.contains(number),
      "what \(loser.device) has written of \(number) is lost")

    let wanted = winner.photos(of: number)
    let names = review.photos.map { arrived.name(of: $0) ?? "" }
    // A rejected photo may be accepted if it was sent again: because its review was rejected too, or
    // because the app was killed before the rejection was stored.
    let least = wanted.filter { !winner.without.contains($0) }
    let isAgain = winner.refused.contains(number)
    let most = wanted.filter { isAgain || !winner.dismissed.contains($0) }
    let expected = most.filter { least.contains($0) || names.contains($0) }
    #expect(names == expected, "photos of \(number): \(names), not \(expected)")
    let places = Dictionary(uniqueKeysWithValues: arrived.arrivals.enumerated().map { ($1, $0) })
    let completed = try #require(places["order-\(number)"])
    for photo in review.photos { #expect(try #require(places[photo]) < completed) }
  }

  /// Checks that each photo is stored once and belongs to an accepted or returned review.
  private func checkPhotos(_ arrived: Arrived, _ phone: ReviewDiary, _ tablet: ReviewDiary) {
    let names = arrived.photos.keys.compactMap { arrived.name(of: $0) }
    #expect(Set(names).count == arrived.photos.count, "a photo is there twice")
    let named = Set(arrived.reviews.values.flatMap(\.photos))
    for photo in arrived.photos.keys where !named.contains(photo) {
      let name = arrived.name(of: photo) ?? ""
      let isGivenBack = [phone, tablet].contains { diary in
        diary.givenBack.contains { diary.photos(of: $0).contains(name) }
      }
      #expect(isGivenBack, "no review names \(name)")
    }
  }
}
