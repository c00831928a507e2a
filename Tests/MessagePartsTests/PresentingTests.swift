import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts
import Testing

/// The data in the HTML of questions for the page that shows them.
@Suite struct PresentingTests {
    private func choice(_ change: (inout Choices) -> Void = { _ in }) -> RichMessage {
        var choices = Choices([.init(id: "s", text: "Slick"), .init(id: "k", text: "Knobby")])
        change(&choices)
        return RichMessage(ChoiceContent(choices, label: "Which?"), id: "root")
    }

    private func html(_ message: RichMessage, for viewer: String? = "ana") -> String {
        MessagePresenter(viewer: viewer).html(of: message).text
    }

    @Test func `whoever may not choose finds the buttons disabled`() {
        let message = choice { $0.enabledFor = ["ana"] }
        #expect(!html(message).contains("disabled"))
        #expect(html(message, for: "ben").count(of: "disabled=\"disabled\"") == 2)
    }

    @Test func `a choice for good closes the message, one that can be changed only itself`() {
        for (changes, closed) in [(false, 2), (true, 1)] {
            var message = choice { $0.allowsReselect = changes }
            message.responses.take(add("k"), by: "ana", as: .lastWins)
            #expect(html(message).count(of: "disabled=\"disabled\"") == closed)
            #expect(html(message).contains(#"data-choice="k" aria-pressed="true""#))
        }
    }

    @Test func `where all may choose, each sees their own choice and how many made it`() {
        var message = choice {
            $0.allowsDeselect = true
            $0.allowsReselect = true
        }
        message.responses.take(add("k", "a1"), by: "ana", as: .lastWinsOrNone)
        message.responses.take(add("k", "b1"), by: "ben", as: .lastWinsOrNone)
        message.responses.take(add("s", "c1"), by: "cem", as: .lastWinsOrNone)
        let html = html(message)
        #expect(html.contains(#"data-choice="k" data-ids="a1" aria-pressed="true""#))
        #expect(html.contains(#"data-choice="s" aria-pressed="false""#))
        #expect(html.contains(#"Knobby</span><span class="count">2</span>"#))
    }

    @Test func `an id with a comma is one id, several ids of an older state are several`() {
        var choices = Choices([
            .init(id: "Yes, please", text: "Yes"), .init(id: "a", text: "A"), .init(id: "b", text: "B"),
        ])
        choices.enabledFor = ["ana"]
        for (value, ids) in [("Yes, please", ["Yes, please"]), ("a,b", ["a", "b"])] {
            var responses = ResponseSummary()
            responses.take(add(value), by: "ana", as: .firstWins)
            #expect(choices.answer(in: responses) == ids)
        }
    }

    @Test func `several answers to a flow's question are gathered, and closed when they are sent`() {
        var message = choice {
            $0.allowsMultiselect = true
            $0.allowsDeselect = true
            $0.allowsReselect = true
        }
        #expect(!html(message).contains("data-gather"))
        message.customData = ["question": "q1"]
        #expect(html(message).contains("data-gather"))
        #expect(html(message).count(of: "type=\"checkbox\"") == 2)
        message.responses.take(add("k"), by: "ana", as: .set)
        #expect(html(message).count(of: "disabled=\"disabled\"") == 2)
    }

    @Test func `an option that unfolds shows its choices below`() {
        var content = ChoiceContent(
            Choices([.init(id: "r", text: "Red"), .init(id: "b", text: "Blue")]), label: "Colour")
        content.isLabel = true
        #expect(!html(RichMessage(content)).contains("<details>"))
        content.expandedType = "standard"
        let html = html(RichMessage(content))
        #expect(html.contains("<details><summary>Colour</summary><fieldset>"))
    }

    @Test func `a form says of each page what it wants and where it leads`() {
        let html = html(RichMessage(FormContent(form, label: "Your bike"), id: "f"))
        #expect(html.contains(#"<form class="pages" aria-label="Your bike" data-name="form" data-state="FWW""#))
        #expect(html.contains(#"<fieldset class="page" data-page="insured" data-next="insurer" data-kind="choice">"#))
        #expect(
            html.contains(#"<input type="radio" name="insured" value="no" required="required" data-next="send">"#))
        #expect(html.contains(#"<input type="email" name="mail" aria-label="Mail &lt;b&gt;""#))
        #expect(html.contains(#"autocomplete="email""#))
        #expect(html.contains(#"data-page="mail" data-next="send" data-kind="email" data-optional="yes">"#))
        #expect(
            html.contains(#"<input type="date" name="day" aria-label="When?" required="required" min="2026-12-01">"#))
        #expect(html.contains(#"<button type="submit" class="send">Send</button>"#))
    }

    @Test func `a form that was sent can only be read, and says what its flow says`() {
        var message = RichMessage(FormContent(form, label: "Your bike"), id: "f")
        message.customData = ["bubble": ["reply": "Thank you <3"]]
        message.responses.take(
            ResponseOperation(id: "1", .add, type: .firstWins, name: FormContent.responseName, value: true), by: "ana",
            as: .firstWins)
        let html = html(message)
        #expect(html.contains(#"<p class="done">Thank you &lt;3</p>"#))
        #expect(html.contains("data-over"))
        #expect(!html.contains("<button"))
    }

    @Test(arguments: [
        (
            "See https://a.example/x?y=1, please",
            "See <a href=\"https://a.example/x?y=1\" target=\"_blank\" rel=\"noopener noreferrer\">https://a.example/x?y=1</a>, please"
        ),
        (
            "(http://a.example)",
            "(<a href=\"http://a.example\" target=\"_blank\" rel=\"noopener noreferrer\">http://a.example</a>)"
        ),
        ("javascript:alert(1) <b>", "javascript:alert(1) &lt;b&gt;"), ("https://", "https://"),
        ("one\ntwo", "one<br>two"), ("a hotel: tel:+", "a hotel: tel:+"), ("mailto:a mailto:b", "mailto:a mailto:b"),
        (
            "tel:tel:+49,", "tel:<a href=\"tel:+49\" target=\"_blank\" rel=\"noopener noreferrer\">tel:+49</a>,"
        ),
        (
            "mailto:mailto:a@b.example.",
            "<a href=\"mailto:mailto:a@b.example\" target=\"_blank\" rel=\"noopener noreferrer\">mailto:mailto:a@b.example</a>."
        ),
    ])
    func `addresses in a text are links, without what ends the sentence`(_ text: String, _ html: String) {
        #expect(HTML.prose(text).text == html)
    }

    @Test(arguments: ["http:// https://. ", "tel:", "mailto:", "tel:mailto:a,"])
    func `a text that is nothing but beginnings of addresses is looked through once`(begun: String) {
        let few = Self.time(of: String(repeating: begun, count: 10_000))
        // Four times as much takes four times as long; in quadratic time it would be sixteen times.
        #expect(Self.time(of: String(repeating: begun, count: 40_000)) < few * 10)
    }

    /// The processor time of this thread in nanoseconds.
    private static func spent() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Returns this thread's time in nanoseconds to search a text with beginnings of links, the least of three, so that
    /// other load does not count.
    private static func time(of begun: String) -> Int {
        let times = (0..<3).map { _ in
            let start = spent()
            let html = HTML.prose(begun)
            let end = spent()
            #expect(html.text == begun)
            return end - start
        }
        return times.min() ?? 0
    }

    @Test(arguments: ["/chat/x?y=1", "/chat/api/content/7"]) func `a path on our own server is linked`(_ path: String) {
        #expect(HTML.link(path, HTML("x")).text.contains("href=\"\(path)\""))
        #expect(HTML.image(path, alt: "x").text.contains("src=\"\(path)\""))
    }

    @Test(arguments: ["//evil.example", "/\\evil.example", "/\t/evil.example", "/"])
    func `what another server could be meant by is not`(_ address: String) {
        #expect(HTML.link(address, HTML("x")).text == "x")
        #expect(!HTML.image(address, alt: "x").text.contains("<img"))
    }

    private func add(_ value: String, _ id: String = "1") -> ResponseOperation {
        ResponseOperation(id: id, .add, type: .set, name: "selection", value: .string(value))
    }

    // A form of four pages, of which the first skips the others.

    private var form: AskedForm {
        let options = ["Yes", "No"].enumerated().map { index, label in
            AskedChoice.Option(choice: Choice(id: label.lowercased(), label: label), item: index)
        }
        let insured = AskedChoice(
            style: .automatic, options: options, several: false, atLeast: 1, atMost: nil, numberHint: "")
        let days = AskedForm.Days(first: CalendarDate(iso: "2026-12-01"), last: nil, preset: nil, format: nil)
        return AskedForm(
            pages: [
                .init(
                    question: question("insured", "Insured?", .choice(insured)), title: nil, next: .page("insurer"),
                    ways: [nil, .send]),
                .init(
                    question: question("insurer", "Whose?", .text(text("one line"))), title: nil, next: .page("day")),
                .init(
                    question: question("day", "When?", .date(AskedDate(from: nil, to: nil))), title: nil,
                    next: .page("mail"), days: days),
                .init(
                    question: question("mail", "Mail <b>", .text(text("email")), skipWord: "skip"), title: nil,
                    next: .send),
            ], intro: nil, hasSummary: false, sendWord: "Send", changeWord: "Change")
    }

    private func question(
        _ id: String, _ prompt: String, _ kind: AskedQuestion.Kind, skipWord: String? = nil
    ) -> AskedQuestion {
        let bubble = MessageBubble(title: prompt, note: "", image: nil, size: .small, reply: "")
        return AskedQuestion(
            id: id, prompt: prompt, bubble: bubble, hasOwnTitle: false, kind: kind, skipWord: skipWord)
    }

    private func text(_ kind: String) -> AskedText { AskedText(kind: kind, atLeast: 1, atMost: 30, matches: nil) }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
