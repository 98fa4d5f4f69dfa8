/// The entry point of a showcase program.
///
/// The name of the conforming type is the name of the program in its usage and in its errors.
///
/// ```swift
/// @main
/// enum CitiesShowcase: ShowcaseProgram {
///   static let summary = "Choose the city to order in."
///   static let options: [ShowcaseOption] = [.state, .language, .city, .server]
///   static let scenarios: [Scenario] = [.firstLaunch, .offline]
///   static let fullScreen: Showcase.FullScreen? = browse
/// }
/// ```
public protocol ShowcaseProgram {
  /// A one-line summary for the usage.
  static var summary: String { get }
  /// The options offered in addition to `--help` and `--scenario`.
  static var options: [ShowcaseOption] { get }
  /// The scripts; the first is played if there is no terminal for the full-screen program.
  static var scenarios: [Scenario] { get }
  /// The full-screen program. If it is `nil`, all scenarios are played, in a terminal or not.
  static var fullScreen: Showcase.FullScreen? { get }
}

extension ShowcaseProgram {
  /// The default options: `--state` and `--server`.
  public static var options: [ShowcaseOption] { [.state, .server] }

  /// The default is `nil`: all scenarios are played instead of a full-screen program.
  public static var fullScreen: Showcase.FullScreen? { nil }

  // `@concurrent`, because `@main` does not find an asynchronous `main` that runs on its caller's
  // actor.
  /// Runs the showcase with the process's arguments, then exits.
  @concurrent public static func main() async {
    await Showcase(
      name: "\(Self.self)", summary: summary, options: options, scenarios: scenarios,
      fullScreen: fullScreen
    ).run()
  }
}
