import Expressions
import JSON
import MessageModel

/// What counts when two states of a conversation are compared (`Session.decidingState`).
public struct DecidingParts: Sendable {
    /// The roots of the names whose values count, such as those that conditions test.
    public var values: Set<String>
    /// The roots of the names of which it counts whether they hold a value.
    public var presence: Set<String>
    /// How many of the steps that `back` may return to count.
    public var pathLength: Int
    /// Whether it counts how many reminders of a step wait; otherwise one is like several.
    public var countsReminders: Bool

    public init(values: Set<String>, presence: Set<String>, pathLength: Int, countsReminders: Bool) {
        self.values = values
        self.presence = presence
        self.pathLength = pathLength
        self.countsReminders = countsReminders
    }
}

extension Session {
    /// What decides how the conversation continues, as text, by which an exploration distinguishes states.
    ///
    /// Left out are the customer's id, identifiers, times and texts, names that count in no way, and all but the last steps
    /// of the path through the flow.
    public func decidingState(_ deciding: DecidingParts) -> String {
        let length = deciding.pathLength
        var parts = [status.rawValue, flow, step, language, intent ?? "", group ?? ""]
        parts.append(answers.deciding(deciding))
        parts.append(
            deciding.values.contains("customer") ? facts.jsonText : facts.names.sorted().joined(separator: ","))
        parts.append(open?.deciding ?? "")
        parts.append(retries.jsonText)
        parts.append(trail.lastSteps(length))
        for frame in frames.all {
            parts += [frame.flow, frame.step, frame.answers.deciding(deciding), frame.trail.lastSteps(length)]
        }
        if length > 0 {
            for place in left.all.suffix(1) { parts += ["left", place.flow, place.step] }
            for place in interrupted.all.suffix(1) { parts += ["interrupted", place.flow, place.step] }
        }
        let waiting = reminders.all.map { "reminder\u{1E}\($0.flow)\u{1E}\($0.step)" }
        parts += deciding.countsReminders ? waiting : Set(waiting).sorted()
        parts.append("\(bookings.count)")
        if handover != nil { parts.append("handover") }
        return parts.joined(separator: "\u{1F}")
    }
}

extension OpenQuestion {
    /// The form in which the question stands, and what it offers.
    fileprivate var deciding: String {
        var parts = [name, "\(misfits)", "\(silences)", form?.page ?? ""]
        switch (which ?? asked).kind {
        case .choice(let choice): parts += choice.options.map(\.choice.id)
        case .times(let times): parts += [times.slots.isEmpty ? "no times" : "times"] + times.beside.map(\.id)
        case .pay(let pay): parts.append((changedSheet ?? pay.sheet).method?.id ?? "")
        case .form(let form): parts += form.pages.map(\.name)
        case .text, .number, .money, .date, .signIn, .app, .photo, .file, .place: break
        }
        if which != nil { parts.append("which") }
        if meant != nil { parts.append("meant") }
        if let gathered { parts.append("\(gathered.files.count) files") }
        return parts.joined(separator: "\u{1E}")
    }
}

extension Trail {
    /// The names of the last steps that were left.
    fileprivate func lastSteps(_ length: Int) -> String {
        all.suffix(length).map(\.step).joined(separator: "\u{1E}")
    }
}

extension Fields {
    /// The values of deciding names, and which of those whose presence counts hold one.
    fileprivate func deciding(_ deciding: DecidingParts) -> String {
        names.sorted().compactMap { name in
            if deciding.values.contains(name) { return "\(name)=\(self[name]?.jsonText ?? "")" }
            return deciding.presence.contains(name) ? name : nil
        }.joined(separator: "\u{1E}")
    }
}
