import Expressions
import JSON
import MessageModel

extension Session {
    /// What decides how the conversation continues, as text, by which an exploration distinguishes states.
    ///
    /// Left out are the customer's id, identifiers, times and texts. Of a name that decides nothing, only whether it holds
    /// a value counts; of the path through the flow, only the last steps.
    ///
    /// - Parameters:
    ///   - deciding: the roots of the names whose values count, such as those that conditions test.
    ///   - length: how many of the steps that `back` may return to count.
    ///   - countsReminders: whether it counts how many reminders of a step wait; otherwise one is like several.
    public func decidingState(_ deciding: Set<String>, path length: Int, countingReminders countsReminders: Bool)
        -> String
    {
        var parts = [status.rawValue, flow, step, language, intent ?? "", group ?? ""]
        parts.append(answers.deciding(deciding))
        parts.append(deciding.contains("customer") ? facts.json.text : facts.deciding([]))
        parts.append(open?.deciding ?? "")
        parts.append(retries.json.text)
        parts.append(trail.lastSteps(length))
        for frame in frames.all {
            parts += [frame.flow, frame.step, frame.answers.deciding(deciding), frame.trail.lastSteps(length)]
        }
        if length > 0 {
            for place in left.all.suffix(1) { parts += ["left", place.flow, place.step] }
            for place in interrupted.all.suffix(1) { parts += ["interrupted", place.flow, place.step] }
        }
        let waiting = reminders.all.map { "reminder\u{1E}\($0.flow)\u{1E}\($0.step)" }
        parts += countsReminders ? waiting : Set(waiting).sorted()
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
    /// The values of deciding names, and which other names hold one.
    fileprivate func deciding(_ deciding: Set<String>) -> String {
        names.sorted().map { name in
            deciding.contains(name) ? "\(name)=\(self[name]?.json.text ?? "")" : name
        }.joined(separator: "\u{1E}")
    }
}
