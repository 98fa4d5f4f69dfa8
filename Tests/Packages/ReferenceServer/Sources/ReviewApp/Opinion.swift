import Foundation
import OrderRating
@_spi(SettledCity) import Networking

/// The user's review of an order, which depends on its number and on the device.
struct Opinion {
  let number, stars: Int
  let order: RatableOrder
  let comment: String
  /// The names of the photos, which their bytes contain.
  let photos: [String]
  /// A photo that is attached and removed again; `nil` for most orders.
  let mistake: String?

  init(_ number: Int, device: String) {
    self.number = number
    order = RatableOrder(
      "order-\(number)", number % 2 == 0 ? .delivery : .pickup,
      lines: [.init("1", name: "Soup")],
      finishedAt: Date(timeIntervalSince1970: Double(1_700_000_000 + number)))
    stars = number % 5 + 1
    comment = "\(number) by \(device)"
    photos = (0..<number % 4).map { "\(device)-\(number)-\($0)" }
    mistake = number % 5 == 0 ? "\(device)-\(number)-mistake" : nil
  }

  /// Returns whether a device rates an order: each has one of three orders, and both rate the third.
  static func isRated(_ number: Int, by device: String) -> Bool {
    number % 3 == 0 || (number % 3 == 1) == (device == "A")
  }
}

extension Data {
  /// Creates a photo of some thousand bytes that contains its name.
  init(photo name: String) {
    let size = 2_000 + 1_000 * (name.utf8.reduce(0) { $0 + Int($1) } % 8)
    self = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("\(name)\n".utf8) + Data(count: size)
  }

  /// The name of a photo.
  var photoName: String? {
    dropFirst(4).split(separator: UInt8(ascii: "\n")).first.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension RequestContext {
  static var almaty: RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("KZ can be sent")
    }
    return context
  }
}
