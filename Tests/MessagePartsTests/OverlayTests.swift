import JSON
import MessageModel
import MessageParts
import Testing

/// The values of a flow's `web:`, which override those of its questions' answers.
@Suite struct OverlayTests {
    private static func written(_ content: any MessageContent, _ overlay: JSONObject, isQuestion: Bool = true)
        throws -> (message: RichMessage, parts: [MessagePart])
    {
        var message = RichMessage(content)
        if isQuestion { message.customData = ["question": "q"] }
        var names = NodeNames(seed: "overlay")
        let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names, overlay: overlay)
        return (try TypeRegistry.standard.message(of: parts).message, parts)
    }

    private static func choices(several: Bool = false) -> Choices {
        var choices = Choices([.init(id: "a", text: "A"), .init(id: "b", text: "B"), .init(id: "c", text: "C")])
        choices.enabledFor = ["ana"]
        choices.allowsMultiselect = several
        return choices
    }

    private static func set(_ message: RichMessage) -> Choices? {
        if let choice = message.content as? ChoiceContent { return choice.choices }
        guard let buttons = message.content as? ButtonsContent, case .choice(let choices)? = buttons.buttons.first
        else {
            return nil
        }
        return choices
    }

    private static let shapes: [any MessageContent] = [
        ButtonsContent([.choice(choices())]), ChoiceContent(choices(), label: "Which?"),
    ]

    @Test(arguments: 0..<2)
    func `settings of answers reach them in a list and in buttons`(_ shape: Int) throws {
        let overlay: JSONObject = ["response_name": "bread", "custom_response_data": ["a": 1], "description": "Hi"]
        let (message, _) = try Self.written(Self.shapes[shape], overlay)
        let choices = try #require(Self.set(message))
        #expect(choices.responseName == "bread" && choices.responseData == ["a": 1])
        #expect(message.unknown["description"] == "Hi", "the rest is laid over the body")
    }

    @Test(arguments: 0..<2)
    func `a question is answered once, whatever is laid over it`(_ shape: Int) throws {
        let overlay: JSONObject = ["allow_reselect": true, "allow_multiselect": true]
        let (question, _) = try Self.written(Self.shapes[shape], overlay)
        #expect(Self.set(question)?.stateType == .firstWins)
        let (card, _) = try Self.written(Self.shapes[shape], overlay, isQuestion: false)
        #expect(Self.set(card)?.stateType == .set)
    }

    @Test(arguments: 0..<2)
    func `a suggested answer is marked, and another one can still be chosen`(_ shape: Int) throws {
        let (message, parts) = try Self.written(Self.shapes[shape], ["preselected_choice": "b"])
        let html = MessagePresenter(viewer: "ana").html(of: message).text
        #expect(html.matches(of: /data-preselected="yes"/).count == 1)
        #expect(html.contains(#"data-choice="b" aria-pressed="false" data-preselected="yes""#))
        #expect(!html.contains("disabled"))
        #expect(MessagePresenter().text(of: message).contains("✓ B"))

        let choice = ResponseOperation(id: "1", .add, type: .firstWins, name: "selection", value: "a")
        let outcome = try Responder().take([choice], at: message.id, by: "ana", in: parts, [:])
        #expect(outcome.node.responses.values(of: "selection", by: "ana") == ["a"])
        let after = try TypeRegistry.standard.message(of: outcome.parts).message
        #expect(!MessagePresenter(viewer: "ana").html(of: after).text.contains("data-preselected"))
    }

    @Test func `several that are suggested are ticked, and what is left ticked is the answer`() throws {
        let content = ChoiceContent(Self.choices(several: true), label: "Which?")
        let (message, parts) = try Self.written(content, ["preselected_choice": ["a", "c", "nothing"]])
        let html = MessagePresenter(viewer: "ana").html(of: message).text
        #expect(html.matches(of: /checked="checked"/).count == 2)
        let left = ResponseOperation(id: "1", .add, type: .set, name: "selection", value: "c")
        let outcome = try Responder().take([left], at: message.id, by: "ana", in: parts, [:])
        #expect(outcome.node.responses.values(of: "selection", by: "ana") == ["c"])
    }

    @Test func `what is chosen from the beginning in a card that nobody asks is shown as chosen`() throws {
        let (message, _) = try Self.written(
            ChoiceContent(Self.choices(), label: "Which?"), ["preselected_choice": "b"], isQuestion: false)
        #expect(
            MessagePresenter(viewer: "ana").html(of: message).text.contains(#"data-choice="b" aria-pressed="true""#))
    }

    @Test func `what another form has no place for is said`() throws {
        let (message, _) = try Self.written(
            ChoiceContent(Self.choices(), label: "Which?"), ["preselected_choice": "b", "response_name": "bread"])
        #expect(
            message.leftOut(of: "a text", showsChosen: true) == [
                "a text cannot contain `response_name` of \"Which?\""
            ])
        #expect(
            message.leftOut(of: "a message of Apple's", showsChosen: false) == [
                "a message of Apple's cannot contain `initial_response_state`, `response_name` of \"Which?\""
            ])
    }
}
