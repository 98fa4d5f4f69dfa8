#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A failed system call, without the file that it accessed.
struct CallFailure: Error {
  let call: String
  let code: Int32
}

/// Makes a system call, and repeats it after each interruption by a signal.
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

  /// Whether there is no space: on the disk, in the quota, or in the process's limit on file size.
  var isDiskFull: Bool {
    code == ENOSPC || code == EDQUOT || code == EFBIG
  }

  /// Whether a file is larger than the limit for reading.
  var isTooLarge: Bool {
    code == EFBIG
  }
}
