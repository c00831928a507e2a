package import Expressions
package import FlowModel
import Foundation

/// Records a chat as a transcript, which `usher test` can play.
package struct ChatRecorder: Sendable {
    private let zone: Zone
    private var lines: [String]
    /// Replaces private answers, which are not recorded.
    private var standIns: PrivateStandIns

    /// - Parameters:
    ///   - bot: its time zone applies to the recorded times, and its private answers are not recorded.
    ///   - language: the language of the device; `nil` when it names none.
    ///   - start: when the chat begins.
    package init(bot: Bot, device: ChatDevice, language: DeviceLanguage? = nil, start: Moment) {
        zone = bot.zone
        standIns = PrivateStandIns(bot)
        let now = Self.text(start, zone)
        lines = ["test: a chat of \(now)", "given: now is \(now)"]
        switch device {
        case .oldIphone: lines.append("given: device is text only")
        case .web: lines.append("given: device is web")
        case .iphone, .mac: break
        }
        if let language { lines.append("given: language is \(language.locale)") }
    }

    /// Records that the customer types a text.
    mutating func add(said text: String) { lines.append("you: \(Self.oneLine(standIns.said(text)))") }

    /// Records that the customer answers a bubble.
    mutating func add(_ answer: ChatAnswer, to content: DeviceMessage.Content) {
        switch (answer, content) {
        case (.tap(let ids, _), .choices(_, _, let choices, _)):
            let chosen = standIns.isOpen ? Array(choices.prefix(ids.count)) : choices.filter { ids.contains($0.id) }
            lines.append("tap: \(chosen.map(\.title).joined(separator: ", "))")
        case (.pick(let id, _), .times(_, _, _, let slots)):
            if standIns.isOpen {
                lines.append("pick: first time")
            } else if let start = Moment(iso: id, in: .utc) {
                lines.append("pick: \(Self.text(start, zone))")
            } else if let place = slots.firstIndex(where: { $0.id == id }) {
                lines.append(place == slots.count - 1 ? "pick: last time" : "pick: first time")
            }
        default: break
        }
    }

    /// Records that the customer shares a place.
    mutating func add(place words: String) { lines.append("place: \(Self.oneLine(words))") }

    /// Records that the customer sends files, with the verb `photo` or `file`, by their names.
    mutating func add(_ verb: String, files: [String]) {
        lines.append("\(verb): \(files.map { Self.oneLine($0.replacing(",", with: "-")) }.joined(separator: ", "))")
    }

    /// Records a reaction of the customer as a comment, because flows do not receive reactions.
    mutating func add(reaction words: String) { lines.append("# the customer reacts: \(Self.oneLine(words))") }

    /// Records the result of a sign-in: `success`, `failure` or `cancel`.
    mutating func add(signIn status: String) { lines.append("sign in: \(status)") }

    /// Records the answer of an app.
    mutating func add(app fields: [(String, String)]) {
        let fields = fields.map { "\($0.0) = \(Self.oneLine(standIns.said($0.1)))" }
        lines.append("app: \(fields.joined(separator: ", "))")
    }

    /// Records a form that the customer sends, without the pages left empty.
    mutating func add(_ walk: FormWalk) {
        for entry in walk.entries where entry.shown.contains(where: { !$0.isEmpty }) {
            let shown =
                if case .choices(let choices, _, _) = walk.form.page(entry.page)?.kind, standIns.isOpen {
                    choices.prefix(entry.shown.count).map(\.title)
                } else {
                    entry.shown.map { standIns.filled($0, on: entry.page) }
                }
            lines.append("fill: \(entry.page) = \(Self.oneLine(shown.joined(separator: ", ")))")
        }
    }

    mutating func add(waited words: String) { lines.append("wait: \(words)") }

    /// Records a line as it is.
    mutating func add(line: String) { lines.append(Self.oneLine(line)) }

    mutating func addClose() { lines.append("close:") }

    /// Records a message of the bot.
    mutating func add(_ message: DeviceMessage) {
        guard message.lost == nil else { return }
        switch message.content {
        case .text(let text):
            if !text.isEmpty { lines.append("bot: \(Self.withoutReferences(Self.oneLine(standIns.heard(text))))") }
        case .form(let form):
            if let title = form.title { lines.append("bot: \(Self.oneLine(standIns.heard(title)))") }
        case .app(let title, _), .signIn(let title), .payment(let title, _):
            lines.append("bot: \(Self.oneLine(standIns.heard(title)))")
        case .choices(let title, _, _, _), .times(let title, _, _, _):
            if let title { lines.append("bot: \(Self.oneLine(standIns.heard(title)))") }
        case .link, .other: break
        }
    }

    /// Appends the transcript to a file, which is created if it does not exist.
    package func save(to path: String) throws {
        let known = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let text = ([name(notIn: known)] + lines.dropFirst()).joined(separator: "\n") + "\n"
        guard let file = FileHandle(forUpdatingAtPath: path) else {
            return try Data(text.utf8).write(to: URL(filePath: path))
        }
        defer { try? file.close() }
        let end = try file.seekToEnd()
        try file.write(contentsOf: Data(((end > 0 ? "\n" : "") + text).utf8))
    }

    /// The line with the name of the test, with a number when the transcript has a chat of the same minute.
    private func name(notIn transcript: String) -> String {
        let taken = Set(transcript.split(whereSeparator: \.isNewline).map(String.init))
        var (name, number) = (lines[0], 2)
        while taken.contains(name) { (name, number) = ("\(lines[0]) (\(number))", number + 1) }
        return name
    }

    private static func text(_ moment: Moment, _ zone: Zone) -> String {
        String(moment.iso(in: zone).prefix(16)).replacing("T", with: " ")
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
