import Diagnostics
import FlowCompiler

extension Draft {
    /// What can be written at a position, the likeliest first. What is written there already is among it.
    public func completions(in file: String, at offset: Int) -> [Completion] {
        guard let source = self.file(file) else { return [] }
        if let cursor = Cursor(source, at: offset) { return Completer(self, cursor).completions() }
        return transcripts.contains { $0.path == file }
            ? TranscriptCompleter(self, source, at: offset).completions() : []
    }
}
