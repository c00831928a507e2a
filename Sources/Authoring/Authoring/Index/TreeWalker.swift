import Diagnostics
import Expressions
import FlowCompiler

/// Finds what a file names, by the keys that its values stand behind.
struct TreeWalker {
    private let file: WrittenFile
    private let results: ResultTable
    private(set) var occurrences: [Occurrence] = []

    /// Where a value stands.
    struct Scope {
        /// The flow in which names and steps are meant; `nil` in bot.yaml and `Config/`.
        var flow: String?
        var step: String?
        /// Whether destinations are pages of the form of `step`.
        var isPage = false
        /// The action of `Config/actions.yaml`.
        var action: String?
        /// The variables of the surrounding `each`, the innermost last.
        var variables: [(name: String, declared: Span)] = []
        /// What the inputs below `using` belong to.
        var inputs: Inputs?
    }

    enum Inputs {
        case action(String)
        case flow(String)
    }

    init(_ file: WrittenFile, _ results: ResultTable) {
        self.file = file
        self.results = results
    }

    mutating func walk() {
        guard let root = file.root else { return }
        var scope = Scope()
        switch file.place {
        case .flow: scope.flow = file.file.flowName
        case .translation: scope.flow = root.string("translation") ?? file.file.flowName
        default: break
        }
        walk(root, file.place, scope, below: "")
    }

    // Blocks.

    private mutating func walk(_ map: MapNode, _ place: KeyPlace, _ outer: Scope, below key: String) {
        var scope = outer
        if case .value(let each)? = map.entry("each")?.value, place.table["each"] != nil { enter(each, &scope) }
        if let action = map.string("call") { scope.inputs = .action(action) }
        if let flow = map.string("run") { scope.inputs = .flow(flow) }
        for entry in map.entries {
            if let known = place.table[entry.key.string] {
                walk(entry, known, place, scope)
            } else if let chosen = place.table.chosen {
                let inner = declare(entry, place, scope, below: key)
                walk(entry.value, chosen.forms, inner, below: entry.key.string)
            } else {
                walk(entry.value, [.anything], scope, below: entry.key.string)
            }
        }
    }

    private mutating func walk(_ entry: Entry, _ key: LanguageKey, _ place: KeyPlace, _ scope: Scope) {
        switch (key.name, entry.value) {
        case ("each", .value?): break
        case ("was", let value?): for word in words(of: value) { former(word, scope) }
        case ("save", .value(let value)?): name(value.text, whole: value, scope, role: .declaration)
        case ("using", .value(let value)?): share(value, of: value.span, scope)
        case ("using", .list(let list)?): for word in words(of: list) { share(word, of: list.span, scope) }
        case ("private", let value?) where scope.action != nil: for word in words(of: value) { sealed(word, scope) }
        case ("flow", .value(let value)?) where place == .flow:
            add(.flow(value.string), value.text.span(0..<value.string.utf8.count), .declaration)
        default: walk(entry.value, key.forms, scope, below: key.name)
        }
    }

    /// The words of a value or a list.
    private func words(of node: Node) -> [ValueNode] {
        switch node {
        case .value(let value): [value]
        case .list(let list): words(of: list)
        case .map, .broken: []
        }
    }

    private func words(of list: ListNode) -> [ValueNode] {
        list.items.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    private mutating func walk(_ node: Node?, _ forms: [ValueForm], _ scope: Scope, below key: String) {
        switch node {
        case .value(let value)?: self.value(value, forms, scope)
        case .list(let list)?:
            let items = forms.flatMap { form in if case .list(let items) = form { items } else { [form] } }
            for item in list.items { walk(item, items, scope, below: key) }
        case .map(let map)?:
            if let place = KeyPlace.likeliest(of: forms, with: map.entries.map(\.key.string)) {
                walk(map, place, scope, below: key)
            } else {
                for entry in map.entries { walk(entry.value, [.anything], scope, below: key) }
            }
        case .broken?, nil: break
        }
    }

    // Declarations.

    /// A key that the author chose. Returns the scope of what is below it.
    private mutating func declare(_ entry: Entry, _ place: KeyPlace, _ scope: Scope, below: String) -> Scope {
        let key = entry.key
        let word = key.string
        let span = key.text.span(0..<word.utf8.count)
        var inner = scope
        switch place {
        case .steps:
            guard let flow = scope.flow else { break }
            add(.step(word, flow: flow), span, .declaration)
            if results.isNamedByStep(word, flow: flow) { add(.name(word, flow: flow), span, .declaration) }
            inner.step = word
        case .form:
            guard let flow = scope.flow, let step = scope.step else { break }
            add(.page(word, step: step, flow: flow), span, .declaration)
            inner.isPage = true
        case .needs: scope.flow.map { add(.name(word, flow: $0), span, .declaration) }
        case .gives: scope.flow.map { add(.result(word, flow: $0), span, .declaration) }
        case .set: name(key.text, whole: key, scope, role: .declaration)
        case .inputs: input(word, span, scope)
        case .people: add(.queue(word), span, .declaration)
        case .hours: add(.week(word), span, .declaration)
        case .results: add(.table(word), span, .declaration)
        case .events: add(.event(word), span, .declaration)
        case .ifEvent: add(.event(word), span)
        case .entries where word.hasPrefix("event "):
            let name = word.dropFirst("event ".count).drop { $0 == " " }
            add(.event(String(name)), key.text.span(word.utf8.count - name.utf8.count..<word.utf8.count))
        case .customer: add(.fact(word), span, .declaration)
        case .actions:
            add(.action(word), span, .declaration)
            inner.action = word
        case .fields:
            guard let action = scope.action else { break }
            if below == "takes" { add(.input(word, action: action), span, .declaration) }
            if below == "gives" { add(.output(word, action: action), span, .declaration) }
        case .resultPaths, .example: scope.action.map { add(.output(word, action: $0), span) }
        case .records: add(.record(word), span, .declaration)
        case .providers: add(.provider(word), span, .declaration)
        case .merchants: add(.merchant(word), span, .declaration)
        case .apps: add(.app(word), span, .declaration)
        case .customCards: add(.customCard(word), span, .declaration)
        case .when: condition(key.text, scope)
        case .translatedTexts: scope.flow.map { add(.text(word, flow: $0), span) }
        default: texts(key.text, scope)
        }
        return inner
    }

    private mutating func former(_ word: ValueNode, _ scope: Scope) {
        guard let flow = scope.flow, let step = scope.step else { return }
        add(.step(step, flow: flow), word.text.span(0..<word.string.utf8.count), .former)
    }

    private mutating func input(_ word: String, _ span: Span, _ scope: Scope, _ spelling: Occurrence.Spelling = .plain)
    {
        switch scope.inputs {
        case .action(let action)?: add(.input(word, action: action), span, spelling: spelling)
        case .flow(let flow)?: add(.name(word, flow: flow), span, spelling: spelling)
        case nil: break
        }
    }

    /// A word of `using: [a, b]`.
    private mutating func share(_ word: ValueNode, of whole: Span, _ scope: Scope) {
        let span = word.text.span(0..<word.string.utf8.count)
        input(word.string, span, scope, .shared(whole))
        name(word.text, whole: word, scope, role: .reference, .shared(whole))
    }

    private mutating func sealed(_ word: ValueNode, _ scope: Scope) {
        guard let action = scope.action else { return }
        let span = word.text.span(0..<word.string.utf8.count)
        add(.input(word.string, action: action), span)
        add(.output(word.string, action: action), span)
    }

    /// `item in basket.items`: the variable is known in the whole block.
    private mutating func enter(_ each: ValueNode, _ scope: inout Scope) {
        let parts = each.string.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        guard parts.count == 3, String(parts[1]) == "in" else { return }
        let range = { (part: Substring.UTF8View.SubSequence) -> Range<Int> in
            let start = each.string.utf8.distance(from: each.string.startIndex, to: part.startIndex)
            return start..<start + part.count
        }
        name(Name(String(parts[2]) ?? ""), range(parts[2]), in: each.text, scope)
        let variable = String(parts[0]) ?? ""
        let span = each.text.span(range(parts[0]))
        add(.variable(variable, file: span.file, start: span.range.lowerBound), span, .declaration)
        scope.variables.append((variable, span))
    }

    // Values.

    private mutating func value(_ value: ValueNode, _ forms: [ValueForm], _ scope: Scope) {
        for form in forms {
            switch form {
            case .oneOf(let words) where words.contains(value.string): return
            case .condition: return condition(value.text, scope)
            default: break
            }
        }
        for case .name(let thing) in forms where reference(value, thing, scope) { return }
        texts(value.text, scope)
    }

    /// Whether the value names such a thing.
    private mutating func reference(_ value: ValueNode, _ thing: NamedThing, _ scope: Scope) -> Bool {
        let word = value.string
        let span = value.text.span(0..<word.utf8.count)
        switch thing {
        case .destination where scope.isPage, .page:
            guard word != "send", let flow = scope.flow, let step = scope.step else { return true }
            add(.page(word, step: step, flow: flow), span)
        case .step: scope.flow.map { add(.step(word, flow: $0), span) }
        case .destination, .start: destination(value.text, scope)
        case .flow: if word != "bot" || file.place != .translation { add(.flow(word), span) }
        case .queue: add(.queue(word), span)
        case .week:
            guard word.first?.isNumber == false, word != "closed" else { return false }
            add(.week(word), span)
        case .action: add(.action(word), span)
        case .provider: add(.provider(word), span)
        case .merchant: add(.merchant(word), span)
        case .app: add(.app(word), span)
        case .customCard: add(.customCard(word), span)
        case .resultTable: add(.table(word), span)
        }
        return true
    }

    private mutating func destination(_ text: SourceText, _ scope: Scope) {
        let bytes = Array(text.string.utf8)
        guard !["end", "back", "resume"].contains(text.string) else { return }
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
            let flow = scope.flow.flatMap { results.isFlow(text.string, in: $0) ? nil : $0 }
            return add(flow.map { .step(text.string, flow: $0) } ?? .flow(text.string), text.span(0..<bytes.count))
        }
        let flow = String(decoding: bytes[..<slash], as: UTF8.self)
        add(.flow(flow), text.span(0..<slash))
        let step = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
        if step != "start" { add(.step(step, flow: flow), text.span(slash + 1..<bytes.count)) }
    }

    private mutating func condition(_ text: SourceText, _ scope: Scope) {
        for test in ConditionSyntax.parse(text.string).condition.tests {
            name(test.name, test.nameRange, in: text, scope)
            for side in test.right {
                if case .name(let other) = side.content { name(other, side.range, in: text, scope) }
            }
        }
    }

    /// The names in the braces of a text.
    private mutating func texts(_ text: SourceText, _ scope: Scope) {
        guard text.string.contains("{") else { return }
        for insert in Template.parse(text.string).template.inserts {
            name(insert.name, insert.nameRange, in: text, scope)
        }
    }

    // Names.

    private mutating func name(
        _ text: SourceText, whole: ValueNode, _ scope: Scope, role: Occurrence.Role,
        _ spelling: Occurrence.Spelling = .plain
    ) {
        let path = Name(whole.string)
        name(path, 0..<whole.string.utf8.count, in: text, scope, role, spelling)
    }

    private mutating func name(
        _ name: Name, _ range: Range<Int>, in text: SourceText, _ scope: Scope, _ role: Occurrence.Role = .reference,
        _ spelling: Occurrence.Spelling = .plain
    ) {
        let root = name.root
        guard !root.isEmpty else { return }
        let span = text.span(range.lowerBound..<range.lowerBound + root.utf8.count)
        let resolver = NameResolver(results: results, scope: scope)
        let thing = resolver.root(root)
        if let thing { add(thing, span, role, spelling: spelling) }
        guard let field = name.fields.first else { return }
        let start = range.lowerBound + root.utf8.count + 1
        let fieldSpan = text.span(start..<start + field.utf8.count)
        guard let found = resolver.field(field, of: root) else { return }
        let isDashed = if case .queue = found { true } else if case .week = found { true } else { false }
        add(found, fieldSpan, role, spelling: isDashed ? .dashed : .plain)
    }

    private mutating func add(
        _ thing: Thing, _ span: Span, _ role: Occurrence.Role = .reference, spelling: Occurrence.Spelling = .plain
    ) {
        occurrences.append(Occurrence(thing: thing, span: span, role: role, spelling: spelling))
    }
}
