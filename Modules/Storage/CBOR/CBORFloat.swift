/// Conversions of half-precision floats, because `Float16` does not exist on every supported Mac.
enum CBORFloat {
  /// Returns the bits of the half-precision float that equals `value` exactly, or `nil`.
  ///
  /// Every NaN becomes the one that RFC 8949, section 4.2.2 prefers.
  static func half(_ value: Float) -> UInt16? {
    let sign = UInt16(value.bitPattern >> 31) << 15
    let fraction = value.bitPattern & 0x7F_FFFF
    let exponent = Int(value.bitPattern >> 23 & 0xFF) - 127
    switch exponent {
    case -127 where fraction == 0: return sign
    case 128: return fraction == 0 ? sign | 0x7C00 : 0x7E00
    case -14...15 where fraction & 0x1FFF == 0:
      return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
    case -24 ... -15:
      let whole = fraction | 0x80_0000
      let lost = -exponent - 1
      return whole & (1 << lost - 1) == 0 ? sign | UInt16(whole >> lost) : nil
    default: return nil
    }
  }

  static func value(half bits: UInt16) -> Float {
    let fraction = Float(bits & 0x3FF)
    let magnitude: Float
    switch Int(bits >> 10 & 0x1F) {
    case 0: magnitude = fraction * 0x1p-24
    case 31: magnitude = fraction == 0 ? .infinity : .nan
    case let exponent:
      magnitude = Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction * 0x1p-10)
    }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }
}
