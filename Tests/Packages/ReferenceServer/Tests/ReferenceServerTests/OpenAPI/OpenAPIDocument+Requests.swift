import Foundation

extension OpenAPIDocument {
  /// All described operations, such as `GET /v1/cities`.
  var operations: Set<String> {
    Set(answers.map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
  }

  /// Compares a request's path, query, headers, and body with the description.
  ///
  /// The description has to name every parameter, every header except `Authorization` and
  /// `Content-Type`, and every member of an object in the body. A request carries an access token if the
  /// operation requires one, and carries none if the operation permits none.
  func check(_ request: RecordedRequest) -> Verdict {
    guard let (template, item) = item(for: request.path),
      let operation = item[request.method.lowercased()]
    else { return Verdict(described: nil, flaws: ["no \(request.method) \(request.path)"]) }
    let name = "\(request.method) \(template)"
    var check = SchemaCheck(document: self)
    check.isClosed = true
    do {
      try checkParameters(of: request, template, operation, &check)
      try checkBody(of: request, operation, &check)
    } catch {
      check.flaws.append("\(error)")
    }
    checkToken(of: request, operation, &check)
    return Verdict(described: name, flaws: check.flaws.map { "\(name): \($0)" })
  }

  private func checkParameters(
    of request: RecordedRequest, _ template: String, _ operation: JSONValue,
    _ check: inout SchemaCheck
  ) throws {
    let parts = zip(
      template.split(separator: "/"), request.path.split(separator: "/").map(String.init))
    let path = parts.filter { $0.0.hasPrefix("{") }.map { ("\($0.0.dropFirst().dropLast())", $0.1) }
    var values = [
      "path": Dictionary(path) { $1 }, "query": request.query, "header": request.headers,
    ]
    values["header"]?["authorization"] = nil
    values["header"]?["content-type"] = nil
    for parameter in operation["parameters"]?.elements ?? [] {
      let parameter = try resolved(parameter)
      guard let place = parameter["in"]?.text, let name = parameter["name"]?.text else {
        throw NotUsable(reason: "a parameter without a name")
      }
      let key = place == "header" ? name.lowercased() : name
      guard let text = values[place]?.removeValue(forKey: key) else {
        if parameter["required"] == .bool(true) {
          check.flaws.append("\(place) \(name) is missing")
        }
        continue
      }
      let schema = parameter["schema"] ?? .null
      let number = schema["type"]?.text == "integer" ? Double(text).map(JSONValue.number) : nil
      try check.check(number ?? .string(text), schema, at: "\(place) \(name)")
    }
    for (place, others) in values.sorted(by: { $0.key < $1.key }) {
      check.flaws += others.keys.sorted().map { "\(place) \($0) is not described" }
    }
  }

  private func checkBody(
    of request: RecordedRequest, _ operation: JSONValue, _ check: inout SchemaCheck
  ) throws {
    guard let described = operation["requestBody"] else {
      if !request.body.isEmpty { check.flaws.append("there is a body") }
      return
    }
    let type = request.headers["content-type"] ?? "nothing"
    guard let media = try resolved(described)["content"]?[type] else {
      check.flaws.append("a body of \(type) is not described")
      return
    }
    guard let schema = media["schema"] else {
      if request.body.isEmpty { check.flaws.append("there is no body") }
      return
    }
    do {
      let body = try JSONDecoder().decode(JSONValue.self, from: request.body)
      try check.check(body, schema, at: "body")
    } catch is DecodingError {
      check.flaws.append("the body is no JSON")
    }
  }

  private func checkToken(
    of request: RecordedRequest, _ operation: JSONValue, _ check: inout SchemaCheck
  ) {
    let ways = (operation["security"] ?? self["security"])?.elements ?? []
    let hasToken = request.headers["authorization"]?.hasPrefix("Bearer ") == true
    let isFree = ways.isEmpty || ways.contains(.object([:]))
    if !hasToken, !isFree { check.flaws.append("there is no access token") }
    if hasToken, ways.isEmpty { check.flaws.append("there is an access token") }
  }
}
