import Expressions
import Foundation
import MessageModel
import TestSupport

/// Generates random messages of all kinds, as a flow and its engine could produce them: the same seed gives the same
/// message.
struct MessageChance {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func message() -> Message {
        switch number(14) {
        case 0: .text(text())
        case 1:
            .buttons(
                ButtonsMessage(
                    question: id(), summary: text(), items: ids(number(9)).map { .init(id: $0, title: text()) }))
        case 2: .list(list())
        case 3: .times(times())
        case 4: .app(AppMessage(question: id(), bubble: bubble(), app: app()))
        case 5: .link(LinkMessage(question: id(), words: text(), target: .signIn(signIn())))
        case 6: .card(card())
        case 7: .signIn(SignInMessage(question: id(), bubble: bubble(), signIn: signIn()))
        case 8: .pay(PayMessage(question: id(), bubble: bubble(), pay: payment()))
        case 9: .link(LinkMessage(question: id(), words: text(), target: .pay(payment())))
        default: .form(form())
        }
    }

    private mutating func signIn() -> AskedSignIn {
        AskedSignIn(provider: "p", scope: [], extra: [], linkWords: text(), digitsWords: text())
    }

    private mutating func payment() -> AskedPay {
        let currency = Currency(["EUR", "JPY", "KWD"][number(3)])!
        var lines = (0..<1 + number(4)).map { _ in
            PaySheet.Line(label: text(), amount: Self.amount(1 + number(99_999), currency), isPending: flip())
        }
        // Less than the price of the first line, so that the total stays positive.
        lines += maybe { _ in PaySheet.Line(label: "Discount", amount: Self.amount(-1, currency)) }.map { [$0] } ?? []
        lines[0].amount = Money(lines[0].amount.amount + 1, currency)
        let methods = ids(number(4)).map {
            PaySheet.Method(id: $0, label: text(), note: text(), price: Self.amount(number(999), currency))
        }
        return AskedPay(
            merchant: "shop", business: "Shop", sheet: PaySheet(lines: lines, methods: methods)!,
            contact: flip() ? [.name, .post] : [], billing: flip() ? [.email] : [], countries: flip() ? ["DE"] : [],
            recalculate: nil, track: nil, linkWords: text())
    }

    private static func amount(_ units: Int, _ currency: Currency) -> Money {
        Money(Decimal(sign: .plus, exponent: -currency.decimals, significand: Decimal(units)), currency)
    }

    // Kinds.

    private mutating func list() -> ListMessage {
        let names = ids(number(9))
        let sections = stride(from: 0, to: names.count, by: 3).map { start in
            ListMessage.Section(
                title: text(),
                items: names[start..<min(start + 3, names.count)].map {
                    .init(id: $0, title: text(), note: maybe { $0.text() }, image: maybe { $0.picture() })
                })
        }
        return ListMessage(question: id(), bubble: bubble(), sections: sections, several: flip())
    }

    private mutating func times() -> TimesMessage {
        TimesMessage(
            question: id(), bubble: bubble(), title: text(),
            place: maybe { MessagePlace(name: $0.text(), latitude: 1.5, longitude: nil, radius: nil) },
            offset: maybe { $0.number(600) }, image: maybe { $0.picture() },
            slots: ids(number(6)).map {
                .init(id: $0, start: Moment(seconds: number(1 << 31)), duration: .minutes(5))
            })
    }

    private mutating func app() -> AskedApp {
        AskedApp(
            app: flip() ? "seats" : "gone", data: ids(number(4)).map { NamedText($0, text()) }, isLive: flip(),
            web: "https://a.example")
    }

    private mutating func card() -> Card {
        let words = CardWording(.init(language: ["en", "de", "ar"][number(3)], zone: .utc))
        let tap: Card.Tap? = maybe { $0.flip() ? .open("https://t.example/\($0.number(9))") : .map }
        switch number(5) {
        case 0: return Card(.text(TextCard(text: text(), title: maybe { $0.text() })), tap: tap, words)
        case 1:
            return Card(
                .link(
                    LinkCard(
                        address: "https://a.example", title: maybe { $0.text() }, note: maybe { $0.text() },
                        image: maybe { $0.picture() })),
                tap: tap, words)
        case 2: return Card(.place(PlaceCard(name: text())), tap: tap, words)
        case 3: return Card(.status(text()), tap: tap, words)
        default:
            var product = ProductCard(name: text())
            product.link = maybe { _ in "https://p.example" }
            product.image = maybe { $0.picture() }
            return Card(.product(product), tap: tap, words)
        }
    }

    private mutating func form() -> FormMessage {
        let names = (0..<number(7)).map { "page\($0)" }
        let pages = names.indices.map { page(names[$0], Array(names[($0 + 1)...])) }
        let form = AskedForm(
            pages: pages,
            intro: maybe {
                .init(title: $0.maybe { $0.text() }, text: nil, button: $0.text(), image: $0.maybe { $0.picture() })
            },
            hasSummary: flip(), isPrivate: flip(), sendWord: "Send", changeWord: "Change")
        return FormMessage(question: id(), bubble: bubble(), form: form)
    }

    private mutating func page(_ name: String, _ below: [String]) -> AskedForm.Page {
        let kind = kind()
        let target = { (chance: inout MessageChance) -> AskedForm.Page.Target in
            below.isEmpty || chance.number(4) == 0 ? .send : .page(below[chance.number(below.count)])
        }
        var ways: [AskedForm.Page.Target?] = []
        if case .choice(let choice) = kind, !choice.several, flip() {
            ways = choice.options.map { _ in maybe { target(&$0) } }
        }
        let question = AskedQuestion(
            id: name, prompt: text(), bubble: bubble(), hasOwnTitle: false, kind: kind, skipWord: maybe { $0.text() })
        return AskedForm.Page(
            question: question, title: maybe { $0.text() }, next: target(&self), ways: ways,
            field: .init(
                label: maybe { $0.text() }, prefix: maybe { $0.text() }, example: maybe { $0.text() },
                hint: maybe { $0.text() }, keyboard: maybe { $0.flip() ? "UIKeyboardTypePhonePad" : "nonsense" }),
            wheel: maybe { _ in .init(label: "Turn", preset: "a1") },
            days: .init(
                first: nil, last: nil, preset: maybe { CalendarDate(dayNumber: $0.number(40_000)) },
                format: maybe { _ in "d MMMM yyyy" }))
    }

    private mutating func kind() -> AskedQuestion.Kind {
        let words = ["one line", "several lines", "email", "phone", "code", "street"]
        switch number(6) {
        case 0:
            return .text(
                AskedText(
                    kind: words[number(words.count)], atLeast: 1, atMost: 1 + number(300), matches: maybe { _ in "a+" })
            )
        case 1: return .number(AskedNumber(isWhole: flip(), atLeast: maybe { Decimal($0.number(9) - 5) }, atMost: nil))
        case 2:
            return .money(AskedMoney(currency: Currency(["EUR", "JPY", "KWD"][number(3)])!, atLeast: nil, atMost: nil))
        case 3: return .date(AskedDate(from: nil, to: nil))
        default:
            let options = ids(2 + number(4)).enumerated().map { index, id in
                AskedChoice.Option(choice: Choice(id: id, label: text()), image: maybe { $0.picture() }, item: index)
            }
            return .choice(
                AskedChoice(
                    style: .automatic, options: options, several: flip(), atLeast: 1, atMost: nil, numberHint: ""))
        }
    }

    private mutating func bubble() -> MessageBubble {
        MessageBubble(
            title: text(), note: text(), image: maybe { $0.picture() }, size: [.icon, .small, .large][number(3)],
            reply: text(),
            around: maybe { .init(right: $0.text(), rightNote: nil, imageTitle: $0.text(), imageNote: nil) })
    }

    // Parts of messages.

    private static let words = [
        "bell", "Grüße", "👩‍👩‍👧‍👦", "https://a.example/x?y=z", "http://b.example.", "line\nbreak", "  ", "日本語。",
        "ana@a.example",
        "\"quoted\"", "{brace}", "\u{202E}", "a,b;c", "(https://c.example)", "\\", "&amp;",
    ]

    private mutating func text() -> String {
        (0..<1 + number(flip() ? 4 : 90)).map { _ in Self.words[number(Self.words.count)] }.joined(separator: " ")
    }

    private mutating func picture() -> Picture {
        Picture(source: ["shop.png", "bell.png", "gone.png"][number(3)], alt: maybe { $0.text() })
    }

    /// Distinct ids, the same in each call.
    private mutating func ids(_ count: Int) -> [String] { (0..<count).map { "a\($0)" } }

    private mutating func id() -> String { "q-\(number(1000))" }

    private mutating func maybe<Value>(_ make: (inout MessageChance) -> Value) -> Value? { flip() ? make(&self) : nil }

    private mutating func flip() -> Bool { number(2) == 0 }

    private mutating func number(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
