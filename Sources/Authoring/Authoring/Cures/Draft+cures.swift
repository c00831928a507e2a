public import Diagnostics
import FlowCompiler

extension Draft {
    /// The ways to correct what a diagnostic of this draft is about, the likeliest first.
    ///
    /// A cure is certain only when its diagnostic is gone afterwards, no other has come, and every text that
    /// customers read is the same as before. A key that is read afterwards may bring texts that were not read before.
    public func cures(for diagnostic: Diagnostic) -> [Cure] {
        guard let context = CureContext(self, diagnostic) else { return [] }
        var seen: Set<[TextEdit]> = []
        let all = CureTable.cures(of: diagnostic.code).flatMap { $0(context) }
        return all.filter { !$0.edits.isEmpty && seen.insert($0.edits).inserted }.map { cure in
            cure.isCertain && !isSafe(cure, for: diagnostic) ? Cure(cure.title, cure.edits) : cure
        }
    }

    private func isSafe(_ cure: Cure, for diagnostic: Diagnostic) -> Bool {
        // Transcripts are played elsewhere.
        if transcripts.contains(where: { $0.path == diagnostic.span.file }) { return true }
        let cured = applying(cure.edits)
        let before = Dictionary(grouping: diagnostics, by: \.code).mapValues(\.count)
        let after = Dictionary(grouping: cured.diagnostics, by: \.code).mapValues(\.count)
        return after[diagnostic.code, default: 0] < before[diagnostic.code, default: 0]
            && after.allSatisfy { $0.value <= before[$0.key, default: 0] }
            && ([.unknownKey, .missingColon].contains(diagnostic.code)
                ? cured.customerTexts.containsAll(of: customerTexts) : cured.customerTexts == customerTexts)
    }

    /// Every text that customers read or type, as far as the files can be read.
    var customerTexts: [String] {
        let insight = compilation.insight
        let flows = files.texts.filter { !$0.isTranslation }.map(\.flowName)
        let own = flows.flatMap { insight.wordings(of: $0).map(\.text) }
        let translated = files.texts.filter(\.isTranslation).flatMap { file in
            (WrittenFile(file)?.root?.map("texts")?.entries ?? []).compactMap { entry in
                if case .map(let text)? = entry.value { text.string("text") } else { nil }
            }
        }
        return (own + translated).sorted()
    }
}

extension [String] {
    /// Whether every element of another array is in this one, at least as often.
    fileprivate func containsAll(of others: [String]) -> Bool {
        let count = Dictionary(grouping: self) { $0 }.mapValues(\.count)
        return Dictionary(grouping: others) { $0 }.allSatisfy { $0.value.count <= count[$0.key, default: 0] }
    }
}
