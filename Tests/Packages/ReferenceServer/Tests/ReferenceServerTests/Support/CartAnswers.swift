import OpenAPIChecker

/// Returns at least one response of each kind about carts.
func cartAnswers(from client: Client) async throws -> [RecordedAnswer] {
  func promo(_ code: String) -> String {
    "{\"operation\":\"\(code)\",\"code\":\"\(code)\",\"isWanted\":true}"
  }
  let way = "{\"operation\":\"f\",\"fulfilment\":{\"kind\":\"delivery\",\"place\":\"home\"}}"
  let changes = ["lines", "promos", "fulfilment", "order"]
  let other = try await client.another("bob")
  var answers = [
    try await client.cart("none"),
    try await client.send("GET", "/v1/carts/none"),
    try await client.wish(6, in: "c", key: "add", seen: 0),
    try await client.wish(7, in: "c", key: "others", seen: 1),
    try await client.wish(100, in: "c", key: "too-many"),
    try await client.wish(1, in: "c", key: "unknown", of: "tea"),
    try await client.change("fulfilment", of: "c", key: "f", way),
    try await client.order(6, for: 1, in: "c", key: "wrong-sum"),
    try await client.send("PUT", "/admin/prices", body: "{\"cola\":-1}"),
    try await client.send("PUT", "/admin/prices", body: "{\"cola\":null}"),
    try await client.cart("c"),
    try await client.order(6, for: 360_000, in: "c", key: "gone"),
    try await client.send("PUT", "/admin/prices", body: "{\"cola\":60000}"),
  ]
  for code in ["TENTH", "NONE", "SUMMER", "FEAST", "COLA"] {
    answers.append(try await client.change("promos", of: "c", key: code, promo(code)))
  }
  for what in changes {
    answers += [
      try await client.change(what, of: "c", key: "bad-\(what)", "{}"),
      try await client.change(what, of: "c", key: "add", "{}"),
      try await other.change(what, of: "c", key: "other-\(what)", "{}"),
      try await client.guest.change(what, of: "c", key: "guest-\(what)", "{}"),
    ]
    let method = what == "order" ? "POST" : "PUT"
    let (first, second) = try await client.changeTwiceAtOnce(
      method, "/v1/carts/c/\(what)", key: "2-\(what)")
    answers += [first, second]
  }
  answers += [
    try await client.cart("c"),
    try await client.cart("c", ["If-None-Match": "*"]),
    try await client.order(6, for: 324_000, in: "c", key: "order"),
    try await client.cart("c"),
    try await client.send("GET", "/admin/orders"),
    try await client.wish(1, in: "c", key: "late"),
    try await client.change("promos", of: "c", key: "late-promo", promo("TENTH")),
    try await client.change("fulfilment", of: "c", key: "late-way", way),
    try await client.order(6, for: 324_000, in: "c", key: "again"),
  ]
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    answers.append(try await client.cart("c", headers))
    for what in changes {
      answers.append(try await client.change(what, of: "c", key: "fail", "{}", headers))
    }
  }
  return answers
}
