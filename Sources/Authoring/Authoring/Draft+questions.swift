public import Diagnostics

extension Draft {
    /// What can be written at a position, the likeliest first. What is written there already is among it.
    public func completions(in file: String, at offset: Int) -> [Completion] { [] }

    /// What the word at a position means.
    public func hover(in file: String, at offset: Int) -> Hover? { nil }

    /// Where the thing at a position is declared; a name may be set in several places.
    public func definition(in file: String, at offset: Int) -> [Span] { [] }

    /// Every place in all files that names the thing at a position, in the order of the files.
    public func references(in file: String, at offset: Int, includingDeclaration: Bool = true) -> [Span] { [] }

    /// The places in the same file that name the thing at a position.
    public func highlights(in file: String, at offset: Int) -> [Span] {
        references(in: file, at: offset).filter { $0.file == file }
    }

    /// The named parts of a file, in the order written.
    public func outline(of file: String) -> [Outline] { [] }

    /// The steps of all flows, and what else is declared in the project, whose name contains the letters of `query` in
    /// their order; all of them for an empty query.
    public func symbols(matching query: String) -> [Outline] { [] }

    /// The parts of a file that an editor can fold.
    public func folds(in file: String) -> [Fold] { [] }

    /// The colours of a file.
    public func tokens(in file: String) -> [Token] { [] }

    /// The name at a position, if it can be renamed.
    public func renaming(in file: String, at offset: Int) throws(Refusal) -> Renaming {
        throw Refusal("there is nothing here that can be renamed")
    }

    /// Renames the thing at a position in every file that names it.
    public func rename(in file: String, at offset: Int, to name: String) throws(Refusal) -> Change {
        throw Refusal("there is nothing here that can be renamed")
    }

    /// The ways to correct what a diagnostic of this draft is about, the likeliest first.
    public func cures(for diagnostic: Diagnostic) -> [Cure] { [] }

    /// The edits that give a file its usual layout; none when it has it already, or cannot be read.
    public func formatting(of file: String) -> [TextEdit] { [] }
}
