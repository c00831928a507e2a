import Diagnostics
import Expressions
import FlowModel

/// Decodes `events` of bot.yaml, and `if_event` of steps.
struct EventsDecoder {
    let findings: DiagnosticCollector

    /// - Parameter types: those that the values of events may have.
    func events(_ bot: Block, _ types: TypeReader) -> EventsSyntax {
        guard let below = bot.block("events") else { return EventsSyntax(isDamaged: bot.mayHave("events")) }
        return EventsSyntax(
            events: below.map.entries.map { event($0, in: below, types) }, isDamaged: below.map.isDamaged)
    }

    private func event(_ entry: Entry, in below: Block, _ types: TypeReader) -> EventSyntax {
        let name = Located(entry.key.string, at: entry.key.span)
        var syntax = EventSyntax(name: name, declaration: EventDeclaration(name: name.value, fields: []))
        checkName(name)
        guard entry.value != nil else { return syntax }
        syntax.isDamaged = true
        guard let block = below.block(entry, "an event") else { return syntax }
        block.expectKeys(of: .event)
        let fields = block.block("fields")
        reportReserved(fields)
        syntax.declaration.fields = types.fields(fields)
        reportFiles(syntax.declaration, fields)
        let areCertain = fields.map { !$0.hasUnreadableNames } ?? !block.mayHave("fields")
        syntax.declaration.privateFields = privateFields(block, syntax.declaration, areCertain)
        syntax.isDamaged = !areCertain
        return syntax
    }

    /// Names of events may consist of several words.
    private func checkName(_ name: Word) {
        let isName = name.value.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
        guard !isName || name.value.first?.isLetter != true else { return }
        findings.report(
            .badName, "an event cannot be called `\(name.value)`", at: name.span,
            label: "words of letters, digits, `-` and `_`, beginning with a letter",
            help: "write a few words, such as `parcel shipped`")
    }

    /// Fields become names of flows.
    private func reportReserved(_ fields: Block?) {
        for entry in fields?.map.entries ?? []
        where BuiltIns.roots.contains(entry.key.string) || entry.key.string == "nothing" {
            findings.report(
                .reservedName, "`\(entry.key.string)` is built in and cannot hold a value of an event",
                at: entry.key.span, label: "a built-in name", help: "give it another name")
        }
    }

    /// Files belong to the customers who sent them.
    private func reportFiles(_ event: EventDeclaration, _ fields: Block?) {
        for field in event.fields where field.type.holdsFiles {
            guard let key = fields?.map.entries.first(where: { $0.key.string == field.name })?.key else { continue }
            findings.report(
                .unknownWord, "an event cannot bring a file", at: key.span, label: "a file",
                help: "bring its address as `text`")
        }
    }

    private func privateFields(_ block: Block, _ event: EventDeclaration, _ areCertain: Bool) -> Set<String> {
        let known = event.fields.map(\.name)
        let words = block.words("private") ?? []
        for word in words where !known.contains(word.value) && areCertain {
            findings.report(
                .unknownName, "the event has no field `\(word.value)`", at: word.span, label: "no such field",
                help: suggestion(for: word.value, among: known, are: "its fields are"))
        }
        return Set(words.map(\.value))
    }

    /// `if_event` of a step.
    func exits(_ step: Block) -> EventExitsSyntax? {
        guard step.mayHave("if_event") else { return nil }
        var exits = EventExitsSyntax(key: step.key("if_event") ?? step.place)
        guard let below = step.block("if_event") else {
            exits.isDamaged = true
            return exits
        }
        exits.lines = below.map.entries.map { entry in
            EventExitsSyntax.Line(
                name: Located(entry.key.string, at: entry.key.span),
                then: below.value(entry, wants: "one step").map { findings.destination($0, inBot: false) })
        }
        exits.isDamaged = below.map.isDamaged || exits.lines.contains { $0.then == nil }
        return exits
    }
}

extension ValueType {
    /// Whether a value of the type is a file, or contains one.
    fileprivate var holdsFiles: Bool {
        switch self {
        case .file: true
        case .list(let item): item?.holdsFiles ?? false
        case .record(let fields): fields.contains { $0.type.holdsFiles }
        case .text, .number, .date, .time, .duration, .yesNo, .place, .money, .choice, .unknown: false
        }
    }
}
