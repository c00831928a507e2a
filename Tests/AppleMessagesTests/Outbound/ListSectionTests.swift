import JSON
import MessageModel
import MessageParts
import Testing

@testable import AppleMessages

/// Sections of a list picker with single or multiple choice (Interactive Message Types, List Picker Message).
@Suite struct ListSectionTests {
    private static let list = ListMessage(
        question: "q", bubble: MessageBubble(title: "Your bike?", note: "", image: nil, size: .icon, reply: "Bike"),
        sections: [
            .init(
                title: "Size", items: [.init(id: "s", title: "Small"), .init(id: "l", title: "Large")],
                takesOne: true),
            .init(title: "Extras", items: [.init(id: "b", title: "Bell"), .init(id: "k", title: "Lock")]),
        ], several: true)

    private func flags(_ message: Message) async throws -> [JSONValue?]? {
        let body = try #require(try await Sending.bodies(of: message).last)
        let sections = body["interactiveData"]?["data"]?["listPicker"]?["sections"]?.array
        return sections?.map { $0["multipleSelection"] }
    }

    @Test func `each section says whether several of its answers may be chosen`() async throws {
        #expect(try await flags(.list(Self.list)) == [false, true])
        var one = Self.list
        one.several = false
        #expect(try await flags(.list(one)) == [false, false])
        one.sections[0].takesOne = false
        one.several = true
        #expect(try await flags(.list(one)) == [true, true])
    }

    @Test func `what is kept and what was sent are read back alike`() async throws {
        let kept = try Message(json: JSONValue(parsing: Message.list(Self.list).json.text))
        #expect(kept == .list(Self.list))
        let body = try #require(try await Sending.bodies(of: kept).last)
        let interactive = try #require(body["interactiveData"])
        let picker = try #require(interactive["data"]?["listPicker"])
        guard case .list(let read) = try SentTexts(interactive).list(picker) else { throw NotAList() }
        #expect(read.several && read.sections.map(\.takesOne) == [true, false])
    }

    private struct NotAList: Error {}
}
