import Diagnostics
import FlowCompiler

extension Draft {
    /// The name at a position, if it can be renamed.
    public func renaming(in file: String, at offset: Int) throws(Refusal) -> Renaming {
        let (occurrence, _) = try renamable(in: file, at: offset, index)
        return Renaming(self.file(file)?.text(in: occurrence.span.range) ?? "", at: occurrence.span)
    }

    /// Renames the thing at a position in every file that names it: flows, bot.yaml, the files of `Config/`,
    /// translations and transcripts.
    ///
    /// A published step keeps its old name below `was`, so that waiting customers still find it. Renaming a flow moves
    /// its files. A name that is taken or not valid is refused, as is one with which the project would have errors that
    /// it does not have now.
    public func rename(in file: String, at offset: Int, to name: String) throws(Refusal) -> Change {
        let index = self.index
        let (occurrence, things) = try renamable(in: file, at: offset, index)
        let spelled = occurrence.spelling == .dashed ? name.replacing("-", with: " ") : name
        let old = occurrence.thing.name
        let new = occurrence.spelling == .dashed && old == old.replacing(" ", with: "-") ? name : spelled
        if new == old { return Change([]) }
        let plan = RenamePlan(draft: self, index: index, things: things, name: new)
        return try plan.change()
    }

    private func renamable(
        in file: String, at offset: Int, _ index: Index
    ) throws(Refusal) -> (Occurrence, Set<Thing>) {
        let here = index.occurrences(in: file, at: offset)
        guard let occurrence = here.first else { throw Refusal("there is nothing here that can be renamed") }
        // One word for two things: the value in the own flow is meant, not the input of another.
        let thing = here.last?.thing ?? occurrence.thing
        if let reason = thing.reasonToKeep { throw Refusal(reason) }
        if occurrence.role == .former { throw Refusal("this is an earlier name, which waiting customers still have") }
        let things = index.linked(to: [thing])
        guard things.contains(where: index.isDeclared) else {
            throw Refusal("`\(thing.name)` is declared nowhere in this project")
        }
        return (here.last ?? occurrence, things)
    }
}

extension Thing {
    /// Why it cannot be renamed; `nil` when it can.
    fileprivate var reasonToKeep: String? {
        switch self {
        case .builtIn(let name): "`\(name)` is a word of the language"
        case .fact(let name): "`\(name)` is stored for customers under this name"
        case .input(let name, let action), .output(let name, let action):
            "`\(name)` is a name that the system behind `\(action)` knows; change both by hand"
        case .text: "the name of a translated text follows its place in the flow"
        case .record: "the name of a record is changed in `Config/actions.yaml` alone"
        default: nil
        }
    }
}
