public import Diagnostics
import FlowCompiler

extension Draft {
    /// The project with a change applied; a file that a change creates is added.
    public func applying(_ change: Change) -> Draft {
        let moved = Dictionary(change.moves.map { ($0.from, $0.to) }) { first, _ in first }
        func changed(_ file: SourceFile) -> SourceFile {
            let edited = file.applying(change.edits)
            return moved[file.path].map { SourceFile(path: $0, bytes: edited.bytes) } ?? edited
        }
        var files = files
        files.texts = files.texts.map(changed)
        files.actions = files.actions.map(changed)
        files.services = files.services.map(changed)
        var transcripts = transcripts.map(changed)
        let known = Set(self.files.all.map(\.path) + self.transcripts.map(\.path))
        for path in Set(change.edits.map(\.span.file)).subtracting(known).sorted() {
            let file = SourceFile(path: path, bytes: []).applying(change.edits)
            switch path {
            case "Config/actions.yaml": files.actions = file
            case "Config/services.yaml": files.services = file
            case _ where path.hasSuffix(".transcript"): transcripts.append(file)
            default: files.texts.append(file)
            }
        }
        return Draft(files, options: options, transcripts: transcripts, published: published)
    }

    /// The project with edits applied.
    public func applying(_ edits: [TextEdit]) -> Draft { applying(Change(edits)) }
}
