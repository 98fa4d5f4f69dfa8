import OpenAPIChecker

/// Returns at least one response of each kind about addresses.
func addressAnswers(from client: Client) async throws -> [RecordedAnswer] {
  let preferred = "/defaults/1526384"
  let changes = [("POST", ""), ("PATCH", "/s1"), ("DELETE", "/s1"), ("PUT", preferred)]
  func choice(_ operation: String, of id: String) -> String {
    #"{"operation":"\#(operation)","id":"\#(id)"}"#
  }
  var answers = [
    try await client.addresses(),
    try await client.send("GET", "/v1/addresses"),
    try await client.makeAddress("Abai", key: "a", label: "home"),
    try await client.makeAddress("ABAI", key: "b"),
    try await client.makeAddress("Dostyk", key: "c"),
    try await client.changeAddress("PATCH", "/s1", key: "edit", Client.wish("Satpaev", "edit")),
    try await client.changeAddress("PATCH", "/s1", key: "use", #"{"operation":"use","used":5}"#),
    try await client.changeAddress("PUT", preferred, key: "prefer", choice("prefer", of: "s1")),
    try await client.addresses(),
    try await client.addresses(["If-None-Match": "*"]),
    try await client.send("PUT", "/admin/addresses", body: "{}"),
    try await client.send(
      "PUT", "/admin/addresses", body: #"{"closedCities":[],"farStreets":["Dostyk"]}"#),
    try await client.addresses(),
    try await client.send(
      "PUT", "/admin/addresses", body: #"{"closedCities":[1526384],"farStreets":[]}"#),
    try await client.addresses(),
    try await client.makeAddress("Al-Farabi", key: "closed"),
    try await client.changeAddress("PATCH", "/s1", key: "shut", Client.wish("Manas", "shut")),
    try await client.send("GET", "/admin/addresses"),
    try await client.send(
      "PUT", "/admin/addresses", body: #"{"closedCities":[],"farStreets":[]}"#),
  ]
  for (method, path) in changes {
    answers += [
      try await client.send(method, "/v1/addresses\(path)", Client.city, body: "{}"),
      try await client.changeAddress(method, path, key: "a", "{}"),
    ]
    if method != "DELETE" {
      answers.append(try await client.changeAddress(method, path, key: "bad-\(method)", "{}"))
    }
    let (first, second) = try await client.changeTwiceAtOnce(
      method, "/v1/addresses\(path)", key: "2-\(method)")
    answers += [first, second]
  }
  // The address still exists: the two simultaneous requests named no city.
  answers += [
    try await client.changeAddress("DELETE", "/s1", key: "remove"),
    try await client.changeAddress("DELETE", "/s1", key: "remove-again"),
    try await client.makeAddress("Abai", key: "late", operation: "a"),
    try await client.changeAddress("PATCH", "/s1", key: "late-edit", Client.wish("Abai", "late")),
    try await client.changeAddress("PUT", preferred, key: "late-choice", choice("late", of: "s1")),
    try await client.send("GET", "/admin/addresses"),
  ]
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    answers.append(try await client.addresses(headers))
    for (method, path) in changes {
      answers.append(try await client.changeAddress(method, path, key: "fail", "{}", headers))
    }
  }
  return answers
}
