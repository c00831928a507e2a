import Expressions
import JSON
import MessageModel

/// A form as it is sent (Interactive Message Types, Form Message), read back page by page.
struct SentForm {
    private let data: JSONValue
    private let texts: SentTexts
    private let pages: [AskedForm.Page]

    init(_ data: JSONValue, _ texts: SentTexts) throws(JSONError) {
        self.data = data
        self.texts = texts
        let written = try data.array("pages")
        guard !written.isEmpty else { throw JSONError("`dynamic.data.pages` is empty") }
        var pages: [AskedForm.Page] = []
        for (index, page) in written.enumerated() {
            let following = index + 1 < written.count ? written[index + 1]["pageIdentifier"]?.string : nil
            pages.append(try SentPage(page, texts, index, following: following).page)
        }
        // If the form does not begin with its first page, the start page is moved to the front.
        if let start = pages.firstIndex(where: { $0.name == data["startPageIdentifier"]?.string }) {
            pages.insert(pages.remove(at: start), at: 0)
        }
        self.pages = pages
    }

    var message: FormMessage {
        let form = AskedForm(
            pages: pages, intro: intro, hasSummary: data["showSummary"]?.bool ?? false,
            isPrivate: data["private"]?.bool ?? false, sendWord: "Send", changeWord: "Change")
        return FormMessage(question: texts.question, bubble: texts.bubble, form: form)
    }

    private var intro: AskedForm.Intro? {
        guard let splash = data.member("splash") else { return nil }
        return AskedForm.Intro(
            title: splash["header"]?.string, text: splash["splashtext"]?.string,
            button: splash["buttonTitle"]?.string ?? "", image: texts.picture(splash))
    }
}

/// One page.
private struct SentPage {
    private let json: JSONValue
    private let texts: SentTexts
    private let name: String
    private let next: AskedForm.Page.Target

    init(_ json: JSONValue, _ texts: SentTexts, _ index: Int, following: String?) throws(JSONError) {
        guard let name = json["pageIdentifier"]?.string else {
            throw JSONError("`dynamic.data.pages[\(index)].pageIdentifier` is missing")
        }
        self.json = json
        self.texts = texts
        self.name = name
        if json["submitForm"]?.bool ?? false {
            next = .send
        } else {
            next = (json["nextPageIdentifier"]?.string ?? following).map { .page($0) } ?? .send
        }
    }

    var page: AskedForm.Page {
        let prompt = json["subtitle"]?.string ?? json["title"]?.string ?? name
        let question = AskedQuestion(
            id: name, prompt: prompt,
            bubble: MessageBubble(title: prompt, note: "", image: nil, size: .icon, reply: prompt),
            hasOwnTitle: false, kind: kind, skipWord: skipWord)
        return AskedForm.Page(
            question: question, title: json["title"]?.string, next: next, ways: ways, field: field, wheel: wheel,
            days: days)
    }

    private var options: JSONValue? { json["options"] }

    /// The answers, without the one with which Usher allows a page to be skipped.
    private var items: [JSONValue] {
        (json["items"]?.array ?? []).filter { $0["identifier"]?.string != "\(name)/skip" }
    }

    private var skipWord: String? {
        let skip = (json["items"]?.array ?? []).first { $0["identifier"]?.string == "\(name)/skip" }
        return skip?["title"]?.string ?? (options?["required"]?.bool == false ? "skip" : nil)
    }

    /// The targets of the answers. If the page itself has no next page, an answer without one ends the form.
    private var ways: [AskedForm.Page.Target?] {
        let ways = items.map { $0["nextPageIdentifier"]?.string.map { AskedForm.Page.Target.page($0) } }
        guard ways.contains(where: { $0 != nil }) else { return [] }
        let leads = json["nextPageIdentifier"]?.string != nil || json["submitForm"]?.bool ?? false
        return leads ? ways : ways.map { $0 ?? .send }
    }

    private var kind: AskedQuestion.Kind {
        switch json["type"]?.string {
        case "select", "picker":
            let options = items.enumerated().map { index, item in
                AskedChoice.Option(
                    choice: Choice(
                        id: item["identifier"]?.string ?? item["value"]?.string ?? "\(index)",
                        label: item["title"]?.string ?? ""),
                    image: texts.picture(item), item: index)
            }
            return .choice(
                AskedChoice(
                    style: .automatic, options: options, several: json["multipleSelection"]?.bool ?? false, atLeast: 1,
                    atMost: nil, numberHint: ""))
        case "datePicker": return .date(AskedDate(from: nil, to: nil))
        default: return typed
        }
    }

    private var typed: AskedQuestion.Kind {
        let most = options?["maximumCharacterCount"]?.int.flatMap { $0 > 0 ? $0 : nil } ?? 2_000
        let kind: String
        switch options?["keyboardType"]?.string {
        case "emailAddress": kind = "email"
        case "phonePad": kind = "phone"
        case "namePhonePad": kind = "name"
        case "URL": kind = "web address"
        case "numberPad" where options?["textContentType"]?.string == "oneTimeCode": kind = "code"
        case "numberPad": return .number(AskedNumber(isWhole: true, atLeast: nil, atMost: nil))
        case "decimalPad": return .number(AskedNumber(isWhole: false, atLeast: nil, atMost: nil))
        default: kind = options?["inputType"]?.string == "multiline" ? "several lines" : "one line"
        }
        return .text(AskedText(kind: kind, atLeast: 1, atMost: most, matches: pattern))
    }

    /// The pattern that the whole answer must match, without its anchors.
    private var pattern: String? {
        guard let regex = options?["regex"]?.string else { return nil }
        if regex.hasPrefix("^(?:"), regex.hasSuffix(")$") { return String(regex.dropFirst(4).dropLast(2)) }
        return String(regex.trimmingPrefix("^").reversed().trimmingPrefix("$").reversed())
    }

    private var field: AskedForm.Field {
        AskedForm.Field(
            label: options?["labelText"]?.string, prefix: options?["prefixText"]?.string,
            example: options?["placeholder"]?.string, hint: json["hintText"]?.string ?? options?["hintText"]?.string,
            keyboard: options?["keyboardType"]?.string, content: options?["textContentType"]?.string)
    }

    private var wheel: AskedForm.Wheel? {
        guard json["type"]?.string == "picker" else { return nil }
        let preset = json["selectedItemIndex"]?.int.flatMap { index in
            json["items"]?[index]?["identifier"]?.string
        }
        return AskedForm.Wheel(label: json["pickerTitle"]?.string, preset: preset)
    }

    private var days: AskedForm.Days? {
        guard json["type"]?.string == "datePicker" else { return nil }
        return AskedForm.Days(
            first: day("minimumDate"), last: day("maximumDate"), preset: day("startDate"),
            format: options?["dateFormat"]?.string)
    }

    /// Apple's date format, unless a page sets another.
    private static let usualFormat = "MM/dd/yyyy"

    /// Returns a day written in Apple's format or as ISO 8601; days in other formats are left out.
    private func day(_ key: String) -> CalendarDate? {
        guard let text = options?[key]?.string else { return nil }
        if let day = CalendarDate(iso: text) { return day }
        let digits = text.split(separator: "/").compactMap { Int($0) }
        guard digits.count == 3, options?["dateFormat"]?.string ?? Self.usualFormat == Self.usualFormat else {
            return nil
        }
        return CalendarDate(year: digits[2], month: digits[0], day: digits[1])
    }
}
