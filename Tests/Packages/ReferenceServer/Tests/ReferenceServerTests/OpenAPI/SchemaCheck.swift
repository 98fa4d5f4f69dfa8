/// Compares values with schemas, for the JSON Schema keywords that the description uses.
struct SchemaCheck {
  let document: OpenAPIDocument
  var flaws: [String] = []
  /// Whether an object has only described members, also if its schema permits others.
  var isClosed = false
  /// The patterns that were compiled.
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(document: OpenAPIDocument) {
    self.document = document
  }

  private static let keywords: Set<String> = [
    "additionalProperties", "description", "enum", "items", "maximum", "minItems", "minimum",
    "pattern", "properties", "required", "type",
  ]

  /// Records every difference between `value` and `schema`.
  ///
  /// - Throws: ``NotUsable``, also for a keyword that the check does not support.
  mutating func check(
    _ value: JSONValue, _ schema: JSONValue, at place: String
  ) throws(NotUsable) {
    let schema = try document.resolved(schema)
    guard case .object(let rules) = schema else { throw NotUsable(reason: "\(place): no schema") }
    for keyword in rules.keys where !Self.keywords.contains(keyword) {
      throw NotUsable(reason: "\(place): \(keyword) is not understood")
    }
    if let type = schema["type"] {
      guard (type.elements.isEmpty ? [type] : type.elements).contains(where: value.isOf) else {
        flaws.append("\(place) is not of type \(type)")
        return
      }
    }
    if let allowed = schema["enum"], !allowed.elements.contains(value) {
      flaws.append("\(place) is none of those that it may be")
    }
    try checkText(value, schema, at: place)
    checkNumber(value, schema, at: place)
    try checkArray(value, schema, at: place)
    try checkObject(value, schema, at: place)
  }

  private mutating func checkText(
    _ value: JSONValue, _ schema: JSONValue, at place: String
  ) throws(NotUsable) {
    guard let text = value.text, let pattern = schema["pattern"]?.text else { return }
    do {
      let regex = try patterns[pattern] ?? Regex(pattern)
      patterns[pattern] = regex
      if try regex.firstMatch(in: text) == nil {
        flaws.append("\(place) does not match \(pattern)")
      }
    } catch {
      throw NotUsable(reason: "\(place): \(error)")
    }
  }

  private mutating func checkNumber(_ value: JSONValue, _ schema: JSONValue, at place: String) {
    guard let number = value.number else { return }
    if let least = schema["minimum"]?.number, number < least {
      flaws.append("\(place) is below \(least)")
    }
    if let most = schema["maximum"]?.number, number > most {
      flaws.append("\(place) is above \(most)")
    }
  }

  private mutating func checkArray(
    _ value: JSONValue, _ schema: JSONValue, at place: String
  ) throws(NotUsable) {
    if case .array(let elements) = value, let least = schema["minItems"]?.number,
      Double(elements.count) < least
    {
      flaws.append("\(place) has fewer than \(least) elements")
    }
    guard let items = schema["items"] else { return }
    for (index, element) in value.elements.enumerated() {
      try check(element, items, at: "\(place)[\(index)]")
    }
  }

  private mutating func checkObject(
    _ value: JSONValue, _ schema: JSONValue, at place: String
  ) throws(NotUsable) {
    guard case .object(let members) = value else { return }
    for name in schema["required"]?.elements ?? [] {
      if let name = name.text, members[name] == nil { flaws.append("\(place).\(name) is missing") }
    }
    for (name, member) in value.members {
      if let property = schema["properties"]?[name] {
        try check(member, property, at: "\(place).\(name)")
      } else if isClosed && schema["additionalProperties"] == nil
        || schema["additionalProperties"] == .bool(false)
      {
        flaws.append("\(place).\(name) is not described")
      } else if let others = schema["additionalProperties"], others != .bool(true) {
        try check(member, others, at: "\(place).\(name)")
      }
    }
  }
}

extension JSONValue {
  /// Returns whether the value has a type named by a schema.
  func isOf(_ type: JSONValue) -> Bool {
    switch (self, type.text) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
