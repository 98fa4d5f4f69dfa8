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
]

plant(FLAWS, "port to the server", module="Networking")
