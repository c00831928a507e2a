import Diagnostics
import Expressions

/// Decodes the openings of a step: `say`, `show` and `set`, in the order written.
struct OpeningDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func openings(_ block: Block) -> [OpeningSyntax] {
        block.map.entries.compactMap { entry in
            switch entry.key.string {
            case "say": .say(sayings(block, entry))
            case "set": set(block, entry)
            case "show": .show(CardDecoder(findings: findings, context: context).cards(entry))
            case "give_back": .giveBack(givenBack(block, entry))
            case "stop_reminding": .stopReminding(names(block, entry))
            default: findings.isMisspelt(entry.key, for: "set") ? .set([], isDamaged: true) : nil
            }
        }
    }

    // Messages.

    private func sayings(_ block: Block, _ entry: Entry) -> [SayItemSyntax] {
        if case .list(let list)? = entry.value { return list.items.compactMap(saying) }
        return block.value(entry, wants: "a text or a list of texts").map { [.text(findings.text($0))] } ?? []
    }

    private func saying(_ item: Node) -> SayItemSyntax? {
        switch item {
        case .value(let value):
            guard !value.string.isEmpty else {
                findings.reportEmptyItem(value.span)
                return nil
            }
            return .text(findings.text(value))
        case .map(let map): return lines(Block(map, "an `each` block", findings))
        case .list, .broken:
            findings.reportShape("say", wants: "texts", item)
            return nil
        }
    }

    private func lines(_ block: Block) -> SayItemSyntax? {
        guard block.has("each") || block.has("line") else {
            findings.report(
                .wrongShape, "`say` wants texts, here is a block", at: block.place, label: "a block",
                help: "put the text in quotes, or begin the block with `each:`")
            return nil
        }
        block.expectKeys(of: .sayForEach)
        block.require("each", help: "add `each:` with a list to go through, such as `each: order in orders`")
        block.require("line", help: "add `line:` with what is said of each")
        let each = block.value("each", wants: "`x in list`").flatMap(findings.each)
        let line = block.text("line")
        let ifEmpty = block.text("if_empty")
        guard let each, let line else { return nil }
        return .lines(each, line: line, ifEmpty: ifEmpty)
    }

    // Reminders and slots.

    private func names(_ block: Block, _ entry: Entry) -> [TextSyntax] { values(block, entry).map(findings.text) }

    private func givenBack(_ block: Block, _ entry: Entry) -> [GivenBackSyntax] {
        values(block, entry).compactMap { value in
            guard value.string.contains("{") else { return .answer(Located(value.string, at: value.span)) }
            let text = findings.text(value)
            return findings.isOneName(text, "give_back") ? .time(text) : nil
        }
    }

    /// One value, or those of a list.
    private func values(_ block: Block, _ entry: Entry) -> [ValueNode] {
        guard case .list(let list)? = entry.value else {
            return block.value(entry, wants: "a name or a list of names").map { [$0] } ?? []
        }
        return list.items.compactMap { item in
            guard case .value(let value) = item else {
                findings.reportShape(entry.key.string, wants: "names", item)
                return nil
            }
            if value.string.isEmpty { findings.reportEmptyItem(value.span) }
            return value.string.isEmpty ? nil : value
        }
    }

    // Assignments.

    private func set(_ block: Block, _ entry: Entry) -> OpeningSyntax {
        guard let below = block.block(entry) else { return .set([], isDamaged: true) }
        return .set(below.map.entries.compactMap { assignment(below, $0) }, isDamaged: below.map.isDamaged)
    }

    private func assignment(_ block: Block, _ entry: Entry) -> AssignmentSyntax? {
        let name = Located(entry.key.string, at: entry.key.span)
        let fact = name.value.hasPrefix("customer.") ? name.value.dropFirst("customer.".count) : nil
        guard Name.isIdentifier(fact.map { String($0) } ?? name.value) else {
            findings.refuse(name, "a value")
            return nil
        }
        if case .map(let map)? = entry.value { return record(name, entry, map) }
        guard let value = block.value(entry, wants: "one value") else {
            return AssignmentSyntax(name: name, value: .broken, source: entry.key.text, span: entry.key.span)
        }
        let (assigned, problems) = AssignedSyntax.parse(value.string, isQuoted: value.isQuoted, context)
        findings.add(problems, in: value.text)
        return AssignmentSyntax(name: name, value: assigned, source: value.text, span: value.span)
    }

    /// A name that is set to a record: a block of fields with their values.
    private func record(_ name: Word, _ entry: Entry, _ map: MapNode) -> AssignmentSyntax {
        let block = Block(map, "`\(name.value)`", at: name.span, findings)
        let fields = map.entries.compactMap { entry -> AssignmentSyntax? in
            let field = Located(entry.key.string, at: entry.key.span)
            guard Name.isIdentifier(field.value) else {
                findings.refuse(field, "a field")
                return nil
            }
            return assignment(block, entry)
        }
        let isWhole = !map.isDamaged && fields.count == map.entries.count && !fields.isEmpty
        let parts = fields.map { AssignedSyntax.RecordPart(name: $0.name.value, value: $0.value) }
        return AssignmentSyntax(
            name: name, value: isWhole ? .record(parts) : .broken, source: entry.key.text, span: entry.key.span,
            fields: isWhole ? fields : [])
    }
}
