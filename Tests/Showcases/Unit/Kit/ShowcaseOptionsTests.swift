import Foundation
import ShowcaseKit
import Testing

struct ShowcaseOptionsTests {
  @Test func `No arguments are no options`() throws {
    #expect(try parse() == ShowcaseOptions())
  }

  @Test func `A value can follow its option or be attached to it`() throws {
    let apart = try parse(
      "--scenario", "offline", "--state", "kept", "--language", "kk", "--city", "12", "--server",
      "http://localhost:8080")
    let attached = try parse(
      "--scenario=offline", "--state=kept", "--language=kk", "--city=12",
      "--server=http://localhost:8080")

    #expect(apart == attached)
    #expect(apart.scenario == "offline")
    #expect(apart.state?.lastPathComponent == "kept")
    #expect(apart.language == "kk")
    #expect(apart.city == 12)
    #expect(apart.server == URL(string: "http://localhost:8080"))
    #expect(try parse("--city=1", "--city=2").city == 2)
    #expect(try parse("--language=--a=b").language == "--a=b")
  }

  @Test func `A language that is not offered is refused with the offered ones`() throws {
    #expect(try parse().language(among: ["en", "ru"]) == nil)
    #expect(try parse("--language", "ru-KZ").language(among: ["en", "ru"]) == "ru")
    let options = try parse("--language", "xx")
    #expect(
      throws: UsageError.malformedValue("xx", option: "language", expected: "one of en, ru")
    ) { try options.language(among: ["en", "ru"]) }
  }

  @Test func `Arguments after --help are not parsed`() throws {
    #expect(try parse("--help", "--nonsense").wantsHelp)
    #expect(throws: UsageError.valueNotTaken(option: "help")) { try parse("--help=yes") }
  }

  @Test func `An option that is not offered is unknown, except --scenario`() throws {
    #expect(throws: UsageError.unknownOption("city")) {
      try parse("--city", "1", offered: [.state])
    }
    #expect(try parse("--scenario", "offline", offered: []).scenario == "offline")
  }

  @Test(arguments: [
    (["--"], UsageError.unknownOption("")), (["city"], .unexpectedArgument("city")),
    (["-c"], .unexpectedArgument("-c")), ([""], .unexpectedArgument("")),
    (["--state"], .missingValue(option: "state")), (["--state="], .missingValue(option: "state")),
    (["--state", "--help"], .missingValue(option: "state")),
    (["--scenario", "x"], .unknownScenario("x", known: ["first-launch", "offline"])),
  ])
  func `An argument that cannot be used is told`(_ arguments: [String], _ error: UsageError) {
    #expect(throws: error) { try parse(arguments) }
  }

  @Test(arguments: ["x", "1.5", "1e3", "99999999999999999999", " 1"])
  func `The value of --city is a number`(value: String) {
    #expect(
      throws: UsageError.malformedValue(value, option: "city", expected: "a number")
    ) { try parse("--city", value) }
  }

  @Test(arguments: [
    "ftp://a.example", "localhost:8080", "http://", "http:///path", "file:///tmp", "x",
  ])
  func `The value of --server is an http or https address with a host`(value: String) {
    #expect(
      throws: UsageError.malformedValue(
        value, option: "server", expected: "an http or https address")
    ) { try parse("--server", value) }
  }

  private func parse(
    _ arguments: String..., offered: [ShowcaseOption] = ShowcaseOption.allCases
  ) throws(UsageError) -> ShowcaseOptions {
    try parse(arguments, offered: offered)
  }

  private func parse(
    _ arguments: [String], offered: [ShowcaseOption] = ShowcaseOption.allCases
  ) throws(UsageError) -> ShowcaseOptions {
    try ShowcaseOptions(
      parsing: arguments, offered: offered, scenarios: ["first-launch", "offline"])
  }
}
