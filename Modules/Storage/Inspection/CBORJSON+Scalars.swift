extension CBORJSON {
  func scalar(_ head: CBORHead, from start: Int, at level: Int) throws -> String {
    switch head.kind {
    case .negative: return "-\(UInt128(head.argument) + 1)"
    case .text:
      reader.offset = start
      return JSONText.string(try reader.readText())
    case .bytes:
      reader.offset = start
      let bytes = try reader.readBytes()
      try demand(2 * bytes.count)
      let digits = bytes.reduce(into: "") { digits, byte in
        digits += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      return JSONText.object([("$bytes", JSONText.string(digits))], level: level)
    case .simple: return try simple(head)
    default: return "\(head.argument)"
    }
  }

  private func simple(_ head: CBORHead) throws -> String {
    if head.isBreak { throw reader.corrupted("Found a break outside any container.") }
    if let float = reader.float(head) {
      if float.isFinite { return "\(float)" }
      let word = float.isNaN ? "NaN" : float < 0 ? "-Infinity" : "Infinity"
      return JSONText.object([("$float", JSONText.string(word))])
    }
    switch head.argument {
    case 20: return "false"
    case 21: return "true"
    case 22: return JSONText.null
    default: return JSONText.object([("$simple", "\(head.argument)")])
    }
  }
}
