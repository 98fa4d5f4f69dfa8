import OpenAPIChecker

extension DescriptionTests {
  /// Returns at least one response of each kind about menus.
  func menuAnswers(from client: Client) async throws -> [RecordedAnswer] {
    var answers: [RecordedAnswer] = []
    for (index, language) in ["ru", "en", "kk", "xx"].enumerated() {
      let method = ["delivery", "pickup", "dineIn", "balloon"][index]
      answers.append(
        try await client.send(
          "GET", "/v1/menu?fulfilment=\(method)", .almaty(in: language)))
    }
    let (menu, stops) = ("/admin/cities/1526384/menu", "/admin/cities/1526384/stops")
    let stop = #"{"kind":"product","id":"tea-mint","until":1795503600,"reason":"soldOut"}"#
    answers += [
      try await client.send("PATCH", menu, body: #"{"crusts":{"thin":null}}"#),
      try await client.send("PATCH", menu, body: #"{"crusts":[]}"#),
      try await client.send("PATCH", "/admin/cities/1/menu", body: "{}"),
      try await client.send("PUT", stops, body: #"{"stops":[\#(stop)]}"#),
      try await client.send("PUT", stops, body: #"{"stops":[{}]}"#),
      try await client.send("PUT", "/admin/cities/1/stops", body: #"{"stops":[]}"#),
    ]
    for path in ["/v1/menu", "/v1/menu/stops"] {
      answers += [
        try await client.send("GET", path, .almaty(in: "ru")),
        try await client.send("GET", path, .almaty(in: "ru", ["If-None-Match": "*"])),
        try await client.send("GET", path),
        try await client.send("GET", path, ["City-Id": "1"]),
      ]
      for fault in ["401", "429", "500", "503", "503=2"] {
        answers.append(
          try await client.send("GET", path, .almaty(in: "ru", ["Sandbox-Fault": fault])))
      }
    }
    return answers
  }
}

extension [String: String] {
  /// Returns the headers of a request in Almaty, with additional ones.
  static func almaty(in language: String, _ others: [String: String] = [:]) -> [String: String] {
    ["City-Id": "1526384", "Accept-Language": language].merging(others) { $1 }
  }
}
