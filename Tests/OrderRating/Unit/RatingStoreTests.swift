import Foundation
import OrderRatingTestSupport
import Storage
import StorageTestSupport
import Sync
import Testing

@testable import OrderRating

struct RatingStoreTests {
  private static let error = StorageError.notEncodable(file: "ratings", reason: "no")
  private static let other = StorageError.notEncodable(file: "photo", reason: "no")
  private let files = RecordingFiles()

  private func ratings(photos: [Int: String] = [:]) -> Ratings {
    var ratings = Ratings()
    ratings["order-1"].standing = .asked
    ratings.unwritten = photos.mapValues { StoredPhoto(id: $0, jpeg: Data()) }
    return ratings
  }

  @Test func `Photos are written in the order of their slots, before ratings`() async {
    let store = RatingStore(files)
    var ratings = ratings(photos: [3: "c", 1: "a", 2: "b"])
    for _ in 0..<2 { #expect(await store.save(ratings) == .written) }
    #expect(files.calls == [.photo("a", 1), .photo("b", 2), .photo("c", 3), .rating("order-1")])

    ratings.unwritten[2] = StoredPhoto(id: "d", jpeg: Data())
    ratings["order-2"].standing = .skipped
    for _ in 0..<2 { #expect(await store.save(ratings) == .written) }
    #expect(files.calls.dropFirst(4) == [.photo("d", 2), .rating("order-2")])
  }

  @Test func `Ratings that were loaded are not written again`() async throws {
    files.change { $0.ratings = [StoredRating(id: "order-1", standing: .asked)] }
    let store = RatingStore(files)
    #expect(try await store.load().records.map(\.id) == ["order-1"])
    #expect(await store.save(ratings()) == .written)
    #expect(files.calls.isEmpty)
  }

  @Test func `A failed write is repeated by the next one`() async {
    let store = RatingStore(files)
    let ratings = ratings(photos: [1: "a"])
    files.change { ($0.photoStatus, $0.ratingStatus) = (.failed(Self.other), .failed(Self.error)) }
    for _ in 0..<2 { #expect(await store.save(ratings) == .failed(Self.other)) }
    files.change { ($0.photoStatus, $0.ratingStatus) = (.written, .written) }
    for _ in 0..<2 { #expect(await store.save(ratings) == .written) }
    let pair: [RecordingFiles.Call] = [.photo("a", 1), .rating("order-1")]
    #expect(files.calls == pair + pair + pair)
  }

  @Test func `The status is the less durable one of all writes`() async {
    for (photo, rating, status) in [
      (WriteStatus.written, WriteStatus.inMemory, WriteStatus.inMemory),
      (.inMemory, .written, .inMemory), (.failed(Self.other), .written, .failed(Self.other)),
      (.failed(Self.other), .inMemory, .failed(Self.other)),
      (.inMemory, .failed(Self.error), .failed(Self.error)),
    ] {
      files.change { ($0.photoStatus, $0.ratingStatus) = (photo, rating) }
      let result = await RatingStore(files).save(ratings(photos: [1: "a"]))
      #expect(result == status)
    }
  }

  @Test func `Each slot that nothing needs is cleared once`() async {
    let store = RatingStore(files)
    var ratings = Ratings()
    _ = await store.save(ratings)
    #expect(files.calls.isEmpty)
    ratings.occupied = [2, 16]
    files.change { $0.isCleared = false }
    _ = await store.save(ratings)
    files.change { $0.isCleared = true }
    for _ in 0..<2 { _ = await store.save(ratings) }
    let cleared = [1] + Array(3...15)
    #expect(files.calls == (cleared + cleared).map { .clear($0) })
    ratings.occupied = []
    for _ in 0..<2 { _ = await store.save(ratings) }
    #expect(files.calls.suffix(2) == [.clear(2), .clear(16)])
  }

  // MARK: Real files

  @Test(arguments: [true, false])
  func `A photo and a rating outlive a restart`(isInMemory: Bool) async throws {
    let device = DeviceFolder()
    let directory = isInMemory ? StorageDirectory.inMemory() : device.launch()
    let status: WriteStatus = isInMemory ? .inMemory : .written
    let files = StoredRatingFiles(in: directory)
    let rating = StoredRating(id: "order-1", standing: .skipped)
    #expect(await files.save(rating) == status)
    #expect(await files.save(StoredPhoto(id: "a", jpeg: Data([1])), in: 2) == status)
    #expect(try await files.photo(in: 2)?.jpeg == Data([1]))

    let next = StoredRatingFiles(in: isInMemory ? directory.reopened() : device.launch())
    #expect(try await next.ratings() == [rating])
    #expect(try await next.photo(in: 2)?.id == "a")
    #expect(try await next.photo(in: 1) == nil)
    for _ in 0..<2 { #expect(await next.clear(2)) }
    #expect(try await next.photo(in: 2) == nil)
  }

  @Test func `A damaged file of ratings is an error, and not an absent one`() async throws {
    let device = DeviceFolder()
    let files = StoredRatingFiles(in: device.launch())
    #expect(await files.save(StoredRating(id: "order-1", standing: .asked)) == .written)
    try Data("damaged".utf8).write(to: device.url.appending(path: "order-ratings.v1.store"))
    let next = StoredRatingFiles(in: device.launch())
    await #expect(throws: StorageError.self) { try await next.ratings() }
  }

  @Test func `A photo of a later release is not removed`() async throws {
    let device = DeviceFolder()
    let file = device.url.appending(path: "review-photo-1.v2.store")
    try FileManager.default.createDirectory(at: device.url, withIntermediateDirectories: true)
    try Data("of a later release".utf8).write(to: file)
    let files = StoredRatingFiles(in: device.launch())
    #expect(await !files.clear(1))
    #expect(FileManager.default.fileExists(atPath: file.path))
  }
}
