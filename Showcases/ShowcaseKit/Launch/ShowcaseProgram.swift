/// The program of a showcase, which is named like its type.
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
  /// The scripts; the first is played if there is no terminal.
  static var scenarios: [Scenario] { get }
  /// The interactive form; without one, all scenarios are played.
  static var fullScreen: Showcase.FullScreen? { get }
}

extension ShowcaseProgram {
  /// The directory of the state, and the real server.
  public static var options: [ShowcaseOption] { [.state, .server] }

  /// Nothing: all scenarios are played.
  public static var fullScreen: Showcase.FullScreen? { nil }

  // Concurrent, because `@main` does not find a function that runs where its caller does.
  /// Runs the showcase with the process's arguments, then exits.
  @concurrent public static func main() async {
    await Showcase(
      name: "\(Self.self)", summary: summary, options: options, scenarios: scenarios,
      fullScreen: fullScreen
    ).run()
  }
}
