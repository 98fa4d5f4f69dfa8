import Commerce
import Testing

@Suite struct RoundingTests {
  @Test func `A quotient is rounded to the nearest number, and a half away from zero`() {
    for (dividend, rounded) in [
      (9, 2), (10, 3), (11, 3), (1, 0), (2, 1), (0, 0), (-1, 0), (-2, -1), (-9, -2), (-10, -3),
    ] as [(Int128, Int128)] {
      #expect(dividend.rounded(dividingBy: 4) == rounded)
    }
  }
}
