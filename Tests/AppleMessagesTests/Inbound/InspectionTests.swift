import JSON
import Testing

@testable import AppleMessages

/// The output of `usher message inspect` for bodies that Apple posts.
@Suite struct InspectionTests {
    @Test(arguments: InboundFixtureTests.names)
    func `every recorded message is inspected as its fixture says`(_ name: String) throws {
        let inspection = AppleInspection(of: try Fixtures.json("Inbound/\(name).json"), answering: nil)
        try Fixtures.expect(inspection.json, equals: "Inspections/\(name).json")
    }

    @Test(arguments: ["form-of-everything", "payment-of-everything", "app"])
    func `of a message that is sent, what it holds is shown`(_ name: String) throws {
        let inspection = AppleInspection(of: try Fixtures.json("Outbound/\(name).json"), answering: nil)
        #expect(inspection.json["sent"]?["properties"] != nil)
        try Fixtures.expect(inspection.json, equals: "Inspections/sent/\(name).json")
    }

    private static let list = """
        {"type": "interactive", "interactiveData": {"bid": "b", "data": {"requestIdentifier": "q", "listPicker": {"sections": [
          {"title": "Repairs", "multipleSelection": true, "items": [
            {"identifier": "a", "title": "Brakes"}, {"identifier": "b", "title": "Lights"},
            {"identifier": "c", "title": "Puncture"}]}]}}}}
        """
    private static let quick = """
        {"requestIdentifier": "q", "quick-reply": {"items": [
          {"identifier": "a", "title": "Red"}, {"identifier": "b", "title": "Blue"}]}}
        """
    private static let times = """
        {"requestIdentifier": "q", "event": {"timeslots": [
          {"startTime": "2026-12-01T09:00+0000"}, {"identifier": "s2", "startTime": "2026-12-01T10:00+0000"}]}}
        """

    struct Reply: CustomTestStringConvertible {
        var testDescription: String
        var data: String
        var sent: String?
        var selected: [String]?
    }

    @Test(arguments: [
        Reply(
            testDescription: "the rest in a second group",
            data: #"""
                "listPicker":{"sections":[{"title":"1 Selected","items":[{"identifier":"b"}]},
                {"title":"2 Others","items":[{"identifier":"a"},{"identifier":"c"}]}]}
                """#, sent: list, selected: ["b"]),
        Reply(
            testDescription: "the same without what was sent",
            data: #"""
                "listPicker":{"sections":[{"title":"1 Selected","items":[{"identifier":"b"}]},
                {"title":"2 Others","items":[{"identifier":"a"},{"identifier":"c"}]}]}
                """#, sent: nil, selected: nil),
        Reply(
            testDescription: "the same, and the title says",
            data: #"""
                "listPicker":{"sections":[{"title":"1 Selected","items":[{"identifier":"b","title":"Lights"}]},
                {"title":"2 Others","items":[{"identifier":"a","title":"Brakes"}]}]},"replyMessage":{"title":"Lights"}
                """#, sent: nil, selected: ["b"]),
        Reply(
            testDescription: "two chosen sections, and the title says",
            data: #"""
                "listPicker":{"sections":[{"title":"A","items":[{"identifier":"i2","title":"I2"}]},
                {"title":"B","items":[{"identifier":"i6","title":"I6"}]}]},"replyMessage":{"title":"I2 and I6"}
                """#, sent: nil, selected: ["i2", "i6"]),
        Reply(
            testDescription: "ids that were never sent",
            data: #""listPicker":{"sections":[{"title":"","items":[{"identifier":"z"}]}]}"#, sent: list, selected: nil),
        Reply(
            testDescription: "an index alone", data: #""quick-reply":{"selectedIndex":1}"#, sent: quick,
            selected: ["b"]),
        Reply(
            testDescription: "an index that is too high", data: #""quick-reply":{"selectedIndex":2}"#, sent: quick,
            selected: nil),
        Reply(
            testDescription: "an index without what was sent", data: #""quick-reply":{"selectedIndex":1}"#, sent: nil,
            selected: nil),
        Reply(
            testDescription: "a slot by its start", data: #""event":{"timeslots":[{"startTime":"2026-12-01T10:00Z"}]}"#,
            sent: times, selected: ["s2"]),
        Reply(
            testDescription: "a reply to something else", data: #""quick-reply":{"selectedIdentifier":"x"}"#,
            sent: #"{"requestIdentifier":"p","quick-reply":{"items":[{"identifier":"y","title":"Y"}]}}"#,
            selected: ["x"]),
    ])
    func `what was chosen is told with the message that was sent`(_ reply: Reply) throws {
        let body = try JSONValue(
            parsing: #"{"type":"interactive","interactiveData":{"data":{"requestIdentifier":"q",\#(reply.data)}}}"#)
        let sent = try reply.sent.map { text -> JSONValue in
            let message = try JSONValue(parsing: text)
            return message["type"] == nil ? ["data": message] : message
        }
        let inspection = AppleInspection(of: body, answering: sent).json
        #expect(inspection["selected"]?.array?.compactMap(\.string) == reply.selected)
        #expect(inspection["request_identifier"] == "q")
    }

    @Test(arguments: [
        ("[]", "unknown"), ("7", "unknown"), ("{}", "unknown"), (#"{"type":"hologram"}"#, "unknown"),
        (#"{"type":"interactive"}"#, "unknown"), (#"{"type":"interactive","interactiveData":"x"}"#, "unknown"),
        (#"{"data":{"dynamic":{"selections":[]}}}"#, "form"), (#"{"interactiveDataRef":{}}"#, "data-reference"),
        (#"{"interactiveData":{"data":{"event":{}}}}"#, "time-picker"),
    ])
    func `anything has a kind`(_ body: String, _ kind: String) throws {
        #expect(AppleInspection(of: try JSONValue(parsing: body), answering: nil).json["kind"]?.string == kind)
    }
}
