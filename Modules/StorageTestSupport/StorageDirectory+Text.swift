public import Storage

extension StorageDirectory {
  /// Returns a new repository of a text.
  public func text(
    _ location: StorageLocation = .file("value"), _ dataClass: StorageClass = .critical
  ) -> SingleRepository<String> {
    SingleRepository(location, class: dataClass, schema: StoredSchema(String.self), in: self)
  }
}
