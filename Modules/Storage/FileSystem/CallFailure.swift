#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A system call failed, before it is said for which file.
struct CallFailure: Error {
  let call: String
  let code: Int32
}

/// Makes a system call, again after each interruption by a signal.
func retrying(_ call: String, _ body: () -> Int) throws(CallFailure) -> Int {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw CallFailure(call: call, code: code) }
  }
}

extension SystemFailure {
  init(_ failure: CallFailure, file: String) {
    self.init(call: failure.call, file: file, code: failure.code)
  }

  /// No blocks left, over the quota, or over the process's limit on file size.
  var isDiskFull: Bool {
    code == ENOSPC || code == EDQUOT || code == EFBIG
  }

  /// A file has more bytes than are read of one.
  var isTooLarge: Bool {
    code == EFBIG
  }
}
