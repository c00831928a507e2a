import ChannelRules
import JSON
import MessageModel
import TestSupport
import Testing

@testable import AppleMessages

@Suite struct PictureLimitTests {
    private let log = LogRecorder()

    @Test func `newer devices take PNG only, so another picture is left out rather than the message lost`() async {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        #expect(await images(["photo.jpg": jpeg], isStrict: true).isEmpty)
        #expect(await !images(["photo.jpg": jpeg], isStrict: false).isEmpty)
        #expect(log.lines == ["notice picture omitted reason=not PNG but JPEG: 4 bytes"])
    }

    @Test func `a picture of more than 200 KB is left out where limits are strict`() async {
        let large = Examples.png + [UInt8](repeating: 0, count: 200_000 - 7)
        #expect(await images(["large.png": large], isStrict: true).isEmpty)
        #expect(await !images(["large.png": Array(large.dropLast())], isStrict: true).isEmpty)
    }

    @Test func `pictures go along until there are 5 MB of them`() async {
        let size = 200_000
        let pictures = (0..<30).map { number in
            (Self.name(number), Examples.png + [UInt8](repeating: UInt8(number), count: size - 8))
        }
        let set = await images(Dictionary(uniqueKeysWithValues: pictures), isStrict: true)
        #expect(set.json.array?.count == 25)
        #expect(set.identifier(of: Picture(source: Self.name(24), alt: nil)) == "25")
        #expect(set.identifier(of: Picture(source: Self.name(25), alt: nil)) == nil)
    }

    private static func name(_ number: Int) -> String { "\(number + 10).png" }

    private func images(_ pictures: [String: [UInt8]], isStrict: Bool) async -> ImageSet {
        let wanted = pictures.keys.sorted().map { Picture(source: $0, alt: nil) }
        return await ImageSet(
            wanted, from: Album(pictures), limits: isStrict ? .strict : .documented, log: DeliveryLog(log.logger))
    }
}
