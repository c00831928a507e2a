import FlowCompiler

/// The lines of a block at one place of a file, written from nothing but the tables of the language.
struct SampleBlock {
    let place: KeyPlace
    private var entries: [(key: String, lines: [String])] = []
    /// Whether the result of an action is a place, as in one of its examples.
    private var hasPlace = false

    /// A block with what the place needs, and one more key.
    init(_ place: KeyPlace, with key: String, as form: ValueForm) {
        self.init(place, given: (key, Self.lines(key, form, at: place)))
        if case .block(.examplePlace) = form { hasPlace = true }
    }

    /// A block with an entry, and with what the entry and the place need beside it.
    init(
        _ place: KeyPlace, given: (key: String, lines: [String])? = nil, kindOfAnswer: String = "text"
    ) {
        self.place = place
        if let given {
            entries = [given]
            addOwner(of: given.key, kindOfAnswer)
        }
        for needed in place.table.keys where needed.isRequired { add(needed.name) }
        for name in Self.companions[place] ?? [] where !hasGroup(of: name) { add(name) }
        fill()
    }

    /// Keys without which a place makes no sense, although each alone may be left out.
    private static let companions: [KeyPlace: [String]] = [
        .page: ["text"], .action: ["get", "gives"], .provider: ["discovery"], .ifUnanswered: ["then"],
    ]

    // Entries.

    /// Adds a key with a value of its first form, unless it is there already.
    mutating func add(_ key: String) {
        guard !entries.contains(where: { $0.key == key }), let form = place.table[key]?.forms.first else { return }
        entries.append((key, Self.lines(key, form, at: place)))
    }

    mutating func remove(_ key: String) {
        entries.removeAll { $0.key == key }
        fill(except: key)
    }

    /// Adds one of the keys that a key goes with, and a kind of answer to a question.
    private mutating func addOwner(of key: String, _ kindOfAnswer: String) {
        let owners = place.table[key]?.goesWith ?? []
        if let owner = owners.first, !entries.contains(where: { owners.contains($0.key) }) {
            add(owner)
            addOwner(of: owner, kindOfAnswer)
        }
        if place == .step, key == "ask", !hasGroup(of: kindOfAnswer) { add(kindOfAnswer) }
        if place == .step, key == "remind" { add("go") }
    }

    private func hasGroup(of name: String) -> Bool {
        guard let group = place.table[name]?.group else { return false }
        return entries.contains { place.table[$0.key]?.group == group }
    }

    /// Adds an entry to a block that has none.
    private mutating func fill(except key: String? = nil) {
        guard entries.isEmpty else { return }
        if let chosen = place.table.chosen {
            entries = [(chosen.example, Self.lines(chosen.example, chosen.forms[0], at: place))]
        } else if let other = place.table.keys.first(where: { $0.name != key }) {
            add(other.name)
        }
    }

    // Lines.

    var lines: [String] {
        let last = entries.filter { $0.key == "otherwise" }
        return (entries.filter { $0.key != "otherwise" } + last).flatMap(\.lines)
    }

    private static func lines(_ key: String, _ form: ValueForm, at place: KeyPlace) -> [String] {
        switch form {
        case .block, .list, .channel: ["\(key):"] + content(form, of: key, at: place).map { "  \($0)" }
        case .nothing: ["\(key):"]
        default: ["\(key): \(content(form, of: key, at: place)[0])"]
        }
    }

    private static func content(_ form: ValueForm, of key: String, at place: KeyPlace) -> [String] {
        switch form {
        case .block(.listedCard(let kind)): SampleBlock(.listedCard(kind), with: "each", as: .each).lines
        case .block(let below): SampleBlock(below).lines
        case .list(let items): items.flatMap { item(content($0, of: key, at: place)) }
        case .channel(.appleMessage): ["receivedMessage:", "  subtitle: Fresh"]
        case .channel: ["title: Fresh"]
        default: [values["\(key) of \(place.table.title)"] ?? word(form)]
        }
    }

    private static func item(_ lines: [String]) -> [String] {
        lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
    }

    /// Values of a form that a key alone has.
    private static let values = [
        "flow of a flow": "broken", "bot of bot.yaml": "Test", "expires of bot.yaml": "30 days",
        "translation of a translation": "broken", "timeout of an action": "8 seconds",
        "several of a section of answers": "no", "kept_for of a table": "30 days", "app_id of an app": "1234567890",
        "type of a card of one's own": "application/vnd.example.card+json",
    ]

    private static func word(_ form: ValueForm) -> String {
        switch form {
        case .prose, .text: "Good day"
        case .oneOf(let words): words[0]
        case .yesNo: "yes"
        case .number, .wholeNumber, .value: "2"
        case .amount: "5.00 EUR"
        case .currency: "EUR"
        case .duration: "10 minutes"
        case .date, .moment: "2031-12-01"
        case .slot: "2031-12-01 10:00 for 45 minutes"
        case .hours: "9:00 to 12:00"
        case .reminder: "in 2 days"
        case .zone: "Europe/Berlin"
        case .country: "DE"
        case .language: "de"
        case .name(let thing): name(of: thing)
        case .insert: "{slots}"
        case .condition: "service is Puncture"
        case .each: "item in items"
        case .type: "text, optional"
        case .pattern: "'[A-Z]+'"
        case .address: "https://shop.example/page"
        case .asset: "picture.png"
        case .tap: "map"
        case .word, .anything: "word"
        case .list, .block, .channel, .nothing: ""
        }
    }

    private static func name(of thing: NamedThing) -> String {
        switch thing {
        case .step: "welcome"
        case .destination: "end"
        case .page: "send"
        case .flow, .start: "people"
        case .queue: "team"
        case .week: "opening hours"
        case .action: "book_chair"
        case .resultTable: "bookings"
        case .provider, .merchant: "shop"
        case .app: "seats"
        case .customCard: "map"
        }
    }

    // Files.

    /// A project with the block in its file.
    var project: TestProject {
        var block = self
        while let home = Self.homes[block.place] { block = home.around(block) }
        var text = block.lines.joined(separator: "\n") + "\n"
        if hasPlace || place == .examplePlace { text = text.replacing("code: text", with: "code: place") }
        switch block.place {
        case .bot: return TestProject(["bot.yaml": text, "broken.yaml": Case.good])
        case .translation: return TestProject(["broken.yaml": Case.good, "broken.de.yaml": text])
        case .actionsFile: return TestProject(["broken.yaml": Case.good, "Config/actions.yaml": text])
        case .services: return TestProject(["broken.yaml": Case.good, "Config/services.yaml": text])
        default: return TestProject(["broken.yaml": text])
        }
    }

    /// The key below which the blocks of a place stand.
    private struct Home {
        let place: KeyPlace
        let key: String
        let form: ValueForm

        func around(_ block: SampleBlock) -> SampleBlock {
            let lines = if case .list = form { SampleBlock.item(block.lines) } else { block.lines }
            return SampleBlock(
                place, given: (key, ["\(key):"] + lines.map { "  \($0)" }),
                kindOfAnswer: block.place == .appBubble ? "app" : "text")
        }
    }

    /// The first home of every place; the outermost places have none.
    private static let homes: [KeyPlace: Home] = {
        var homes: [KeyPlace: Home] = [:]
        for place in KeyPlace.all where place != .card {
            let keys = place.table.keys.flatMap { key in key.forms.map { (key.name, $0) } }
            let chosen = place.table.chosen.map { chosen in chosen.forms.map { (chosen.example, $0) } } ?? []
            for (key, form) in keys + chosen {
                for below in form.places where homes[below] == nil {
                    homes[below] = Home(place: place, key: key, form: form)
                }
            }
        }
        return homes
    }()
}
