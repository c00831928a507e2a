import Diagnostics
import FlowModel

extension PlayStop {
    init(_ line: LineSyntax, at number: Int, because reason: Reason) {
        self.init(reason: reason, line: number, verb: line.verb.rawValue, text: line.text)
    }

    init(_ line: LineSyntax, at number: Int, _ diagnostic: Diagnostic) {
        self.init(reason: .line, line: number, verb: line.verb.rawValue, text: line.text, diagnostic: diagnostic)
    }

    /// A line that cannot be read.
    init(_ thread: ThreadText, _ problem: Diagnostic) {
        let number = thread.line(of: problem.span)
        self.init(
            reason: .line, line: number, verb: "",
            text: thread.lines.indices.contains(number - 1)
                ? thread.lines[number - 1] : "", diagnostic: problem)
    }

    /// Finds what could stand in place of the line: what is offered now and most like it, then nothing.
    mutating func findCures(among offers: [PlayOffer]) {
        guard reason == .line else { return }
        let alike = offers.filter { offer in
            guard let first = offer.lines.first, offer.lines.count == 1 else { return false }
            return first.hasPrefix("\(verb == "tap old" ? "tap" : verb):") && !offer.isSample
        }
        let labels = alike.map(\.label)
        if let near = closest(to: text, among: labels) ?? labels.likeliest(for: text),
            let offer = alike.first(where: { $0.label == near })
        {
            cures.append(Cure(title: offer.title, line: offer.lines[0]))
        }
        if line > 0 { cures.append(Cure(title: "Leave this line out", line: nil)) }
    }
}

extension [String] {
    /// The label that begins with a text or contains all of its words; `nil` unless there is exactly one.
    fileprivate func likeliest(for text: String) -> String? {
        let words = Set(text.lowercased().split(separator: " "))
        guard !words.isEmpty else { return nil }
        let fitting = filter { label in
            let others = Set(label.lowercased().split(separator: " "))
            return words.isSubset(of: others) || others.isSubset(of: words) && !others.isEmpty
        }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

extension ThreadText {
    /// The stop of a thread whose flow does not exist.
    func stopWithoutFlow(_ flow: String, _ bot: Bot) -> PlayStop {
        PlayStop(
            reason: .line, line: 0, verb: "", text: "",
            diagnostic: Diagnostic(
                .unknownFlow, "there is no flow called `\(flow)`", at: Span(file: path, range: 0..<0),
                label: "a thread belongs to a flow",
                help: suggestion(for: flow, among: bot.flows.map(\.name), are: "the flows are")))
    }
}
