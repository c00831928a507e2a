import Diagnostics
import Expressions

/// Names in texts exist, and have a format that fits their type.
struct Texts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let bot = analysis.project.bot
        let builtIns = BuiltInScope(bot)
        let translations = analysis.project.translations
        var found = translations.with(bot.allTexts).flatMap { problems($0, in: builtIns) }
        for (flow, names) in zip(analysis.project.flows, analysis.names) {
            found += translations.with(flow.exits.texts).flatMap { problems($0, in: names) }
            for site in translations.with(flow.steps.flatMap(\.textSites)) {
                found += problems(site, in: EachScope(names, site.repeated))
            }
        }
        return found
    }

    private func problems(_ text: TextSyntax, in types: some TypeScope) -> [Diagnostic] {
        text.source.diagnostics(text.template.problems(in: types))
    }

    private func problems(_ site: TextSite, in types: EachScope) -> [Diagnostic] {
        let problems: [Problem] =
            switch site.role {
            case .said, .address: site.template.problems(in: types)
            case .times, .taken: wanted(site.template, "a list of times", types) { $0.isListOfTimes }
            case .moment: wanted(site.template, "a time", types) { $0 == .time }
            case .day: wanted(site.template, "a date", types) { $0 == .date || $0 == .time }
            case .length: wanted(site.template, "a length of time", types) { $0 == .duration }
            case .image: wanted(site.template, "a picture", types) { $0 == .file || $0.isTextual }
            case .set: []  // reported with the value that is set
            }
        return site.source.diagnostics(problems)
    }

    /// The problems of a text that must be a single name of a certain type.
    private func wanted(
        _ template: Template, _ what: String, _ types: EachScope, _ fits: (ValueType) -> Bool
    ) -> [Problem] {
        template.inserts.compactMap { insert in
            let (type, problem) = types.lookUp(insert.name, at: insert.nameRange)
            if let problem { return problem }
            if type == .unknown || fits(type) { return nil }
            return Problem(
                .typeMismatch, "`\(insert.name.text)` is \(type.word), here \(what) is wanted", at: insert.nameRange,
                label: type.word)
        }
    }
}

extension ValueType {
    fileprivate var isListOfTimes: Bool {
        switch self {
        case .list(let item): item == nil || item == .time || item == .unknown
        default: false
        }
    }
}

/// Only built-in names: those that texts of bot.yaml may use.
struct BuiltInScope: TypeScope {
    private let types: [String: ValueType]

    init(_ bot: BotSyntax) { types = BuiltIns.types(bot) }

    func type(ofRoot root: String) -> ValueType? { types[root] }
    var roots: [String] { types.keys.sorted() }
}

extension BotSyntax {
    /// All texts of bot.yaml.
    var allTexts: [TextSyntax] {
        [name, business, notice].compactMap { $0 } + exits.texts + texts.map(\.text) + replies.compactMap(\.text)
    }
}
