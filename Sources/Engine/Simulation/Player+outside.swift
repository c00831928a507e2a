import Diagnostics
import Expressions
import FlowEngine
import FlowModel

/// `event`: something happens outside, such as `event: parcel shipped with number is 17, carrier is "DHL"`.
extension Player {
    mutating func receive(_ line: LineSyntax) throws(PlayFailure) {
        let event = try outsideEvent(line)
        var reason: String?
        try engine(line) { (world) throws(EngineError) in reason = try world.receive(event) }
        guard let reason else { return }
        throw PlayFailure(.transcriptNothingWaiting, reason, at: line.verbSpan, label: "nothing listens to it")
    }

    private func outsideEvent(_ line: LineSyntax) throws(PlayFailure) -> OutsideEvent {
        let text = line.text
        let events = world.bot.events
        let named = events.filter { text == $0.name || text.hasPrefix("\($0.name) with ") }
        guard let declaration = named.max(by: { $0.name.count < $1.name.count }) else {
            let name = text.firstRange(of: " with ").map { String(text[..<$0.lowerBound]) } ?? text
            throw syntax(
                "there is no event called `\(name)`", line.span,
                suggestion(for: name, among: events.map(\.name), are: "the events are"))
        }
        var event = OutsideEvent(name: declaration.name)
        for part in text.dropFirst(declaration.name.count).dropFirst(" with ".count).partsOutsideQuotes {
            let (field, value) = try value(of: part, in: declaration, line)
            event.fields[field] = value
        }
        if let field = declaration.fields.first(where: { !$0.isOptional && event.fields[$0.name] == nil }) {
            throw syntax(
                "`\(event.name)` comes with `\(field.name)` (\(field.type.word)), which this line does not give",
                line.span, "write such as `event: \(event.name) with \(field.name) is …`")
        }
        return event
    }

    /// `number is 17`, or `number = 17`.
    private func value(
        of part: String, in event: EventDeclaration, _ line: LineSyntax
    ) throws(PlayFailure) -> (String, Value) {
        let sides = [" is ", "="].lazy.compactMap { sign in
            part.firstRange(of: sign).map {
                (part[..<$0.lowerBound].withoutBlanks, part[$0.upperBound...].withoutBlanks)
            }
        }
        guard let (name, words) = sides.first else {
            throw syntax("`\(part)` is no value of an event", line.span, "write such as `number is 17`")
        }
        guard let field = event.fields.first(where: { $0.name == name }) else {
            throw syntax(
                "`\(event.name)` has no `\(name)`", line.span,
                suggestion(for: name, among: event.fields.map(\.name), are: "it has"))
        }
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        guard let value = value(of: words.withoutQuotes, field.type, context) else {
            throw syntax("`\(words)` is not \(field.type.word)", line.span)
        }
        return (name, value)
    }
}

extension StringProtocol {
    /// The parts between commas that stand outside of quotes.
    fileprivate var partsOutsideQuotes: [String] {
        var parts = [""]
        var isQuoted = false
        for character in self {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map(\.withoutBlanks).filter { !$0.isEmpty }
    }

    fileprivate var withoutBlanks: String {
        var text = Substring(self).drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    fileprivate var withoutQuotes: String {
        count > 1 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : String(self)
    }
}
