/// What a store knows of its value at one time.
enum Sighting<Value: Sendable>: Sendable {
  case notLoaded
  case loading(MigrationProgress?)
  case loaded(Value?)
  case failed(StorageError)
}
