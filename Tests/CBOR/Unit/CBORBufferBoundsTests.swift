#if os(macOS) || os(Linux)
  import Testing

  @testable import CBOR

  @Suite("CBOR: the bounds of a buffer")
  struct CBORBufferBoundsTests {
    @Test func `An access beyond the elements ends the process`() async {
      await #expect(processExitsWith: .failure) { _ = bufferOfOne()[1] }
      await #expect(processExitsWith: .failure) { bufferOfOne()[1] = 0 }
      await #expect(processExitsWith: .failure) { bufferOfOne().update(1) { $0 = 0 } }
      await #expect(processExitsWith: .failure) { bufferOfOne().withElements(0..<2) { _ in } }
      await #expect(processExitsWith: .failure) { bufferOfOne().append(copyOf: 0..<2) }
      await #expect(processExitsWith: .failure) { bufferOfOne().append(copyOf: 5..<7) }
      await #expect(processExitsWith: .failure) { bufferOfOne().removeAll(from: 2) }
      await #expect(processExitsWith: .failure) { bufferOfOne().remove(0..<2) }
      await #expect(processExitsWith: .failure) { bufferOfOne().sort(from: 2, by: <) }
    }

    @Test func `The first elements, the last ones, and none behind them can be accessed`() {
      let buffer = bufferOfOne()
      buffer.append(copyOf: 0..<1)
      buffer.append(copyOf: 2..<2)
      #expect(buffer.count == 2 && buffer[1] == 7)
      buffer.remove(0..<1)
      buffer.remove(0..<1)
      buffer.remove(0..<0)
      buffer.sort(from: 0, by: <)
      buffer.removeAll(from: 0)
      #expect(buffer.count == 0)
    }

    @Test func `A buffer with elements does not borrow others`() async {
      await #expect(processExitsWith: .failure) {
        [UInt8](repeating: 0, count: 3).withUnsafeBufferPointer { other in
          bufferOfOne().borrowing(other, while: {}, andAfterwards: { false })
        }
      }
    }
  }

  /// Returns a buffer with one element, and memory for eight.
  private func bufferOfOne() -> CBORBuffer<UInt8> {
    let buffer = CBORBuffer<UInt8>(capacity: 8)
    buffer.append(7)
    return buffer
  }
#endif
