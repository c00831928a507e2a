public import Diagnostics
import FlowCompiler

extension Draft {
    /// Where the thing at a position is declared; a name may be set in several places.
    public func definition(in file: String, at offset: Int) -> [Span] {
        let index = self.index
        let here = index.occurrences(in: file, at: offset)
        if case .text(let name, let flow)? = here.first?.thing {
            return compilation.insight.wordings(of: flow).filter { $0.name == name }.map(\.span)
        }
        let things = index.linked(to: Set(here.map(\.thing)))
        let declared = index.occurrences(of: things).filter { $0.role == .declaration }.map(\.span)
        return declared.withoutDuplicates()
    }

    /// Every place in all files that names the thing at a position, in the order of the files.
    public func references(in file: String, at offset: Int, includingDeclaration: Bool = true) -> [Span] {
        let index = self.index
        let things = index.linked(to: Set(index.occurrences(in: file, at: offset).map(\.thing)))
        let places = index.occurrences(of: things)
        let declared = Set(places.filter { $0.role == .declaration }.map(\.span))
        return places.map(\.span).filter { includingDeclaration || !declared.contains($0) }.withoutDuplicates()
    }

    /// The places in the same file that name the thing at a position.
    public func highlights(in file: String, at offset: Int) -> [Span] {
        references(in: file, at: offset).filter { $0.file == file }
    }
}

extension [Span] {
    /// The first of equal spans only.
    fileprivate func withoutDuplicates() -> [Span] {
        var seen: Set<Span> = []
        return filter { seen.insert($0).inserted }
    }
}
