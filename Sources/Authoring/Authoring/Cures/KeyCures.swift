import Diagnostics
import FlowCompiler

/// Cures of keys that are missing.
enum KeyCures {
    /// The missing key with the usual value of its kind.
    @Sendable static func missing(_ context: CureContext) -> [Cure] {
        guard let key = context.diagnostic.help?.quoted(between: "add `", ":`"), let block = block(of: context) else {
            return []
        }
        let known = block.place?.table[key]
        guard let value = known?.forms.lazy.compactMap(usual).first else { return [] }
        return context.cure(
            "Add `\(key)`", [context.appending([value.isEmpty ? "\(key):" : "\(key): \(value)"], to: block.map)])
    }

    /// The block below the key that is marked, or the one around it.
    private static func block(of context: CureContext) -> (map: MapNode, place: KeyPlace?)? {
        guard let level = context.levels.last else { return nil }
        if case .map(let map)? = level.entry.value, level.entry.key.span.range.contains(context.span.range.lowerBound) {
            let forms = level.place.flatMap { place in
                place.table[level.entry.key.string]?.forms ?? place.table.chosen?.forms
            }
            return (map, KeyPlace.likeliest(of: forms ?? [], with: map.entries.map(\.key.string)))
        }
        return (level.map, level.place)
    }

    /// A value that can stand there until the author writes another one.
    private static func usual(_ form: ValueForm) -> String? {
        switch form {
        case .prose, .text, .word: "…"
        case .yesNo: "yes"
        case .oneOf(let words): words.first
        case .duration: "10 minutes"
        case .number, .wholeNumber: "1"
        case .name(.destination), .name(.step), .name(.start): "end"
        case .name(.page): "send"
        case .zone: "Europe/London"
        case .language: "en"
        default: nil
        }
    }
}
