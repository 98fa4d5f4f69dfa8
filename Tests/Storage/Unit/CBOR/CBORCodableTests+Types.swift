extension CBORCodableTests {
  struct Nested: Codable, Equatable {
    var a: Int
    var b: [Int]
    var c: String
    var d: Int

    enum CodingKeys: CodingKey { case inner, list, d }
    enum InnerKeys: CodingKey { case a, c }
    enum TextKeys: CodingKey { case text }

    init(a: Int, b: [Int], c: String, d: Int) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: CodingKeys.self)
      var inner = outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      try list.encode(b[0])
      try outer.encode(d, forKey: .d)
      try inner.encode(a, forKey: .a)
      var text = inner.nestedContainer(keyedBy: TextKeys.self, forKey: .c)
      try list.encode(b[1])
      try text.encode(c, forKey: .text)
      var last = list.nestedUnkeyedContainer()
      try last.encode("in")
    }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: CodingKeys.self)
      let inner = try outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      var list = try outer.nestedUnkeyedContainer(forKey: .list)
      let text = try inner.nestedContainer(keyedBy: TextKeys.self, forKey: .c)
      a = try inner.decode(Int.self, forKey: .a)
      b = [try list.decode(Int.self)]
      d = try outer.decode(Int.self, forKey: .d)
      b.append(try list.decode(Int.self))
      c = try text.decode(String.self, forKey: .text)
      var last = try list.nestedUnkeyedContainer()
      guard try last.decode(String.self) == "in", last.isAtEnd, list.isAtEnd else {
        throw DecodingError.dataCorruptedError(in: last, debugDescription: "Not the same.")
      }
    }
  }

  class Base: Codable {
    var id: Int
    init(id: Int) { self.id = id }
    enum CodingKeys: CodingKey { case id }
  }

  final class WithSuper: Base {
    var extra: String
    enum CodingKeys: CodingKey { case extra }
    init(id: Int, extra: String) {
      self.extra = extra
      super.init(id: id)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      extra = try container.decode(String.self, forKey: .extra)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(extra, forKey: .extra)
    }
  }

  final class WithoutSuper: Base {
    var extra: String
    enum CodingKeys: CodingKey { case extra }
    init(id: Int, extra: String) {
      self.extra = extra
      super.init(id: id)
    }
    required init(from decoder: any Decoder) throws {
      extra = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .extra)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(extra, forKey: .extra)
    }
  }

  /// A text that may be encoded as a number.
  struct Lossy: Codable {
    var text: String
    private var number: Int?

    init(_ text: String) { self.text = text }
    init(_ number: Int) { (text, self.number) = ("\(number)", number) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        text = try container.decode(String.self)
      } catch is DecodingError {
        text = "\(try container.decode(Int.self))"
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let number { try container.encode(number) } else { try container.encode(text) }
    }
  }
}
