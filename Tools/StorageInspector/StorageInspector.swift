import Foundation
import Storage
import StorageInspection

/// A program that prints the content of files of `Storage` as JSON; see `usage`.
@main
enum StorageInspector {
  private static let usage = """
    Usage: StorageInspector FILE...

    Prints one JSON object for each file that Storage has written, or set aside as damaged: its
    state, its schema's version, its size, its writes and what it holds. Changes nothing.

    --help   Print this text.
    --       What follows is a file, whatever it begins with.

    The content of a value is the value. Of a collection it is every write in order, with what it
    saved and removed. What JSON has no word for is an object whose key begins with "$", such as
    {"$bytes": "00ff"}.

    The status is 0 when all that was asked for is printed, 1 when a file could not be read, is
    damaged or was written by a newer release, and 64 when the arguments cannot be followed.

    """

  static func main() {
    var files: [String] = []
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      if argument == "--" {
        files += rest
        break
      }
      if argument == "--help" { exit(print(usage) ? EXIT_SUCCESS : EXIT_FAILURE) }
      guard !argument.hasPrefix("-") else { refuse("unknown option \(argument.debugDescription)") }
      files.append(argument)
    }
    guard !files.isEmpty else { refuse("name at least one file") }
    // A failed file does not prevent the inspection of the following ones.
    exit(files.map(inspect).contains(false) ? EXIT_FAILURE : EXIT_SUCCESS)
  }

  /// Prints a file's content and returns whether that succeeded and the file has no problem.
  private static func inspect(_ path: String) -> Bool {
    do {
      let inspection = try FileInspection(of: URL(filePath: path, directoryHint: .notDirectory))
      guard print(inspection.json(named: path) + "\n") else { return false }
      guard let problem = inspection.problem else { return true }
      complain("\(path.debugDescription) \(problem)")
    } catch {
      complain("\(path.debugDescription) \(error.advice)")
    }
    return false
  }

  /// Writes to standard output and returns whether that succeeded.
  private static func print(_ text: String) -> Bool {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      return true
    } catch {
      complain("cannot write to the standard output: \(error.localizedDescription)")
      return false
    }
  }

  private static func refuse(_ problem: String) -> Never {
    complain("\(problem)\n\n\(usage)")
    exit(EX_USAGE)
  }

  private static func complain(_ problem: String) {
    // If the message cannot be written, the exit status still reports the failure.
    do {
      try FileHandle.standardError.write(contentsOf: Data("StorageInspector: \(problem)\n".utf8))
    } catch {}
  }
}
