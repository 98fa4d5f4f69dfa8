#!/usr/bin/env python3
"""Flaws planted in Networking, one at a time; the failure must name the rule that each breaks.

    Tests/Checks/PlantedFlaws/networking.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

CLASSIFICATION = "Modules/Networking/Contract/ResponseOutcome.swift"
PROBLEM = "Modules/Networking/Contract/ServiceProblem.swift"
SESSION = "Modules/Networking/URLSession/"
TRANSPORT, EXCHANGE = SESSION + "URLSessionTransport.swift", SESSION + "Exchange.swift"
DELEGATE, ERRORS = SESSION + "ExchangeDelegate.swift", SESSION + "TransportError+URLError.swift"
NOTHING_ENDS = "No status ends a change without a problem of the service"
ANSWERS, SILENCE, ERROR = "AnswerTests", "SilenceTests", "TransportErrorTests"
ANSWERED = "AnsweredExchangeTests"
RENEWER = "Modules/Networking/Authorization/CredentialRenewer.swift"
AUTHORIZED = "Modules/Networking/Authorization/AuthorizedTransport.swift"
AUTHORIZER, TOKEN = "Modules/Networking/Contract/Authorizer.swift", "Modules/Networking/Contract/AccessToken.swift"
RENEWING, OUTCOMES, TOKENS = "AuthorizationTests", "RenewalOutcomeTests", "AccessTokenTests"

FLAWS = [
    Flaw("any body is the service's word",
         (PROBLEM, "document.type == Self.type, ", ""), tests=ANSWERS, rule=NOTHING_ENDS),
    Flaw("a status that was rewritten on the way is believed",
         (PROBLEM, "document.status == response.status,\n      ", ""), tests=ANSWERS,
         rule=NOTHING_ENDS),
    Flaw("a code may be anything",
         (PROBLEM, "document.type == Self.type, document.status == response.status,\n"
          "      Self.isCode(document.code)\n",
          "document.type == Self.type, document.status == response.status\n"), tests=ANSWERS,
         rule=NOTHING_ENDS),
    Flaw("a redirect is a refusal",
         (CLASSIFICATION, "    case 400...499: self = Self.refusal(response)",
          "    case 400...499: self = Self.refusal(response)\n"
          "    case 300...399: self = .success(response)"), tests=ANSWERS, rule=NOTHING_ENDS),
    Flaw("a body that is too large is the service's",
         (CLASSIFICATION, "case .timedOut, .connectionLost, .failed, .cancelled, .tooLarge:",
          "case .tooLarge: self = .notSent\n"
          "      case .timedOut, .connectionLost, .failed, .cancelled:"), tests=ANSWERS,
         rule="A request counts as not sent only if this is certain"),
    Flaw("a silence is noticed at the second look",
         (TRANSPORT, "(exchanges.lastActivity(of: task) ?? .zero) + timeout",
          "(exchanges.lastActivity(of: task) ?? .zero) + timeout + timeout"), tests=SILENCE,
         rule="A silence is measured from the last byte and ends the exchange exactly at the timeout"),
    Flaw("a body may trickle for ever",
         (TRANSPORT, "min(silentAt, totalTimeout)", "silentAt"), tests=SILENCE,
         rule="A slow body times out after the total timeout"),
    Flaw("a challenge has no answer",
         (DELEGATE, "      exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?"
          ".complete(task, nil)\n      completionHandler(.cancel",
          "      completionHandler(.cancel"), tests=ANSWERED,
         rule="A 401 is returned with its body, whatever challenge it contains"),
    Flaw("a trailer is waited for",
         (EXCHANGE, "isTooLarge || hasTrailer", "isTooLarge"), tests=ANSWERED),
    Flaw("a phone call is a broken exchange",
         (ERRORS, "      .internationalRoamingOff, .callIsActive, .dataNotAllowed:",
          "      .internationalRoamingOff:"), tests=ERROR,
         rule="An unreachable server is offline"),
    Flaw("a wrong certificate may have taken a change",
         (ERRORS, "wasSent ? .failed(Self.text(of: error)) : .untrusted(Self.text(of: error))",
          ".failed(Self.text(of: error))"), tests=ERROR,
         rule="An untrusted connection has carried nothing"),
    # Authorization.
    Flaw("each refused request renews",
         (RENEWER, "      if isRenewing {\n", "      if isRenewing, false {\n"),
         (RENEWER, "guard !isRenewing, ended.count == seen else { continue }", ""),
         tests=RENEWING, rule="Two hundred refused requests cause one renewal"),
    Flaw("a request that was refused for an older token renews",
         (RENEWER, "guard await current() == .credential(refused) else { return .renewed }", ""),
         tests=RENEWING, rule="A 401 for an older token only repeats the request"),
    Flaw("a renewal that was canceled is the outcome for all",
         (RENEWER, "let isAbandoned = Task.isCancelled && outcome != .renewed && outcome != .revoked",
          "let isAbandoned = false"),
         tests=RENEWING, rule="A canceled renewal is made by another request that waits"),
    Flaw("a service that refuses what it has issued is asked in a loop",
         (RENEWER, "guard pause > .zero else { return await renewNow(refused) }",
          "guard pause > .seconds(1_000_000) else { return await renewNow(refused) }"),
         tests=RENEWING, rule="A service that refuses what it has issued is not asked in a loop"),
    Flaw("a credential is renewed after it has expired",
         (RENEWER, "expiry.timeIntervalSince(now()) < Self.margin", "expiry.timeIntervalSince(now()) < -9_999"),
         tests=RENEWING, rule="A credential is renewed a minute before it expires"),
    Flaw("a request of a session that has ended is sent",
         (AUTHORIZED, "      case .signedOut: return HTTPResponse(problem: \"signedOut\", status: 401)",
          "      case .signedOut: return try await transport.send(request, progress: progress)"),
         tests=RENEWING, rule="A revoked session answers with 401, and sends nothing more"),
    Flaw("the 401 of a renewal that failed reaches the caller",
         (AUTHORIZED, "      case .unavailable(let delay): return Self.unavailable(delay)",
          "      case .unavailable: return response"),
         tests=RENEWING, rule="A failed renewal signs nobody out, and the next one succeeds"),
    Flaw("a repetition begins to count again",
         (AUTHORIZED, "      guard new > count else { return false }\n", ""), tests=RENEWING,
         rule="Progress increases although the request is repeated"),
    Flaw("any problem ends a session",
         (AUTHORIZER, "self = codes.contains(problem.code) ? .revoked : .unavailable()", "self = .revoked"),
         tests=OUTCOMES, rule="Only a documented code of the service ends a session"),
    Flaw("a token may break a header",
         (TOKEN, "text.utf8.dropFirst(content.count).allSatisfy({ $0 == UInt8(ascii: \"=\") })", "!text.isEmpty"),
         tests=TOKENS, rule="A token cannot contain anything that breaks a header"),
    Flaw("a token is in a dump",
         (TOKEN, "Mirror(self, children: [])", "Mirror(self, children: [\"text\": unredacted])"),
         tests=TOKENS, rule="No description, dump or mirror contains a token"),
]

plant(FLAWS, "port to the server", module="Networking")
