import Foundation
import OpenAPIChecker

/// Returns at least one response of each kind about reviews.
func reviewAnswers(from client: Client) async throws -> [RecordedAnswer] {
  let (review, photo) = ("/v1/orders/rated/review", "/v1/review-photos/p")
  var answers = [
    try await client.send("PUT", "/admin/orders/1", body: "{}"),
    try await client.finish("rated"),
    try await client.finish("over", closesAt: 1),
    try await client.send("GET", "/v1/orders/rated/rating-form"),
    try await client.form(of: "none"),
    try await client.form(of: "over"),
    try await client.form(of: "rated"),
    try await client.send("PUT", review, body: "{}"),
    try await client.send("PUT", photo, body: "{}"),
    try await client.send("GET", photo),
    try await client.photo("p"),
    try await client.sendPhoto("p", key: "photo"),
    try await client.sendPhoto("p", key: "other photo", Data([0xFF, 0xD8, 0xFF, 2])),
    try await client.sendPhoto("p", key: "other-photo", Data([0xFF, 0xD8, 0xFF, 2])),
    try await client.sendPhoto("empty", key: "empty", Data()),
    try await client.photo("p"),
    try await client.rate("none", key: "none"),
    try await client.rate("over", key: "over"),
    try await client.rate("rated", key: "stars", stars: 6),
    try await client.rate("rated", key: "rated", photos: ["p", "given-up"]),
    try await client.rate("rated", key: "again", photos: ["p", "given-up"]),
    try await client.rate("rated", key: "other", review: "other"),
    try await client.form(of: "rated"),
    try await client.send("GET", "/admin/reviews"),
  ]
  for path in [review, photo] {
    let (first, second) = try await client.changeTwiceAtOnce("PUT", path, key: "2-\(path.count)")
    answers += [first, second]
  }
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    answers += [
      try await client.form(of: "rated", headers),
      try await client.photo("p", headers),
      try await client.rate("rated", key: "fail", headers),
      try await client.sendPhoto("p", key: "fail-photo", Data([1]), headers),
    ]
  }
  return answers
}
