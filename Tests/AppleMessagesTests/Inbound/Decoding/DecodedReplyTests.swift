import Channels
import Foundation
import Gzip
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// The alternative forms of a reply's data: decoded by Apple, or archived by the device.
@Suite struct DecodedReplyTests {
    private static let form = """
        {"template":"messageForms","selections":[{"pageIdentifier":"make","items":[{"identifier":"make","type":"input",\
        "title":"Gazelle","value":"Gazelle"}]}]}
        """
    private static let heard = Arrival.Content.heard(
        .form(
            FormReply(
                question: "q",
                pages: [.init(name: "make", items: [.init(id: "make", value: "Gazelle", title: "Gazelle")])])
        ))

    @Test(arguments: [
        #"{"interactiveData":{"bid":"b","data":{"requestIdentifier":"q","dynamic":\#(form)}}}"#,
        #"{"data":{"requestIdentifier":"q","dynamic":\#(form)},"sessionIdentifier":"s"}"#,
        #"{"requestIdentifier":"q","dynamic":\#(form)}"#,
    ])
    func `data is read wrapped, bare, and alone, packed and not`(_ text: String) {
        #expect(DecodedReply.content(of: Array(text.utf8)) == Self.heard)
        #expect(DecodedReply.content(of: Gzip.compress(Array(text.utf8))) == Self.heard)
    }

    @Test func `the end of a pay sheet is read as well`() {
        let text = #"{"data":{"requestIdentifier":"q","images":[],"payment":{"status":"cancelled"}}}"#
        #expect(
            DecodedReply.content(of: Array(text.utf8)) == .sheetClosed(ClosedSheet(question: "q", ending: .cancelled)))
    }

    @Test(arguments: ["", "no", "[]", "{}", #"{"interactiveData":7}"#, #"{"data":7}"#, "bplist00", "\u{1F}"])
    func `what says nothing is not read`(_ text: String) {
        #expect(DecodedReply.content(of: Array(text.utf8)) == nil)
    }

    @Test func `a bomb is not unpacked`() {
        let bomb = Gzip.compress([UInt8](repeating: 0x20, count: 40 << 20), level: 9)
        #expect(DecodedReply.content(of: bomb) == nil)
    }

    /// A value takes many times the memory of the two bytes that encode it.
    @Test func `a reply of endlessly many values is not read, in an archive neither`() throws {
        let few = String(repeating: "0,", count: InboundPost.mostValues / 2)
        let reply = { (zeros: String) in #"{"requestIdentifier":"q","images":[\#(zeros)0],"dynamic":\#(Self.form)}"# }
        #expect(DecodedReply.content(of: Array(reply(few).utf8)) == Self.heard)
        #expect(DecodedReply.content(of: Array(reply(few + few).utf8)) == nil)
        #expect(Self.content("replyMessage=\(Self.base64(reply(few)))") == Self.heard)
        #expect(Self.content("replyMessage=\(Self.base64(reply(few + few)))") != Self.heard)
    }

    // Archives.

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static func escaped(_ text: String) -> String {
        base64(text).replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
    }

    private static func content(_ query: String, title: String? = nil) -> Arrival.Content? {
        var members: [(String, PropertyList)] = [("URL", .string("data:?" + query))]
        if let title { members.append(("ldtext", .string(title))) }
        return DecodedReply.content(of: PropertyList.archive(members).bytes)
    }

    @Test func `a form is read from the query of an archive, wherever its selections lie`() {
        let queries = [
            "requestIdentifier=q&replyMessage=\(Self.escaped(#"{"dynamic":\#(Self.form)}"#))",
            "receivedMessage=\(Self.base64(#"{"requestIdentifier":"q"}"#))&data=\(Self.base64(Self.form))",
            "replyMessage=\(Self.base64(#"{"data":{"requestIdentifier":"q","dynamic":\#(Self.form)}}"#))",
            "requestIdentifier=q&replyMessage=\(Self.base64(Self.form).replacing("=", with: ""))",
        ]
        for query in queries { #expect(Self.content(query) == Self.heard, "\(query)") }
        #expect(
            Self.content("selections=\(Self.escaped("[]"))&requestIdentifier=q")
                == .heard(.form(FormReply(question: "q", pages: []))))
    }

    @Test func `a choice is read from an archive, with the title of the answer`() {
        let picker =
            #"{"requestIdentifier":"q","listPicker":{"sections":[{"title":"A","items":[{"identifier":"1"}]}]}}"#
        let content = Self.content("replyMessage=\(Self.escaped(picker))", title: "Brakes")
        let selection = Selection(question: "q", groups: [.init(title: "A", ids: ["1"])], title: "Brakes")
        #expect(content == .heard(.choice(selection)))
    }

    @Test func `what was sent is not taken for the answer`() {
        let sent = #"{"requestIdentifier":"q","event":{"timeslots":[{"identifier":"1"},{"identifier":"2"}]}}"#
        let content = Self.content("receivedMessage=\(Self.escaped(sent))", title: "Tuesday")
        #expect(content == .heard(.unreadable(UnreadableReply(question: "q", title: "Tuesday"))))
    }

    @Test func `where only the title can be read, that is told`() {
        #expect(Self.content("x=y", title: "Blue") == .heard(.unreadable(UnreadableReply(title: "Blue"))))
        let title = #"{"title":"Blue","subtitle":"Thank you"}"#
        #expect(
            Self.content("replyMessage=\(Self.escaped(title))") == .heard(.unreadable(UnreadableReply(title: "Blue"))))
        #expect(Self.content("x=y") == nil)
    }
}
