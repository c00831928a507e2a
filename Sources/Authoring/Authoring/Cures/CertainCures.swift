public import Diagnostics
import FlowCompiler

/// A project with every certain cure applied, one after the other, until none is left.
public struct CertainCures: Sendable {
    /// A cure that was applied, and what it is for.
    public struct Applied: Sendable {
        /// The diagnostic as it was reported at that moment.
        public let diagnostic: Diagnostic
        public let cure: Cure
        /// The line of the diagnostic at that moment, from 1.
        public let line: Int
    }

    public let applied: [Applied]
    /// The project afterwards.
    public let draft: Draft
    /// The files that have changed, before and after.
    public let changed: [(before: SourceFile, after: SourceFile)]

    /// The limit for endless cures.
    private static let most = 1000

    /// - Parameter path: the only file whose diagnostics are cured; `nil` for all.
    public init(of draft: Draft, in path: String? = nil) {
        var applied: [Applied] = []
        var current = draft
        while applied.count < Self.most, let next = Self.next(in: current, path) {
            applied.append(next)
            current = current.applying(next.cure.edits)
        }
        self.applied = applied
        self.draft = current
        changed = current.files.all.compactMap { after in
            let before = draft.file(after.path) ?? SourceFile(path: after.path, bytes: [])
            return before.bytes == after.bytes ? nil : (before, after)
        }
    }

    private static func next(in draft: Draft, _ path: String?) -> Applied? {
        for diagnostic in draft.diagnostics where path == nil || diagnostic.span.file == path {
            guard let file = draft.file(diagnostic.span.file), file.isUTF8,
                let cure = draft.cures(for: diagnostic).first(where: \.isCertain),
                path == nil || cure.edits.allSatisfy({ $0.span.file == path })
            else { continue }
            return Applied(
                diagnostic: diagnostic, cure: cure, line: file.line(at: diagnostic.span.range.lowerBound) + 1)
        }
        return nil
    }
}
