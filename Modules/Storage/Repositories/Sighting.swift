/// The loading state of a store's value.
enum Sighting<Value: Sendable>: Sendable {
  case notLoaded
  case loading(MigrationProgress?)
  case loaded(Value?)
  case failed(StorageError)
}
