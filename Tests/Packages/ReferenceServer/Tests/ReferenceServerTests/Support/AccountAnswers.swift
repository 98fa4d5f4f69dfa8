import Foundation
import OpenAPIChecker

/// Returns at least one response of each kind about accounts and profiles.
func accountAnswers(from client: Client) async throws -> [RecordedAnswer] {
  let phone = "+77710009998"
  let sent = try await client.requestCode(phone, key: "code")
  let challenge = try sent.json(as: SentCode.self).challenge
  let code = try await client.code(for: phone)
  func proof(_ code: String) -> String { #"{"challenge":"\#(challenge)","code":"\#(code)"}"# }
  let wrong = code == "0000" ? "1111" : "0000"
  let first = try await client.auth("sessions", key: "in", proof(code))
  let tokens = try first.json(as: Tokens.self)
  let renewed = try await client.refresh(tokens.refreshToken, key: "renew")
  let current = try renewed.json(as: Tokens.self)
  let again = try await client.refresh(current.refreshToken, key: "renew-again")
  var answers = [
    sent, first, renewed, again,
    try await client.send("GET", "/admin/codes/\(phone)"),
    try await client.requestCode("12", key: "bad"),
    try await client.auth("sessions", key: "gone", proof(code)),
    try await client.auth("sessions", key: "in", proof(wrong)),
    try await client.refresh(tokens.refreshToken, key: "renew"),
    try await client.refresh(tokens.refreshToken, key: "stolen"),
    try await client.refresh("none", key: "none"),
    try await client.send("GET", "/admin/accounts"),
    try await client.end("revoked", of: tokens.account),
    try await client.end("revoked", of: "none"),
    try await client.end("asleep", of: tokens.account),
  ]
  let other = "+79123456789"
  answers += [
    try await client.requestCode(other, key: "other"),
    try await client.requestCode(other, key: "too-soon"),
    try await client.send("GET", "/admin/codes/\(other)"),
  ]
  let otherCode = try answers[answers.count - 3].json(as: SentCode.self).challenge
  answers.append(
    try await client.auth(
      "sessions", key: "wrong", #"{"challenge":"\#(otherCode)","code":"x"}"#))
  for path in ["codes", "sessions", "refresh", "sign-out"] {
    let (first, second) = try await client.changeTwiceAtOnce(
      "POST", "/v1/auth/\(path)", key: "2-\(path)")
    answers += [
      first, second, try await client.send("POST", "/v1/auth/\(path)", [:], body: "{}"),
      try await client.auth(path, key: "empty-\(path)", "{}"),
    ]
  }
  answers += try await profileAnswers(from: client.another("profile"))
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    for path in ["codes", "sessions", "refresh", "sign-out"] {
      answers.append(try await client.auth(path, key: "fail", "{}", headers))
    }
    answers.append(try await client.change("DELETE", "/v1/auth/account", key: "fail", headers))
  }
  return answers
}

private func profileAnswers(from client: Client) async throws -> [RecordedAnswer] {
  let account = "/v1/auth/account"
  let consent = #"{"id":"marketing","isGiven":true,"time":1700000000,"textVersion":"1"}"#
  var answers = [
    try await client.profile(),
    try await client.profile(["If-None-Match": "*"]),
    try await client.guest.profile(),
    try await client.send("GET", "/v1/profile"),
    try await client.editProfile(
      #"{"name":"Ann","birthday":"1990-05-01","consent":\#(consent)}"#, key: "name"),
    try await client.editProfile(#"{"birthday":"1991-05-01"}"#, key: "birthday"),
    try await client.editProfile("[]", key: "none"),
    try await client.send("PATCH", "/v1/profile", Client.city, body: "{}"),
    try await client.send("DELETE", account),
    try await client.guest.change("DELETE", account, key: "guest"),
  ]
  for fault in ["401", "429", "500", "503", "503=2"] {
    let headers = ["Sandbox-Fault": fault]
    answers += [
      try await client.profile(headers), try await client.editProfile("{}", key: "fail", headers),
    ]
  }
  let (edit, secondEdit) = try await client.changeTwiceAtOnce("PATCH", "/v1/profile", key: "2-edit")
  // The deletion is the last request of the account.
  let (deletion, second) = try await client.changeTwiceAtOnce("DELETE", account, key: "2-delete")
  return answers + [edit, secondEdit, deletion, second]
}
