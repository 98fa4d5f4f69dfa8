import Foundation

extension Data {
  /// Creates data from hexadecimal digits; ignores spaces.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    self.init(
      stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  var hex: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
