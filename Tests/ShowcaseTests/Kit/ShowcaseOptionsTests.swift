import Foundation
import ShowcaseKit
import Testing

@Suite("A showcase's command line")
struct ShowcaseOptionsTests {
  private func parse(
    _ arguments: String..., offered: [ShowcaseOption] = ShowcaseOption.allCases
  ) throws(UsageError) -> ShowcaseOptions {
    try ShowcaseOptions(
      parsing: arguments, offered: offered, scenarios: ["first-launch", "offline"])
  }

  @Test("No arguments are no options")
  func none() throws {
    #expect(try parse() == ShowcaseOptions())
  }

  @Test("A value can follow its option or be attached to it")
  func bothForms() throws {
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
  }

  @Test("The last value of a repeated option applies")
  func repeated() throws {
    #expect(try parse("--city=1", "--city=2").city == 2)
  }

  @Test("An attached value can contain an equals sign and begin with dashes")
  func oddValues() throws {
    #expect(try parse("--language=--a=b").language == "--a=b")
  }

  @Test("Arguments after --help are not parsed")
  func help() throws {
    #expect(try parse("--help", "--nonsense").wantsHelp)
    #expect(throws: UsageError.valueNotTaken(option: "help")) { try parse("--help=yes") }
  }

  @Test("An option that is not offered is unknown")
  func notOffered() {
    #expect(throws: UsageError.unknownOption("city")) {
      try parse("--city", "1", offered: [.state])
    }
    #expect(throws: UsageError.unknownOption("")) { try parse("--") }
  }

  @Test("The option --scenario is always offered")
  func scenarioAlways() throws {
    #expect(try parse("--scenario", "offline", offered: []).scenario == "offline")
  }

  @Test("An argument without an option is rejected", arguments: ["city", "-c", ""])
  func stray(argument: String) {
    #expect(throws: UsageError.unexpectedArgument(argument)) { try parse(argument) }
  }

  @Test("An option without its value is rejected, also before another option")
  func missingValue() {
    #expect(throws: UsageError.missingValue(option: "state")) { try parse("--state") }
    #expect(throws: UsageError.missingValue(option: "state")) { try parse("--state=") }
    #expect(throws: UsageError.missingValue(option: "state")) { try parse("--state", "--help") }
  }

  @Test(
    "The value of --city is a number", arguments: ["x", "1.5", "1e3", "99999999999999999999", " 1"])
  func malformedCity(value: String) {
    #expect(
      throws: UsageError.malformedValue(value, option: "city", expected: "a number")
    ) { try parse("--city", value) }
  }

  @Test(
    "The value of --server is an http or https address with a host",
    arguments: ["ftp://a.example", "localhost:8080", "http://", "http:///path", "file:///tmp", "x"])
  func malformedServer(value: String) {
    #expect(
      throws: UsageError.malformedValue(
        value, option: "server", expected: "an http or https address")
    ) { try parse("--server", value) }
  }

  @Test("An unknown scenario is rejected with the known ones")
  func unknownScenario() {
    let error = UsageError.unknownScenario("x", known: ["first-launch", "offline"])
    #expect(throws: error) { try parse("--scenario", "x") }
    #expect("\(error)" == "unknown scenario 'x'; the scenarios are first-launch, offline")
  }
}
