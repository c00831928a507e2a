import TestSupport
import Testing

@testable import AppleMessages

/// Archives designed to be slow to decode.
@Suite struct HostileArchiveTests {
    /// Returns an archive of a dictionary with `count` keys, which all refer to one text of a hundred characters for
    /// each key.
    private static func archive(keys count: Int) -> [UInt8] {
        let objects: [PropertyList] = [
            .string("$null"),
            .dictionary([
                ("NS.keys", .array(Array(repeating: .uid(2), count: count))),
                ("NS.objects", .array(Array(repeating: .uid(0), count: count))),
            ]), .string(String(repeating: "a", count: 100 * count)),
        ]
        return PropertyList.archive(objects).bytes
    }

    @Test func `many keys that refer to one long text cost no more than their number`() throws {
        #expect(try #require(KeyedArchive(Self.archive(keys: 100))).text("ldtext") == nil)
        let factor = growth(from: 1_000) { count in
            let bytes = Self.archive(keys: count)
            return { for name in ["ldtext", "URL", "data"] { _ = KeyedArchive(bytes)?.text(name) } }
        }
        #expect(factor < 9)
    }

    @Test func `a list with more members than any device sends is none`() throws {
        let most = BinaryPropertyList.mostMembers
        let members: (Int) -> [UInt8] = { PropertyList.array(Array(repeating: .integer(1), count: $0)).bytes }
        for (count, isRead) in [(most, true), (most + 1, false)] {
            let list = try #require(BinaryPropertyList(members(count)))
            #expect((list.object(list.top) != nil) == isRead)
        }
        #expect(KeyedArchive(Self.archive(keys: most + 1))?.text("ldtext") == nil)
    }

    @Test func `names are found in every way of writing texts, and nothing else is taken for one`() throws {
        for name in ["URL", "Größe"] {
            let bytes = PropertyList.archive([("UR", .string("1")), (name, .string("2")), ("URLs", .string("3"))]).bytes
            #expect(try #require(KeyedArchive(bytes)).text(name) == "2")
        }
    }
}
