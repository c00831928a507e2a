import Testing

@testable import AppleMessages

@Suite struct BinaryPropertyListTests {
    private static let archive = PropertyList.archive([
        ("ldtext", .string("Größe 42 🙂")), ("URL", .dictionary([("NS.base", .uid(0)), ("NS.relative", .uid(7))])),
        ("other", .string("?a=" + String(repeating: "b", count: 70_000))),
        ("bytes", .dictionary([("NS.data", .data(Array("words".utf8)))])),
        ("number", .integer(7)),
    ]).bytes

    @Test func `an archive gives its texts`() throws {
        let archive = try #require(KeyedArchive(Self.archive))
        #expect(archive.text("ldtext") == "Größe 42 🙂")
        #expect(archive.text("URL")?.count == 70_003)
        #expect(archive.text("other")?.count == 70_003)
        #expect(archive.text("bytes") == "words")
        #expect(archive.text("number") == nil && archive.text("nothing") == nil)
    }

    @Test func `an address with a base is both of them`() throws {
        let objects: [PropertyList] = [
            .string("$null"), .dictionary([("URL", .uid(2))]),
            .dictionary([("NS.base", .uid(3)), ("NS.relative", .uid(4))]), .string("https://a.example/"),
            .string("?x=1"),
        ]
        let archive = try #require(KeyedArchive(PropertyList.archive(objects).bytes))
        #expect(archive.text("URL") == "https://a.example/?x=1")
    }

    @Test func `objects that name themselves and each other end somewhere`() throws {
        let objects: [PropertyList] = [
            .uid(0), .dictionary([("URL", .uid(2)), ("ldtext", .uid(0))]),
            .dictionary([("NS.base", .uid(2)), ("NS.relative", .uid(1))]),
        ]
        let archive = try #require(KeyedArchive(PropertyList.archive(objects).bytes))
        #expect(archive.text("URL") == nil && archive.text("ldtext") == nil)
    }

    @Test func `whatever is cut off or changed is no archive, or another one`() {
        let small = PropertyList.archive([("ldtext", .string("Blue")), ("URL", .string("?a=b"))]).bytes
        for length in 0..<small.count { #expect(KeyedArchive(Array(small.prefix(length))) == nil) }
        for place in small.indices {
            for value: UInt8 in [0, 0x0F, 0x5F, 0x7F, 0x80, 0xA1, 0xDF, 0xFF] {
                var changed = small
                changed[place] = value
                #expect((KeyedArchive(changed)?.text("URL")?.utf8.count ?? 0) <= small.count)
            }
        }
    }

    @Test func `numbers that reach beyond the bytes are refused`() {
        var huge = PropertyList.string("Blue").bytes
        for field in [16, 8, 24] {
            var bytes = huge
            for place in 0..<8 { bytes[bytes.count - field + place] = 0xFF }
            #expect(BinaryPropertyList(bytes) == nil)
        }
        // A string of 2^62 characters.
        huge = Array("bplist00".utf8) + [0x5F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]
        huge += [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        huge += [0, 0, 0, 0, 0, 0, 0, 18]
        #expect(BinaryPropertyList(huge)?.object(0) == nil)
    }
}
