import Cities
import Commerce

extension SampleCity {
  /// Returns the details in the requested language, or in the country's first language with a name.
  public func details(in asked: String) -> JSONValue {
    let language = ([asked] + country.languages).first { names[$0] != nil } ?? "en"
    return [
      "id": .int(id.rawValue),
      "revision": 1,
      "language": .string(language),
      "languages": .array(country.languages.map(JSONValue.string)),
      "name": .string(names[language] ?? ""),
      "country": [
        "code": .string(country.code), "name": .string(country.names[language] ?? ""),
      ],
      "coordinates": ["latitude": .double(latitude), "longitude": .double(longitude)],
      "timeZone": .string(timeZone),
      "rules": [
        "currency": country.currency, "phone": country.phone, "firstWeekday": "mon",
        "isTaxIncluded": true, "addressTemplate": .string(country.code), "habits": ["doorCode"],
      ],
      "fulfilments": [
        [
          "kind": "delivery", "opens": 600, "closes": 60, "minimumOrder": 30_000, "fee": 5_000,
          "freeFrom": 90_000,
        ],
        ["kind": "pickup", "opens": 600, "closes": 1380, "minimumOrder": 0, "fee": 0],
      ],
      "payments": ["card", "cash"],
    ]
  }

  /// Returns a list of sample cities as a response.
  public static func list(revision: Int, of cities: [SampleCity] = all) -> JSONValue {
    [
      "revision": .int(revision),
      "regions": ["KZ.12510145": ["en": "Ulytau", "ru": "Улытауская область"]],
      "countries": .array(
        SampleCountry.all.map { country in
          [
            "code": .string(country.code),
            "names": .object(country.names.mapValues(JSONValue.string)),
            "languages": .array(country.languages.map(JSONValue.string)),
          ]
        }),
      "cities": .array(
        cities.map { city in
          [
            "id": .int(city.id.rawValue), "country": .string(city.country.code),
            "region": .string(city.region),
            "names": .object(city.names.mapValues(JSONValue.string)),
            "lat": .double(city.latitude), "lon": .double(city.longitude),
            "population": .int(city.population),
          ]
        }),
    ]
  }
}
