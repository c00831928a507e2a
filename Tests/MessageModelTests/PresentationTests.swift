import Expressions
import Testing

@testable import MessageModel

/// The form of a question on each device. On every device a question has a form.
@Suite struct PresentationTests {
    /// All subsets of the relevant capabilities.
    static let devices: [Capabilities] = (0..<8).map { bits in
        [Capabilities.quick, .list, .time].enumerated().reduce(into: []) { all, pair in
            if bits & (1 << pair.offset) != 0 { all.insert(pair.element) }
        }
    }

    static func present(_ kind: AskedQuestion.Kind, on capabilities: Capabilities, title: String? = nil) -> Presentation
    {
        AskedQuestion(
            id: "q", prompt: "Which?",
            bubble: MessageBubble(title: title ?? "Which?", note: "Tap", image: nil, size: .icon, reply: "Which?"),
            hasOwnTitle: title != nil, kind: kind
        ).presentation(on: Device(channel: .apple, capabilities: capabilities))
    }

    static func choice(
        _ labels: [String], _ style: AskedChoice.Style = .automatic, several: Bool = false,
        change: (inout AskedChoice.Option) -> Void = { _ in }
    ) -> AskedQuestion.Kind {
        let options = labels.enumerated().map { index, label in
            var option = AskedChoice.Option(choice: Choice(id: "id \(label)", label: label), item: index)
            change(&option)
            return option
        }
        return .choice(
            AskedChoice(style: style, options: options, several: several, atLeast: 1, atMost: nil, numberHint: "Hint."))
    }

    @Test func `what a list of capabilities says does not depend on the lists before it`() {
        // The sign for kelvin is another letter, though texts with it and with K are equal.
        #expect(Capabilities(list: "LIST,QUIC\u{212A}") == .list)
        #expect(Capabilities(list: "LIST,QUICK") == [.list, .quick])
        #expect(Capabilities(list: "LIST,QUIC\u{212A}") == .list)
        for number in 0..<600 { #expect(Capabilities(list: "LIST,X\(number),quick") == [.list, .quick]) }
        #expect(Capabilities(list: String(repeating: "NEW,", count: 100) + "TIME") == .time)
    }

    @Test(arguments: devices) func `few plain answers are buttons, else a list, else numbers`(device: Capabilities) {
        let form: Presentation.Form = device.contains(.quick) ? .buttons : device.contains(.list) ? .list : .numbers
        #expect(Self.present(Self.choice(["Red", "Blue"]), on: device).form == form)
        #expect(Self.present(Self.choice(["Red", "Blue"], .buttons), on: device).form == form)
    }

    @Test(arguments: devices) func `what buttons cannot hold is a list, else numbers`(device: Capabilities) {
        let form: Presentation.Form = device.contains(.list) ? .list : .numbers
        let kinds = [
            Self.choice(["One"]), Self.choice(["1", "2", "3", "4", "5", "6"]), Self.choice(["Red", "Blue"], .list),
            Self.choice(["Red", "Blue"], .cards), Self.choice(["Red", "Blue"], several: true),
            Self.choice(["Red", "Blue"]) { $0.choice.note = "note" },
            Self.choice(["Red", "Blue"]) { $0.section = "section" },
            Self.choice(["Red", "Blue"]) { $0.image = Picture(source: "red.png", alt: nil) },
        ]
        for kind in kinds { #expect(Self.present(kind, on: device).form == form) }
        #expect(Self.present(Self.choice(["1", "2", "3", "4", "5"]), on: .quick).form == .buttons)
    }

    @Test(arguments: devices) func `numbers are numbers everywhere`(device: Capabilities) {
        #expect(
            Self.present(Self.choice(["Red", "Blue"], .numbers), on: device)
                == Presentation(form: .numbers, messages: [.text("Which?\n1 Red\n2 Blue")]))
    }

    @Test(arguments: devices) func `words are asked for in words`(device: Capabilities) {
        let kind = AskedQuestion.Kind.text(AskedText(kind: "one line", atLeast: 1, atMost: 10, matches: nil))
        #expect(Self.present(kind, on: device) == Presentation(form: .text, messages: [.text("Which?")]))
    }

    private static let slots = (0..<12).map { number in
        AskedTimes.Slot(
            slot: .init(id: "\(number)", start: Moment(seconds: number * 3600), duration: .minutes(30)),
            day: number < 2 ? "Monday" : "Tuesday", time: "\(number):00")
    }

    private static let times = AskedQuestion.Kind.times(
        AskedTimes(
            title: "Visit", place: MessagePlace(name: "Shop", latitude: 1, longitude: 2, radius: 3), offset: 60,
            image: nil, slots: slots))

    @Test(arguments: devices) func `times are a picker, else a list of days, else numbers`(device: Capabilities) {
        let form: Presentation.Form = device.contains(.time) ? .times : device.contains(.list) ? .list : .numbers
        #expect(Self.present(Self.times, on: device).form == form)
        let needsWords = AskedQuestion.needsWordsForTimes(on: Device(channel: .apple, capabilities: device))
        #expect(needsWords == (form != .times))
    }

    @Test func `buttons follow the question as a message of their own`() {
        let buttons = ButtonsMessage(
            question: "q", summary: "Which?",
            items: [.init(id: "id Red", title: "Red"), .init(id: "id Blue", title: "Blue")])
        #expect(
            Self.present(Self.choice(["Red", "Blue"]), on: .quick).messages == [.text("Which?"), .buttons(buttons)])
    }

    @Test(arguments: [[.list], [.list, .time]] as [Capabilities])
    func `a bubble with a title of its own follows the question`(device: Capabilities) {
        for kind in [Self.choice(["Red", "Blue"], .list), Self.times] {
            let own = Self.present(kind, on: device, title: "Title").messages
            #expect(own.count == 2)
            #expect(own.first == .text("Which?"))
            #expect(own.last?.question == "q")
            #expect(Self.present(kind, on: device).messages.count == 1)
        }
    }

    @Test func `answers stand below their headings in the order written, those without one below the title`() {
        let sections = ["a": "A", "b": "A", "d": "B"]
        let kind = Self.choice(["a", "b", "c", "d", "e"]) { $0.section = sections[$0.choice.label] }
        guard case .list(let list)? = Self.present(kind, on: .list).messages.last else {
            Issue.record("no list")
            return
        }
        let shown = list.sections.map { "\($0.title): \($0.items.map(\.title).joined())" }
        #expect(shown == ["A: ab", "Which?: c", "B: d", "Which?: e"])
        #expect(!list.several)
    }

    @Test func `answers are shown in the customer's words and answered by id`() {
        let kind = Self.choice(["Red", "Blue"], .list) { $0.choice.shown = "[\($0.choice.label)]" }
        guard case .list(let list)? = Self.present(kind, on: .list).messages.last else {
            Issue.record("no list")
            return
        }
        #expect(list.sections[0].items.map(\.title) == ["[Red]", "[Blue]"])
        #expect(list.sections[0].items.map(\.id) == ["id Red", "id Blue"])
    }

    @Test func `numbered answers have their headings between them, and a word on how to choose several`() {
        let sections = ["a": "A", "b": "A", "d": "B"]
        let kind = Self.choice(["a", "b", "c", "d"], several: true) { $0.section = sections[$0.choice.label] }
        #expect(Self.present(kind, on: []).messages == [.text("Which?\nA\n1 a\n2 b\n3 c\nB\n4 d\nHint.")])
    }

    @Test func `a list of times has a heading for each day`() {
        guard case .list(let list)? = Self.present(Self.times, on: .list).messages.last else {
            Issue.record("no list")
            return
        }
        #expect(list.sections.map(\.title) == ["Monday", "Tuesday"])
        #expect(list.sections.map(\.items.count) == [2, 10])
        #expect(list.sections[0].items[1].title == "1:00")
    }

    @Test func `numbers offer the first ten times`() {
        let lines = (0..<10).map { "\($0 + 1) \($0 < 2 ? "Monday" : "Tuesday"), \($0):00" }
        #expect(Self.present(Self.times, on: []).messages == [.text((["Which?"] + lines).joined(separator: "\n"))])
    }

    // In a browser.

    private static func presentInBrowser(_ kind: AskedQuestion.Kind, skipWord: String? = nil) -> Presentation {
        AskedQuestion(
            id: "q", prompt: "Which?",
            bubble: MessageBubble(title: "Which?", note: "", image: nil, size: .icon, reply: "Which?"),
            hasOwnTitle: false, kind: kind, skipWord: skipWord
        ).presentation(on: .web)
    }

    @Test func `cards are cards in a browser, and a list elsewhere`() {
        let presentation = Self.presentInBrowser(Self.choice(["Red", "Blue"], .cards))
        #expect(presentation.form == .cards)
        guard case .list(let list)? = presentation.messages.first else {
            Issue.record("no list was sent: \(presentation.messages)")
            return
        }
        #expect(list.areCards)
        #expect(Self.presentInBrowser(Self.choice(["Red", "Blue"], .list)).form == .list)
    }

    @Test func `a browser has a calendar for a day, and a button for what may be skipped`() {
        let days = AskedForm.Days(first: CalendarDate(iso: "2026-03-02"), last: nil, preset: nil, format: nil)
        let date = AskedQuestion.Kind.date(AskedDate(from: nil, to: nil, calendar: days))
        #expect(
            Self.presentInBrowser(date).messages
                == [.prompt(PromptMessage(question: "q", words: "Which?", days: days, skipWord: nil))])
        let text = AskedQuestion.Kind.text(AskedText(kind: "name", atLeast: 1, atMost: 30, matches: nil))
        #expect(
            Self.presentInBrowser(text, skipWord: "skip").messages
                == [.prompt(PromptMessage(question: "q", words: "Which?", days: nil, skipWord: "skip"))])
        #expect(Self.presentInBrowser(text).messages == [.text("Which?")])
        #expect(Self.present(date, on: [.quick, .list, .time, .form]).messages == [.text("Which?")])
    }
}
