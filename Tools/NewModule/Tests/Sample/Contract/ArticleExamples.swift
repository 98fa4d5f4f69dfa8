import Sample
import Sync

// The listing of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func change(
  _ environment: FeatureEnvironment, in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let notes = environment.makeNotes()

  group.addTask { try await notes.run() }

  try await notes.setNote("Ring twice")
}
