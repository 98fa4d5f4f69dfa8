public import Addresses
public import Commerce
import Foundation
public import Networking
public import NetworkingTestSupport
public import Sandbox

extension Address {
  /// An apartment in Almaty.
  public static let home = sample(
    "home", [.street: "Абай даңғылы", .house: "25/1", .apartment: "7", .doorCode: "7К123"])
  /// An office in Almaty.
  public static let work = sample("work", [.microdistrict: "Самал-2", .house: "12к3"])
  /// A house in Almaty.
  public static let parents = sample("", [.street: "Жібек жолы", .house: "101"])

  /// Returns an address, in Almaty by default.
  public static func sample(
    _ label: String, _ values: [AddressFieldType: String],
    city: CityID = RequestContext.almaty.city, template: String = "KZ"
  ) -> Address {
    Address(
      city: city, template: AddressTemplate.ID(rawValue: template), label: label,
      fields: values.map { AddressField($0.key, $0.value) })
  }

  /// Creates an address from the content that the server sends.
  public init(_ content: AddressView.Content) {
    self.init(
      city: CityID(rawValue: content.city),
      template: AddressTemplate.ID(rawValue: content.template), label: content.label,
      fields: content.fields.map { AddressField(AddressFieldType(rawValue: $0.type), $0.value) })
  }

  /// An address of each country, all in one city, labeled with the country's code.
  public static let examples = AddressView.Content.examples(in: 1).map { content in
    Address(content).labeled(content.template)
  }

  /// Returns the same address with another value in a field.
  public func with(_ type: AddressFieldType, _ value: String) -> Address {
    var copy = self
    copy[type] = value
    return copy
  }

  /// The content that another device would send for the address.
  public var view: AddressView.Content {
    AddressView.Content(
      city: city.rawValue, template: template.rawValue, label: label,
      fields: fields.map { .init($0.type.rawValue, $0.value) })
  }
}

extension AddressTemplates {
  /// The bundled templates.
  public static let samples: AddressTemplates = {
    do { return try bundled() } catch { preconditionFailure("\(error)") }
  }()

  /// The bundled templates with a changed one for Kazakhstan, which requires the entrance and has
  /// no door code.
  public static let changed: AddressTemplates = {
    let json = """
      {"templates": [{"id": "KZ", "revision": 2, "fields": [
        {"type": "street", "need": "requiredWithout", "without": "microdistrict", "form": "text",
         "limit": 80},
        {"type": "microdistrict", "need": "requiredWithout", "without": "street", "form": "text",
         "limit": 80},
        {"type": "house", "need": "required", "form": "number", "limit": 16},
        {"type": "apartment", "need": "optional", "form": "number", "limit": 12},
        {"type": "entrance", "need": "required", "form": "number", "limit": 8}],
        "lines": ["[{microdistrict}][, {street}][, {house}][, кв. {apartment}]",
                  "[подъезд {entrance}]"]}]}
      """
    do { return try AddressTemplates(json: json.utf8) } catch { preconditionFailure("\(error)") }
  }()
}
