#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: CBORWritable {
  func write(to writer: CBORWriter) {
    let seconds = timeIntervalSince1970
    let isExact =
      Date(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate.bitPattern
      == timeIntervalSinceReferenceDate.bitPattern
    guard isExact else { return writer.write(double: timeIntervalSinceReferenceDate) }
    writer.writeHead(.tag, CBORConstant.epochDate)
    writer.write(double: seconds)
  }
}

extension URL: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.tag, CBORConstant.url)
    writer.write(text: absoluteString)
  }
}

extension UUID: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.tag, CBORConstant.uuid)
    withUnsafeBytes(of: uuid) { bytes in
      writer.writeHead(.bytes, UInt64(bytes.count))
      writer.write(raw: [UInt8](bytes))
    }
  }
}

extension Data: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.bytes, UInt64(count))
    writer.write(raw: [UInt8](self))
  }
}

extension Decimal: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(text: description) }
}
