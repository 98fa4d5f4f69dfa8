import Foundation
import Storage
import StorageInspection

extension FileInspection {
  /// The problem of a readable file, as the end of a sentence that begins with the file; `nil` if
  /// none.
  var problem: String? {
    switch state {
    case .foreign: "is of another version than its name says, so a repository would set it aside"
    case .damaged(let damage):
      "is damaged: \(damage); only what its checksums vouch for is shown"
    case .newerFormat:
      "was written in a newer format; inspect it with the release that wrote it"
    case .intact, .cutOff:
      nil
    }
  }
}

extension StorageError {
  /// The reason for a failed read with advice, as the end of a sentence that begins with the file.
  var advice: String {
    switch self {
    case .unavailable(let failure):
      switch failure.code {
      case ENOENT: "does not exist; check the path"
      case ENOTDIR: "does not exist, because a part of its path is a file; check the path"
      case EISDIR, EINVAL: "is not the path of a file; name a file in a folder"
      case ELOOP: "is a symbolic link, which Storage never follows; name what it leads to"
      case EOPNOTSUPP, ENXIO: "is a pipe, a socket or a device; name a file"
      case EACCES, EPERM: "may not be read by this user; ask its owner or change its permissions"
      default: "could not be read: \(failure)"
      }
    case .tooLarge(_, let limit):
      "is larger than the \(limit) bytes that Storage accepts, so Storage has not written it"
    default: "could not be read: \(self)"
    }
  }
}
