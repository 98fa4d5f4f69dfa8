import Foundation
import Yams

/// The requests and responses of an OpenAPI 3.1 description.
struct OpenAPIDocument: Sendable {
  private let root: JSONValue

  /// Parses a description.
  ///
  /// - Throws: The YAML parser's error, or ``NotUsable``.
  init(yaml: String) throws {
    root = try JSONValue(yaml: Yams.load(yaml: yaml))
    guard root["openapi"]?.text?.hasPrefix("3.1.") == true else {
      throw NotUsable(reason: "not OpenAPI 3.1")
    }
  }

  /// Returns the description of the reference server.
  static func ofReferenceServer() throws -> OpenAPIDocument { try referenceServer.get() }

  private static let referenceServer = Result {
    let package = (1...4).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let file = package.appending(path: "openapi.yaml")
    return try OpenAPIDocument(yaml: String(contentsOf: file, encoding: .utf8))
  }

  /// All described responses, such as `GET /v1/cities 200`.
  var answers: Set<String> {
    let paths = root["paths"]?.members ?? []
    return Set(
      paths.flatMap { path, item in
        item.members.flatMap { method, operation in
          (operation["responses"]?.members ?? []).map {
            "\(method.uppercased()) \(path) \($0.key)"
          }
        }
      })
  }

  /// A member of the whole description.
  subscript(name: String) -> JSONValue? { root[name] }

  /// Returns the template of a path, such as `/v1/cities/{id}`, and its path item.
  func item(for path: String) -> (template: String, item: JSONValue)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // `{` sorts after all letters, so a literal path is found before a template.
    return (root["paths"]?.members ?? []).map { (template: $0.key, item: $0.value) }
      .first { template, _ in
        let names = template.split(separator: "/", omittingEmptySubsequences: false)
        return names.count == parts.count
          && zip(names, parts).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
      }
  }

  /// Returns the value, or the target of its `$ref`.
  func resolved(_ value: JSONValue) throws(NotUsable) -> JSONValue {
    guard let reference = value["$ref"]?.text else { return value }
    let names = reference.split(separator: "/")
    guard names.first == "#" else { throw NotUsable(reason: "outside: \(reference)") }
    var target = root
    for name in names.dropFirst() {
      guard let member = target[String(name)] else {
        throw NotUsable(reason: "nothing there: \(reference)")
      }
      target = member
    }
    return try resolved(target)
  }
}

/// The reason why a description cannot be used.
struct NotUsable: Error, CustomStringConvertible {
  let reason: String
  /// The reason.
  var description: String { reason }
}

extension JSONValue {
  /// Converts the YAML parser's output.
  init(yaml: Any?) throws(NotUsable) {
    switch yaml {
    case let bool as Bool: self = .bool(bool)
    case let integer as Int: self = .number(Double(integer))
    case let number as Double: self = .number(number)
    case let text as String: self = .string(text)
    case let array as [Any]:
      var elements: [JSONValue] = []
      for element in array { elements.append(try JSONValue(yaml: element)) }
      self = .array(elements)
    case let mapping as [String: Any]:
      var members: [String: JSONValue] = [:]
      for (name, value) in mapping { members[name] = try JSONValue(yaml: value) }
      self = .object(members)
    case nil, is NSNull: self = .null
    default: throw NotUsable(reason: "no JSON: \(yaml ?? "nothing")")
    }
  }
}
