import Channels
import Gzip
import JSON
import MessageModel
import Testing

/// The content of a completed form (Interactive Message Types, Form Message, Response Payload).
@Suite struct FormReplyTests {
    @Test(
        arguments: [
            (
                #"{"identifier":"001_03","type":"select","title":"Single 3","value":"option03"}"#,
                ["001_03/option03/Single 3"]
            ),
            (#"{"identifier":"p","type":"picker","title":"Three","value":"3"}"#, ["p/3/Three"]),
            (
                #"{"identifier":"p","type":"datePicker","title":"03/30/2021","value":"2021-03-30T07:00:00Z"}"#,
                ["p/2021-03-30T07:00:00Z/03/30/2021"]
            ),
            (#"{"identifier":"p","type":"input","title":"$50.00","value":"50.00"}"#, ["p/50.00/$50.00"]),
            (#"{"type":"input","title":"","value":"words"}"#, ["p/words/"]),
            (#"{"identifier":"p","type":"input","title":"","value":""}"#, []),
            (#"{"identifier":"p","type":"input","title":" ","value":"\n"}"#, []),
            (#"{"identifier":"p","title":"","value":""}"#, []),
            (#"{"identifier":"a","type":"select"}"#, ["a//"]), (#"{"identifier":"a","value":7}"#, ["a/7/"]),
            (#"{"identifier":"a","value":{"x":1},"title":"T"}"#, ["a//T"]), (#"7"#, []), ("null", []),
        ] as [(String, [String])])
    func `an answer is told by its identifier, its value and what the customer saw`(
        _ item: String, _ items: [String]
    ) async throws {
        let reply = try await reply(#"{"selections":[{"pageIdentifier":"p","items":[\#(item)]}]}"#)
        #expect(reply?.pages.map(\.name) == ["p"])
        #expect(reply?.pages.first?.items.map { "\($0.id)/\($0.value)/\($0.title)" } == items)
    }

    @Test(arguments: [
        (#"{}"#, []), (#"{"selections":[]}"#, []), (#"{"selections":"x"}"#, []), (#"7"#, []),
        (#"{"selections":[7,{"items":[]},{"pageIdentifier":""},{"pageIdentifier":"b"}]}"#, ["b"]),
        (#"{"private":true,"selections":[{"pageIdentifier":"a","items":[]},{"pageIdentifier":"c"}]}"#, ["a", "c"]),
    ])
    func `only pages that came back are told, also none`(_ form: String, _ pages: [String]) async throws {
        let reply = try #require(try await reply(form))
        #expect(reply.pages.map(\.name) == pages && !reply.isCancelled)
    }

    @Test func `a reply that does not name its question is told by its bubble`() async throws {
        let reply = try await reply(#"{"selections":[]}"#, question: nil)
        #expect(reply?.question == nil && reply?.bubble == "s")
    }

    @Test func `only so much of a form is kept`() async throws {
        let text = { (count: Int) in JSONValue.string(String(repeating: "x", count: count)) }
        let pages = JSONValue.array(
            (0..<300).map { number in
                let length = number == 0 ? 20_000 : 2_000
                return [
                    "pageIdentifier": .string("\(number)"),
                    "items": [["identifier": "a", "value": text(length), "title": text(length)]],
                ]
            })
        let form: JSONValue = ["selections": pages]
        let reply = try #require(try await reply(form.text))
        #expect(reply.pages.count == 200)
        #expect(reply.pages[0].items[0].value.count == 10_000)
        let kept = reply.pages.flatMap(\.items).reduce(into: 0) { $0 += $1.value.count + $1.title.count }
        #expect(kept == 200_000)
    }

    private func reply(_ form: String, question: String? = "q") async throws -> FormReply? {
        var data: JSONObject = ["dynamic": try JSONValue(parsing: form)]
        data.set("requestIdentifier", question.map { .string($0) })
        let body = Post.message(
            ["interactiveData": ["sessionIdentifier": "s", "data": .object(data)]], type: "interactive")
        if case .heard(.form(let reply)) = try await Post(Gzip.compress(body.bytes)).arrival().content { return reply }
        return nil
    }
}
