import Foundation

extension OpenAPIDocument {
  /// The result of checking one response.
  struct Verdict: Sendable {
    /// The response's name in ``OpenAPIDocument/answers``; `nil` if the description lacks it.
    let described: String?
    /// The differences from the description; empty if there are none.
    let flaws: [String]
  }

  /// Compares a response's status, headers, and body with the description.
  ///
  /// The description has to name every header except `connection`, `content-length`,
  /// `content-type`, `date`, and `transfer-encoding`.
  func check(_ answer: RecordedAnswer) -> Verdict {
    guard let (template, item) = item(for: answer.path) else {
      return Verdict(described: nil, flaws: ["no path \(answer.path)"])
    }
    let name = "\(answer.method) \(template) \(answer.status)"
    let operation = item[answer.method.lowercased()]
    guard let response = operation?["responses"]?["\(answer.status)"] else {
      return Verdict(described: nil, flaws: ["\(name) is not described"])
    }
    var check = SchemaCheck(document: self)
    do {
      let response = try resolved(response)
      try checkHeaders(of: answer, response, &check)
      try checkBody(of: answer, response, &check)
    } catch {
      check.flaws.append("\(error)")
    }
    return Verdict(described: name, flaws: check.flaws.map { "\(name): \($0)" })
  }

  private func checkHeaders(
    of answer: RecordedAnswer, _ response: JSONValue, _ check: inout SchemaCheck
  ) throws {
    var others = Set(answer.headers.keys).subtracting([
      "connection", "content-length", "content-type", "date", "transfer-encoding",
    ])
    for (name, header) in response["headers"]?.members ?? [] {
      let header = try resolved(header)
      others.remove(name.lowercased())
      if let value = answer.headers[name.lowercased()] {
        try check.check(.string(value), header["schema"] ?? .null, at: "header \(name)")
      } else if header["required"] == .bool(true) {
        check.flaws.append("header \(name) is missing")
      }
    }
    check.flaws += others.sorted().map { "header \($0) is not described" }
  }

  private func checkBody(
    of answer: RecordedAnswer, _ response: JSONValue, _ check: inout SchemaCheck
  ) throws {
    guard let content = response["content"] else {
      if !answer.body.isEmpty { check.flaws.append("there is a body") }
      return
    }
    let type = answer.headers["content-type"] ?? "nothing"
    guard let media = content[type] else {
      check.flaws.append("a body of \(type) is not described")
      return
    }
    do {
      let body =
        type.hasPrefix("text/")
        ? JSONValue.string(String(decoding: answer.body, as: UTF8.self))
        : try JSONDecoder().decode(JSONValue.self, from: answer.body)
      try check.check(body, media["schema"] ?? .null, at: "body")
    } catch is DecodingError {
      check.flaws.append("the body is no JSON")
    }
  }
}
