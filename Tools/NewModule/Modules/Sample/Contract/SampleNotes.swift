public import Storage
public import Sync

/// A note of the user, which can be changed with or without a network.
///
/// A change is shown at once, is on the disk before its call returns, and is sent until the server
/// has answered.
///
/// ```swift
/// let notes = SampleFactory.makeNotes(in: environment)
///
/// group.addTask { try await notes.run() }
///
/// try await notes.setNote("Ring twice")
/// ```
///
/// All members may be called from any task, at any time and concurrently. Every call ends; in a
/// canceled task it throws `SyncError.cancelled` and changes nothing.
public protocol SampleNotes: StateProvider<SampleState> {
  /// Fetches the note and sends changes until its task is canceled; one task of the app awaits it.
  ///
  /// A second call while the first runs returns at once.
  ///
  /// - Throws: ``SampleError/sync(_:)`` with `SyncError.storage` if the files cannot be read; call
  ///   it again later.
  func run() async throws(SampleError)

  /// Fetches the note.
  ///
  /// - Throws: ``SampleError/sync(_:)``; the state shows the same note as before.
  func refresh() async throws(SampleError)

  /// Changes the note.
  ///
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``SampleError``; then nothing was changed.
  @discardableResult
  func setNote(_ note: String) async throws(SampleError) -> WriteStatus

  /// Discards the refused change.
  ///
  /// - Throws: ``SampleError``; then nothing was discarded.
  func discard(_ change: RefusedSample.ID) async throws(SampleError)
}
