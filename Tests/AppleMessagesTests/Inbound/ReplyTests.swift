import Channels
import Expressions
import JSON
import MessageModel
import Testing

/// Edge cases of replies that do not need a recorded message each.
@Suite struct ReplyTests {
    @Test(arguments: [
        (#"{"selectedIdentifier":"b","selectedIndex":0}"#, ["b"]),
        (#"{"selectedIndex":1,"items":[{"identifier":"a"},{"identifier":"b"}]}"#, ["b"]),
        (#"{"selectedIndex":4,"items":[{"identifier":"e"}]}"#, ["e"]),
        (#"{"selectedIndex":2,"items":[{"identifier":"a"},{"identifier":"b"}]}"#, []),
        (#"{"selectedIndex":-1,"items":[{"identifier":"a"},{"identifier":"b"}]}"#, []),
        (#"{"selectedIndex":1}"#, []), (#"{}"#, []), (#""b""#, []), (#"{"selectedIdentifier":7}"#, []),
    ])
    func `a quick reply means its identifier, else its index from 0`(_ reply: String, _ ids: [String]) async throws {
        #expect(try await selection(#"{"quick-reply":\#(reply)}"#)?.groups.flatMap(\.ids) == ids)
    }

    @Test(arguments: [
        (#"{"timeslots":[{"identifier":"s","startTime":"2026-12-01T09:00+0000"}]}"#, "s", 1_796_115_600),
        (#"{"timeslots":[{"identifier":"s","startTime":"2026-12-01T09:00:30Z"}]}"#, "s", 1_796_115_630),
        (#"{"timeslots":[{"identifier":"s","startTime":"2026-12-01T10:00:00+01:00"}]}"#, "s", 1_796_115_600),
        (#"{"timeslots":[{"startTime":"2026-12-01T09:00+0000"}]}"#, "2026-12-01T09:00:00Z", 1_796_115_600),
        (#"{"timeslots":[{"identifier":"s","startTime":"tomorrow"}]}"#, "s", nil),
        (#"{"timeslots":[]}"#, nil, nil), (#"{}"#, nil, nil), (#"[]"#, nil, nil),
    ])
    func `a time means its identifier and its start, with or without seconds`(
        _ event: String, _ id: String?, _ start: Int?
    ) async throws {
        let selection = try await selection(#"{"event":\#(event)}"#)
        #expect(selection?.groups.flatMap(\.ids).first == id)
        #expect(selection?.start?.seconds == start)
    }

    @Test(arguments: [
        (
            #"[{"identifier":"a","startTime":"2026-12-01T09:00Z"},{"identifier":"b","startTime":"2026-12-01T10:00Z"}]"#,
            ["a", "b"]
        ),
        (
            #"[{"startTime":"2026-12-01T09:00Z"},{"startTime":"2026-12-01T10:00Z"}]"#,
            ["2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z"]
        ),
        (#"[{"identifier":"a"},{"identifier":"a"}]"#, ["a"]),
    ])
    func `several times mean none of them for certain`(_ slots: String, _ ids: [String]) async throws {
        let found = try #require(try await selection(#"{"event":{"timeslots":\#(slots)}}"#))
        #expect(found.groups.flatMap(\.ids) == ids && found.start == nil)
    }

    @Test func `an answer that stands in an array is read like one that does not`() async throws {
        let quick = try await selection(#"{"quick-reply":[{"selectedIdentifier":"a"}]}"#)
        #expect(quick?.groups.flatMap(\.ids) == ["a"])
        let list = try await selection(#"{"listPicker":[{"sections":[{"items":[{"identifier":"b"}]}]}]}"#)
        #expect(list?.groups.flatMap(\.ids) == ["b"])
    }

    @Test(arguments: [
        (#""replyMessage":{"title":"Inside"}"#, #""replyMessage":{"title":"Beside"}"#, "Inside"),
        (#""replyMessage":null"#, #""replyMessage":{"title":"Beside"}"#, "Beside"),
        (#""x":0"#, #""replyMessage":{"title":"Beside"}"#, "Beside"),
        (#""replyMessage":{"title":""}"#, #""x":0"#, nil), (#""replyMessage":{"title":5}"#, #""x":0"#, nil),
        (#""replyMessage":"so""#, #""x":0"#, nil),
    ])
    func `the title of the answer is read inside and beside the data`(
        _ inside: String, _ beside: String, _ title: String?
    ) async throws {
        let found = try await selection(#"{"listPicker":{"sections":[]},\#(inside)}"#, beside: beside)
        #expect(found?.title == title)
    }

    @Test(arguments: [("null", nil), (#""""#, nil), ("3", nil), (#""q-1""#, "q-1")])
    func `a reply may come without the identifier of its question`(_ value: String, _ question: String?) async throws {
        let found = try await selection(
            #"{"requestIdentifier":\#(value),"quick-reply":{"selectedIdentifier":"a"}}"#)
        #expect(found?.question == question)
    }

    @Test func `only so much of a reply is kept`() async throws {
        let long = String(repeating: "x", count: 100_000)
        let items = JSONValue.array(
            (0..<2_000).map { ["identifier": .string("\($0)")] } + [["identifier": .string(long)]])
        let data: JSONValue = [
            "requestIdentifier": .string(long), "listPicker": ["sections": [["title": .string(long), "items": items]]],
        ]
        let found = try #require(try await selection(data.text))
        #expect(found.groups.flatMap(\.ids).count == 500)
        #expect(found.question?.count == 200)
        #expect(found.groups[0].title.count == 1_000)
    }

    @Test func `an identifier that is too long to be ours is left out`() async throws {
        let reply: JSONValue = ["quick-reply": ["selectedIdentifier": .string(String(repeating: "x", count: 5_000))]]
        #expect(try await selection(reply.text)?.groups.flatMap(\.ids) == [])
    }

    @Test func `a reply that says nothing of what was chosen is a choice all the same`() async throws {
        #expect(try await selection(#"{"requestIdentifier":"q","listPicker":{}}"#)?.question == "q")
    }

    private func selection(_ data: String, beside: String = #""x":0"#) async throws -> Selection? {
        let interactive = try JSONValue(parsing: #"{"bid":"com.apple","data":\#(data),\#(beside)}"#)
        let content = try await Post(Post.message(["interactiveData": interactive], type: "interactive")).arrival()
            .content
        if case .heard(.choice(let selection)) = content { return selection }
        return nil
    }
}
