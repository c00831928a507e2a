import Expressions
import FlowEngine
import FlowModel

/// What a conversation finds when it begins, and the customer does not choose: the device, the language, the hour, what is
/// known of them.
public struct ExplorationScene: Sendable, Hashable {
    /// What is special about it, such as `in the web chat`; empty for the usual one.
    public let name: String
    /// The lines of a transcript that arrange it.
    let given: [String]

    private init(_ name: String, _ given: String...) {
        self.name = name
        self.given = given
    }

    private init(_ name: String, given: [String]) {
        self.name = name
        self.given = given
    }

    /// The usual scene, then those that each differ from it in one respect.
    ///
    /// - Parameter flow: the flow whose inputs are given in all of them; `nil` where conversations begin as they do for
    ///   customers.
    static func all(of bot: Bot, beginningIn flow: Flow?) -> [ExplorationScene] {
        var scenes = [usual(bot)] + devices
        scenes += bot.languages.dropFirst().map { ExplorationScene(name(ofLanguage: $0), "given: language is \($0)") }
        if let closed = bot.moment(whereOpen: false) {
            scenes.append(
                ExplorationScene("while everything is closed", "given: now is \(closed.inTranscript(bot.zone))"))
        }
        let facts = bot.facts.compactMap { fact in
            fact.type.isWritten
                ? "given: customer.\(fact.name) is \(fact.sample.inTranscript(bot.zone))" : nil
        }
        if !facts.isEmpty { scenes.append(ExplorationScene("with a customer who is known", given: facts)) }
        if !bot.results.isEmpty {
            let failures = bot.results.map { "given: \($0.name) fails" }
            scenes.append(ExplorationScene("while tables cannot be changed", given: failures))
        }
        scenes += bot.intents.map { ExplorationScene("\(linkName)`\($0)`", "given: intent is \($0)") }
        let needs = (flow?.needs ?? []).filter { !$0.isOptional }.map {
            "given: \($0.name) is \($0.sample.inTranscript(bot.zone))"
        }
        return scenes.map { ExplorationScene($0.name, given: needs + $0.given) }
    }

    /// What stands before the link in the name of its scene.
    static let linkName = "with the entry link "

    /// The name of the scene in a language other than that of the flow files.
    static func name(ofLanguage language: String) -> String { "in `\(language)`" }

    /// An iPhone in the language of the flow files, while everything is open.
    private static func usual(_ bot: Bot) -> ExplorationScene {
        guard let open = bot.moment(whereOpen: true) else { return ExplorationScene("") }
        return ExplorationScene("", "given: now is \(open.inTranscript(bot.zone))")
    }

    private static let devices = [
        ExplorationScene("in the web chat", "given: device is web"),
        ExplorationScene("on a Mac", "given: device without form, sign_in"),
        ExplorationScene("on an old iPhone", "given: device without buttons, list, times, form, sign_in"),
        ExplorationScene("on a device that shows text only", "given: device is text only"),
    ]
}

extension Bot {
    /// The first half hour, from Monday 2 March 2026, 10:00 on, in which all opening hours are open, or closed; `nil` when
    /// there is none within a week, or the usual time of transcripts is one.
    fileprivate func moment(whereOpen isOpen: Bool) -> Moment? {
        guard !weeks.isEmpty, let monday = CalendarDate(year: 2026, month: 3, day: 2),
            let ten = TimeOfDay(hour: 10, minute: 0)
        else { return nil }
        let start = zone.moment(monday, ten)
        let halfHour = TimeLength.minutes(30)
        let found = (0..<336).lazy.map { start + halfHour * $0 }
            .first { moment in weeks.allSatisfy { $0.isOpen(at: moment, in: zone) == isOpen } }
        return found == start ? nil : found
    }

    /// The intents of entry links that lead to a flow of their own.
    fileprivate var intents: [String] {
        entries.compactMap { entry in
            if case .link(let intent?, _) = entry.condition { intent } else { nil }
        }
    }
}

extension ValueType {
    /// Whether a line of a transcript can give a sample of the type.
    fileprivate var isWritten: Bool {
        switch self {
        case .text, .number, .yesNo, .date, .time, .duration, .money, .choice: true
        case .list, .record, .place, .file, .unknown: false
        }
    }
}
