import Foundation
import JSON
import MessageParts
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: 1...300) func `random messages are the same after they were parts, in any order`(_ seed: Int)
        throws
    {
        var chance = RandomMessages(seed: UInt64(seed))
        let message = chance.message()
        var names = NodeNames(seed: "\(seed)")
        let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names)
        let wire = try parts.shuffled(using: &chance).map { part in
            try MessagePart(json: JSONValue(parsing: part.json.text))
        }
        let read = try TypeRegistry.standard.message(of: wire)
        #expect(read.message == message)
        #expect(read.remarks.isEmpty)
        _ = MessagePresenter().html(of: read.message)
        _ = try MessageInspection(of: wire).json
    }

    @Test func `names follow from their seed and look like UUIDs`() {
        var one = NodeNames(seed: "a")
        var other = NodeNames(seed: "a")
        let names = (0..<100).map { _ in one.next() }
        #expect(names == (0..<100).map { _ in other.next() })
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { UUID(uuidString: $0) != nil })
    }

    @Test(arguments: [
        (Int.min, nil), (-1_440, nil), (-1_439, -1_439), (0, 0), (1_439, 1_439), (1_440, nil), (.max, nil),
    ])
    func `an offset from UTC is less than a day`(_ written: Int, _ read: Int?) throws {
        let body: JSONValue = ["label": "When?", "timezone_offset": .int(written), "slots": []]
        let part = MessagePart(id: "1", mimeType: "application/vnd.usher.times+json;role=root", body: body.text)
        let content = try TypeRegistry.standard.message(of: [part]).message.content
        #expect((content as? TimesContent)?.offset == read)
    }
}
