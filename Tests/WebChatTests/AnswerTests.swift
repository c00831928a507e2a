import Channels
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts
import TestSupport
import Testing

@testable import WebChat

/// Choices: who may choose, what all members see, and what the bot receives.
@Suite struct AnswerTests {
    private static func bubble(_ title: String) -> MessageBubble {
        MessageBubble(title: title, note: "", image: nil, size: .icon, reply: "\(title) answered")
    }

    static func list(_ several: Bool = false) -> Message {
        let items = ["s": "Slick", "k": "Knobby", "x": "Cross"].sorted { $0.key < $1.key }
            .map { ListMessage.Item(id: $0.key, title: $0.value) }
        return .list(
            ListMessage(
                question: "q-1", bubble: bubble("Which tyre?"), sections: [.init(title: "Which tyre?", items: items)],
                several: several))
    }

    private func ids(_ arrivals: [Arrival]) -> [[String]] {
        arrivals.compactMap { arrival in
            guard case .heard(.choice(let selection)) = arrival.content else { return nil }
            return selection.groups.flatMap(\.ids)
        }
    }

    @Test func `a choice becomes the state of its message, and the bot hears it once`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let asked = try await world.say(Self.list(), to: ana)
            let id = UUID().uuidString
            let response = try await ana.answers(asked, "k", id: id, operation: "op-1")
            #expect(response["type"]?.string == "response")
            #expect(response["text"]?.string == "Knobby")
            let again = try await ana.answers(asked, "k", id: id, operation: "op-1")
            #expect(again["id"] == response["id"])
            #expect(
                try await ana.state(of: asked)?[ana.id]?["selection"]
                    == ["adds": [["ids": ["op-1"], "value": "k"]], "removes": []])
            await world.chats.untilHeard()
            #expect(ids(world.desk.heard) == [["k"]])
            guard case .heard(.choice(let selection)) = world.desk.heard[0].content else { return }
            #expect(selection.question == "q-1")
            #expect(selection.title == "Knobby")
        }
    }

    @Test func `what is chosen for good stays, and is not heard twice`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let asked = try await world.say(Self.list(), to: ana)
            try await ana.answers(asked, "k", operation: "op-1")
            let second = try await ana.answers(asked, "s", operation: "op-2")
            #expect(second["quiet"]?.bool == true)
            #expect(
                try await ana.state(of: asked)?[ana.id]?["selection"]
                    == ["adds": [["ids": ["op-1"], "value": "k"]], "removes": ["op-2"]])
            await world.chats.untilHeard()
            #expect(ids(world.desk.heard) == [["k"]])
        }
    }

    @Test func `of several answers the bot hears all that count`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let asked = try await world.say(Self.list(true), to: ana)
            let operations = ["k", "s"].map { value -> JSONValue in
                [
                    "operation": "add", "type": "Set", "name": "selection", "value": .string(value),
                    "id": .string("op-\(value)"),
                ]
            }
            let response = try await world.chats.respond(
                ["id": .string(UUID().uuidString), "operations": .array(operations)], to: asked, in: ana.conversation,
                by: ana.session.caller)
            #expect(response.message["text"]?.string == "Knobby, Slick")
            try await ana.answers(asked, "k", operation: "op-k", kind: "remove")
            await world.chats.untilHeard()
            #expect(ids(world.desk.heard) == [["k", "s"], ["s"]])
        }
    }

    @Test func `only those may answer for whom it is enabled, and only what there is`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let asked = try await world.say(Self.list(), to: ana)
        let ben = try await world.guest(of: ana)
        #expect(await refusal { try await ben.answers(asked, "k") }?.kind == .forbidden)
        #expect(await refusal { try await ana.answers(asked, "nothing") }?.kind == .unfitting)
        #expect(await refusal { try await ana.answers(asked, "k", name: "else") }?.kind == .unfitting)
        #expect(await refusal { try await ana.answers(asked, "k", node: "else") }?.kind == .unfitting)
        #expect(await refusal { try await ana.answers(UUID().uuidString, "k") }?.kind == .notFound)
        let text = try await ana.says("hello")["id"]?.string ?? ""
        #expect(await refusal { try await ben.answers(text, "k") }?.kind == .unfitting)
        #expect(try await ana.state(of: asked) == nil)
        #expect(try await ana.messages().count == 2)
    }

    @Test func `among several it is told who has chosen`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer("Ana")
        let ben = try await world.guest(of: ana)
        let asked = try await world.say(Self.list(), to: ana)
        let choice = try await ana.answers(asked, "k")
        let other = try await ben.answers(asked, "s")
        #expect(choice["text"]?.string == "Knobby", "to oneself it is what one has said")
        #expect(other["text"]?.string == "Slick")
        #expect(try await ben.message(choice["id"]?.string ?? "")["text"]?.string == "Ana selected \"Knobby\"")
        #expect(try await ana.message(other["id"]?.string ?? "")["text"]?.string == "Guest selected \"Slick\"")
    }

    @Test func `a day and a question that is skipped are heard with their question`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let days = AskedForm.Days(first: nil, last: nil, preset: nil, format: nil)
            let prompt = PromptMessage(question: "q-5", words: "When?", days: days, skipWord: "skip")
            let asked = try await world.say(.prompt(prompt), to: ana)
            let day = try await ana.answers(asked, "2026-12-01")
            #expect(day["text"]?.string == "1 December 2026")
            let again = try await world.say(.prompt(prompt), to: ana)
            #expect(try await ana.answers(again, "skip")["text"]?.string == "skip")
            #expect(try await ana.message(asked)["html"]?.string?.contains("calendar") == false, "it is answered")
            await world.chats.untilHeard()
            #expect(ids(world.desk.heard) == [["2026-12-01"], ["skip"]])
            #expect(world.desk.heard.allSatisfy { $0.question == "q-5" })
        }
    }

    @Test func `stars are seen by everybody, and are nothing for the bot`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer("Ana")
            let ben = try await world.guest(of: ana)
            let card = OwnCard(
                name: "feedback", type: "application/vnd.layer.feedback+json",
                data: Fields([
                    ("prompt", .text("How was it?")), ("response_message", .text("${customer} gave ${rating} stars")),
                ]), fallback: "How was it?")
            let asked = try await world.say(.card(Card(.custom(card), CardWording(.standard))), to: ana)
            let given = try await ana.answers(asked, "4", name: "rating")
            #expect(given["text"]?.string == "★★★★☆")
            let seen = try await ben.message(asked)["html"]?.string ?? ""
            #expect(seen.contains("★★★★☆"))
            #expect(seen.contains("data-gather"), "who has not answered still may")
            #expect(try await ben.message(given["id"]?.string ?? "")["text"]?.string == "Ana gave 4 stars")
            await world.chats.untilHeard()
            #expect(world.desk.heard.isEmpty)
        }
    }

    @Test func `a time and a button are heard with their question`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let slot = TimesMessage.Slot(id: "t-1", start: ChatWorld.now + .days(1), duration: .minutes(30))
            let times = try await world.say(
                .times(
                    TimesMessage(
                        question: "q-2", bubble: Self.bubble("When?"), title: "Repair", place: nil, offset: 0,
                        image: nil,
                        slots: [slot])), to: ana)
            try await ana.answers(times, "t-1")
            let buttons = try await world.say(
                .buttons(
                    ButtonsMessage(
                        question: "q-3", summary: "Sure?",
                        items: [.init(id: "yes", title: "Yes"), .init(id: "no", title: "No")])), to: ana)
            try await ana.answers(buttons, "no")
            await world.chats.untilHeard()
            let selections = world.desk.heard.compactMap { arrival -> Selection? in
                if case .heard(.choice(let selection)) = arrival.content { selection } else { nil }
            }
            #expect(selections.map(\.question) == ["q-2", "q-3"])
            #expect(selections.first?.start == slot.start)
            #expect(selections.last?.groups.flatMap(\.ids) == ["no"])
        }
    }

    private static func form(isPrivate: Bool) -> Message {
        let name = AskedForm.Page(
            question: AskedQuestion(
                id: "name", prompt: "Your name?", bubble: bubble("Name"), hasOwnTitle: false,
                kind: .text(AskedText(kind: "name", atLeast: 1, atMost: 50, matches: nil))),
            title: nil, next: .send)
        let form = AskedForm(
            pages: [name], intro: nil, hasSummary: false, isPrivate: isPrivate, sendWord: "send", changeWord: "change")
        return .form(FormMessage(question: "q-4", bubble: bubble("About you"), form: form))
    }

    @Test(arguments: [false, true])
    func `a form is heard as it was filled in; of a private one nothing is kept`(isPrivate: Bool) async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let asked = try await world.say(Self.form(isPrivate: isPrivate), to: ana)
            let unknown = await refusal { try await ana.answers(asked, ["pages": ["age": "7"]], name: "form") }
            #expect(unknown?.kind == .unfitting)
            let deep = (0..<59).reduce(JSONValue.int(1)) { value, _ in [value] }
            let spoilt = await refusal {
                try await ana.answers(asked, ["cancelled": true, "x": deep], name: "form")
            }
            #expect(spoilt?.kind == .unfitting)
            let response = try await ana.answers(asked, ["pages": ["name": "Ana Lopez"]], name: "form")
            #expect(response["text"]?.string == "About you answered")
            await world.chats.untilHeard()
            guard case .heard(.form(let reply))? = world.desk.heard.first?.content else {
                Issue.record("no form was heard: \(world.desk.heard)")
                return
            }
            #expect(reply.question == "q-4")
            #expect(reply.pages == [.init(name: "name", items: [.init(id: "name", value: "Ana Lopez")])])
            let kept = try await ana.messages().description
            #expect(kept.contains("Ana Lopez") == !isPrivate)
        }
    }

    /// Two hundred people answer at the same time what two hundred others answer one after the other, while the
    /// database is occasionally closed and reopened.
    @Test(.timeLimit(.minutes(10)))
    func `many who answer at once leave what they leave one after the other`() async throws {
        let names = (0..<200).map { "op-\($0)" }
        let world = try ChatWorld()
        let people = try await Self.crowd(names.count, in: world)
        let atOnce = try await world.say(Self.list(true), to: people[0])
        let inTurn = try await world.say(Self.list(true), to: people[0])
        let choices = ["k", "s", "x"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, person) in people.enumerated() {
                group.addTask {
                    try await person.answers(
                        atOnce, .string(choices[index % 3]), operation: names[index])
                }
            }
            try await group.waitForAll()
        }
        var now = world
        for (index, person) in people.enumerated() {
            if index % 50 == 0 { now = try ChatWorld(folder: world.folder, desk: world.desk, clock: world.clock) }
            let here = Person(world: now, session: person.session, conversation: person.conversation)
            try await here.answers(inTurn, .string(choices[index % 3]), operation: names[index])
        }
        let one = try await people[0].state(of: atOnce)
        let other = try await people[0].state(of: inTurn)
        #expect(Self.sorted(one) == Self.sorted(other))
        #expect(one?.object?.count == names.count)
    }

    /// Returns `count` people in one conversation.
    private static func crowd(_ count: Int, in world: ChatWorld) async throws -> [Person] {
        let first = try await world.customer()
        var people = [first]
        for number in 1..<count {
            people.append(try await world.guest(of: first, from: "192.0.2.\(number)"))
        }
        return people
    }

    /// Sorted, so that the order of arrival does not matter.
    private static func sorted(_ state: JSONValue?) -> [String] {
        (state?.object ?? [:]).map { "\($0.key): \($0.value.text)" }.sorted()
    }
}

extension Arrival {
    /// The question of a choice.
    fileprivate var question: String? {
        if case .heard(let heard) = content { heard.question } else { nil }
    }
}
