/// The keys of the language as far as reading depends on them, taken from the tables of all places.
enum Vocabulary {
    /// Every key of the language: in a list, `- word: …` is a block when the word is one of these, and a line of prose
    /// is not continued by a line that begins with one of them.
    static let keys = names(in: [.flow, .bot, .language, .card, .conditions, .translation])

    /// The outermost keys of a flow and of a translation.
    static let flowKeys = names(of: [.flow, .translation])

    /// The outermost keys of bot.yaml.
    static let botKeys = names(of: [.bot])

    /// Keys of one text of a translation.
    static let translatedKeys = names(of: [.translatedText])

    /// Keys of a step that are no likely label of an answer, and no condition.
    static let stepOnlyKeys: Set<String> = [
        "then", "if_silent", "if_other", "if_failed", "if_cancelled", "if_unable", "if_empty", "if_event", "hand_over",
    ]

    /// Keys with a block below them, and no value on their line.
    static let blockKeys: Set<String> = {
        let keys = places(in: [.flow, .bot, .language]).flatMap(\.table.keys)
        let others = keys.filter { key in !key.forms.allSatisfy { if case .block = $0 { true } else { false } } }
        return Set(keys.map(\.name)).subtracting(others.map(\.name))
    }()

    /// Keys with nothing but a word or a list of words on their line: no block is below them.
    static let wordKeys: Set<String> = {
        let keys = places(in: [.flow, .bot, .language, .card]).flatMap(\.table.keys)
        let others = keys.filter { key in
            key.forms.contains { form in form.isProse || !form.places.isEmpty }
        }
        return Set(keys.map(\.name)).subtracting(others.map(\.name))
    }()

    // Prose.

    /// Keys whose value is the rest of their line, unchanged.
    static let proseKeys = prose(in: [.flow, .bot, .language, .card]).subtracting(words(in: [.flow, .bot, .language]))

    /// The same in a card, where `text` and `place` are prose too.
    static let proseKeysOfCards = prose(in: [.card]).union(proseKeys)

    /// The same in a Config file.
    static let proseKeysOfConfig = prose(in: [.config])

    /// The same in one text of a translation.
    static let proseKeysOfTranslated = prose(in: [.translated])

    // Blocks.

    /// The keys of the block below `key`.
    static func keys(below key: String, in region: Region) -> Set<String> {
        switch region {
        case .translations: translatedKeys
        case .steps: stepKeys
        case .named: namedKeys
        default: keysBelow[key] ?? keys
        }
    }

    /// The keys of a block that is a list item below `key`.
    static func keys(ofItemsBelow key: String) -> Set<String> { keysOfItems[key] ?? keys }

    /// Keys of a step, except those for services: most of these are also keys of cards and of the lines of a payment,
    /// where a line at the wrong column is more likely to belong.
    private static let stepKeys = Set(
        KeyPlace.step.table.keys.filter { Set($0.goesWith).isDisjoint(with: ["sign_in", "pay", "page", "app"]) }.map(
            \.name))

    /// Keys of queues, of replies, of form pages, of tables of results and of events.
    private static let namedKeys = names(of: [.queue, .reply, .page, .resultTable, .event])

    /// Keys of the blocks below a key of a step; in cards any key may be misplaced.
    private static let keysBelow = keysOfBlocks { form in
        if case .block = form { form.places } else { [] }
    }

    /// Keys of the blocks that are list items below a key of a step.
    private static let keysOfItems = keysOfBlocks { form in
        if case .list = form { form.places } else { [] }
    }
    // Beside an answer, `several` is more likely to be the key of the step.
    .mapValues { $0.contains("section") ? $0.subtracting(["several"]) : $0 }

    private static func keysOfBlocks(_ places: (ValueForm) -> [KeyPlace]) -> [String: Set<String>] {
        var keys: [String: Set<String>] = [:]
        for key in KeyPlace.step.table.keys {
            let places = key.forms.flatMap(places).filter { !$0.isCard && $0.table.chosen == nil }
            if !places.isEmpty { keys[key.name] = names(of: places) }
        }
        return keys
    }

    // Regions.

    /// The regions of the blocks below keys, where they are not `language`.
    static let regions: [String: Region] = {
        var regions: [String: Region] = [:]
        for place in places(in: [.flow, .bot, .language, .card]) {
            for key in place.table.keys {
                if let region = key.forms.lazy.compactMap(\.region).first { regions[key.name] = region }
            }
        }
        return regions
    }()

    // Sets of keys.

    private static func places(in regions: [Region]) -> [KeyPlace] {
        KeyPlace.all.filter { regions.contains($0.region) }
    }

    private static func names(in regions: [Region]) -> Set<String> { names(of: places(in: regions)) }

    private static func names(of places: [KeyPlace]) -> Set<String> { Set(places.flatMap(\.table.names)) }

    private static func prose(in regions: [Region]) -> Set<String> {
        names(in: regions) { $0.forms.contains { $0.isProse } }
    }

    /// The keys that have no prose behind them.
    private static func words(in regions: [Region]) -> Set<String> {
        names(in: regions) { !$0.forms.contains { $0.isProse } }
    }

    private static func names(in regions: [Region], where isWanted: (LanguageKey) -> Bool) -> Set<String> {
        Set(places(in: regions).flatMap(\.table.keys).filter(isWanted).map(\.name))
    }
}

extension ValueForm {
    /// The region of a block of this form, or of the cards in a list; `nil` where it is `language`.
    fileprivate var region: Region? {
        switch self {
        case .block(let place): place.region == .language ? nil : place.region
        case .list: places.contains { $0.region == .card } ? .card : nil
        case .channel: .config
        default: nil
        }
    }
}
