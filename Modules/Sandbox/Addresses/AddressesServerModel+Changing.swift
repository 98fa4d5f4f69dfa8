import Foundation
import Networking

extension AddressesServerModel {
  private struct Make: Decodable {
    let operation: String
    let address: AddressView.Content
    let used: Int64
  }

  private struct Patch: Decodable {
    let operation: String
    let address: AddressView.Content?
    let used: Int64
  }

  private struct Prefer: Decodable {
    let operation: String
    let id: String
  }

  /// Applies a change, and returns the response.
  ///
  /// The body of a request other than DELETE contains the id of the operation. If an operation with
  /// this id was applied before, nothing changes. `path` contains the parts of the path after
  /// `/v1/addresses`. Throws `DecodingError` if the body is invalid.
  mutating func change(_ method: HTTPRequest.Method, _ path: [String]) throws -> HTTPResponse {
    let decoder = JSONDecoder()
    switch method {
    case .post(let body) where path.isEmpty:
      return make(try decoder.decode(Make.self, from: body.bytes))
    case .patch(let body) where path.count == 1:
      return patch(path[0], try decoder.decode(Patch.self, from: body.bytes))
    case .delete where path.count == 1:
      guard let index = rows.firstIndex(where: { $0.id == path[0] }) else {
        return .removed
      }
      remove(at: index)
      return .json(list)
    case .put(let body) where path.count == 2 && path[0] == "defaults":
      let body = try decoder.decode(Prefer.self, from: body.bytes)
      guard let city = Int(path[1]) else {
        return .refused(400, "badRequest", "a city is a number")
      }
      return prefer(body, in: city)
    default: return .status(404)
    }
  }

  private mutating func make(_ body: Make) -> HTTPResponse {
    if let id = operations[body.operation] {
      // The app repeats an operation that was applied before. The address that the first request
      // added may have been removed since.
      return rows.contains { $0.id == id } ? .json(list) : .removed
    }
    if let refusal = refusal(of: body.address) { return refusal }
    let twin = rows.firstIndex { $0.content.place == body.address.place }
    if let twin {
      rows[twin].origins.append(body.operation)
      rows[twin].content = rows[twin].content.completed(by: body.address)
      rows[twin].used = max(rows[twin].used, body.used)
      operations[body.operation] = rows[twin].id
    } else {
      operations[body.operation] = insert(body.address, used: body.used, origin: body.operation)
    }
    revision += 1
    return .json(list)
  }

  private mutating func patch(_ id: String, _ body: Patch) -> HTTPResponse {
    guard let index = rows.firstIndex(where: { $0.id == id }) else {
      return .removed
    }
    guard operations[body.operation] == nil else { return .json(list) }
    if let content = body.address {
      if let refusal = refusal(of: content) { return refusal }
      rows[index].content = content
    }
    rows[index].used = max(rows[index].used, body.used)
    operations[body.operation] = id
    revision += 1
    return .json(list)
  }

  private mutating func prefer(_ body: Prefer, in city: Int) -> HTTPResponse {
    guard rows.contains(where: { $0.id == body.id && $0.content.city == city }) else {
      return .removed
    }
    guard operations[body.operation] == nil else { return .json(list) }
    defaults[city] = body.id
    operations[body.operation] = body.id
    revision += 1
    return .json(list)
  }

  private func refusal(of content: AddressView.Content) -> HTTPResponse? {
    if closedCities.contains(content.city) {
      return .refused(422, "cityClosed", "there is no delivery in this city")
    }
    if rows.count >= 1_000 {
      return .refused(422, "tooMany", "there are too many addresses")
    }
    return nil
  }

  private mutating func remove(at index: Int) {
    let row = rows.remove(at: index)
    if defaults[row.content.city] == row.id { defaults[row.content.city] = nil }
    revision += 1
  }

  // MARK: Changes by another device of the same user

  /// Adds an address as another device of the user would.
  ///
  /// If the list has an address of the same place, the two are merged.
  public mutating func addElsewhere(_ content: AddressView.Content) {
    _ = make(Make(operation: "elsewhere-\(revision)", address: content, used: 0))
  }

  /// Replaces the content of an address as another device of the user would.
  ///
  /// An unknown id has no effect.
  public mutating func editElsewhere(_ id: String, _ content: AddressView.Content) {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    rows[index].content = content
    revision += 1
  }

  /// Removes an address as another device of the user would; an unknown id has no effect.
  public mutating func removeElsewhere(_ id: String) {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    remove(at: index)
  }
}

extension AddressView.Content {
  /// A key for the place of this address: the city, and the normalized fields that locate the address.
  ///
  /// Two addresses of the same place have equal keys.
  fileprivate var place: [String] {
    let hints = ["doorCode", "phone", "comment"] + (self["apartment"].isEmpty ? [] : ["bellName"])
    let turkic = ["TR", "AZ"].contains(template)
    let fields = fields.filter { !hints.contains($0.type) }.map { field in
      let value = turkic ? field.value.replacing("I", with: "ı") : field.value
      // A floor -1 is not the floor 1, and a house 12/14 not a house 12-14.
      let start = value.first == "-" || value.first == "−" ? "-" : ""
      let words = value.lowercased().split {
        !"/#".contains($0) && ($0.isPunctuation || $0.isWhitespace)
      }
      return "\(field.type) \(start)\(words.joined(separator: " "))"
    }
    return ["\(city)"] + fields.sorted()
  }

  /// Returns the content `later`, completed with the fields of this content.
  ///
  /// Only the fields and the label that are empty in `later` are taken from this content.
  fileprivate func completed(by later: Self) -> Self {
    let missing = fields.filter { later[$0.type].isEmpty }
    return Self(
      city: city, template: later.template, label: later.label.isEmpty ? label : later.label,
      fields: later.fields + missing)
  }
}
