import ChannelRules
import Expressions
import Foundation
import JSON
import MessageModel

/// The typed input on a page of a form (Interactive Message Types, Form Message, `input`).
struct FormInput {
    private let page: AskedForm.Page
    private let writer: BubbleWriter

    init(_ page: AskedForm.Page, _ writer: BubbleWriter) {
        self.page = page
        self.writer = writer
    }

    var options: JSONObject {
        let field = page.field
        let usual = usual
        var object: JSONObject = [
            "required": .bool(!page.isOptional), "inputType": usual.hasSeveralLines ? "multiline" : "singleline",
        ]
        object.set("regex", usual.pattern.map { .string($0) })
        object.set("placeholder", writer.value(field.example))
        if !usual.hasSeveralLines {
            object.set("labelText", writer.value(field.label))
            object.set("prefixText", writer.value(page.prefix))
        }
        object.set("maximumCharacterCount", usual.longest.map { .int($0) })
        object["keyboardType"] = .string(field.keyboard.flatMap(AppleFieldNames.keyboard) ?? usual.keyboard)
        object.set(
            "textContentType", (field.content.flatMap(AppleFieldNames.content) ?? usual.content).map(JSONValue.string))
        return object
    }

    /// The defaults for the kind of question (flow language, 3.6).
    private struct Usual {
        var keyboard = "default"
        var content: String?
        var hasSeveralLines = false
        var longest: Int?
        var pattern: String?
    }

    private var usual: Usual {
        switch page.question.kind {
        case .text(let text): Self.usual(text)
        case .number(let number): Self.usual(decimals: number.isWhole ? 0 : nil, number.atLeast)
        case .money(let money):
            Self.usual(decimals: money.currency.decimals, money.atLeast)
        // An optional day.
        case .date: Usual(keyboard: "numbersAndPunctuation")
        case .choice, .times, .signIn, .pay, .app, .photo, .file, .place, .form: Usual()
        }
    }

    private static func usual(_ text: AskedText) -> Usual {
        var usual = Usual(longest: text.atMost, pattern: text.matches.map { "^(?:\($0))$" })
        switch text.kind {
        case "several lines": usual.hasSeveralLines = true
        case "name": (usual.keyboard, usual.content) = ("namePhonePad", "name")
        case "email": (usual.keyboard, usual.content) = ("emailAddress", "emailAddress")
        case "phone": (usual.keyboard, usual.content) = ("phonePad", "telephoneNumber")
        case "web address": (usual.keyboard, usual.content) = ("URL", "URL")
        case "postcode": usual.content = "postalCode"
        case "city": usual.content = "addressCity"
        case "street": usual.content = "fullStreetAddress"
        case "code": (usual.keyboard, usual.content) = ("numberPad", "oneTimeCode")
        default: break
        }
        return usual
    }

    /// Returns the defaults for numbers. The pattern also accepts partial input, as Apple's own example does, with a
    /// point or a comma.
    ///
    /// - Parameter decimals: the maximum number of decimals; `nil` for any number.
    private static func usual(decimals: Int?, _ least: Decimal?) -> Usual {
        let isNegative = least.map { $0 < 0 } ?? false
        let fraction =
            switch decimals {
            case 0: ""
            case let count?: "[.,]?\\d{0,\(count)}"
            case nil: "[.,]?\\d*"
            }
        let pad = decimals == 0 ? "numberPad" : "decimalPad"
        return Usual(
            keyboard: isNegative ? "numbersAndPunctuation" : pad,
            pattern: "^\(isNegative ? "-?" : "")\\d*\(fraction)$")
    }
}
