import Testing
import WebChat

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-99/200", .bytes(0...99, of: 200)), ("bytes 100-199/200", .bytes(100...199, of: 200)),
            ("BYTES 0-0/1", .bytes(0...0, of: 1)), ("bytes 5-9/*", .bytes(5...9, of: nil)),
            ("bytes */200", .asking(of: 200)), ("bytes */*", .asking(of: nil)), ("bytes 0-200/200", nil),
            ("bytes 9-5/200", nil), ("bytes 0-99", nil), ("bytes -5/200", nil), ("bytes 0-/200", nil),
            ("0-99/200", nil),
            ("bytes +1-2/9", nil), ("bytes 0-99/x", nil), ("", nil), ("bytes 0-99999999999999999999/*", nil),
            ("bytes 0-9223372036854775807/*", nil),
            ("bytes 0-9223372036854775806/*", .bytes(0...9_223_372_036_854_775_806, of: nil)),
        ] as [(String, ContentRange?)])
    func `what a request brings is read to the letter`(_ header: String, _ range: ContentRange?) {
        #expect(ContentRange(header) == range)
    }

    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=-500", .part(0..<100)), ("bytes=50-500", .part(50..<100)), ("Bytes=0-0", .part(0..<1)),
            ("bytes=100-", .none), ("bytes=200-300", .none), ("bytes=-0", .none), ("bytes=5-2", .whole),
            ("bytes=0-1,4-5", .whole), ("items=0-9", .whole), ("bytes", .whole), ("bytes=-", .whole),
            ("bytes=a-b", .whole), ("bytes=0-9223372036854775807", .part(0..<100)),
            ("bytes=-9223372036854775807", .part(0..<100)), ("bytes=9223372036854775807-", .none),
        ] as [(String?, WantedRange)])
    func `what a request wants is read leniently`(_ header: String?, _ range: WantedRange) {
        #expect(WantedRange(header, of: 100) == range)
    }

    @Test func `of a file without bytes no part can be had`() {
        #expect(WantedRange("bytes=0-", of: 0) == .none)
        #expect(WantedRange("bytes=-5", of: 0) == .none)
    }
}
