public import Diagnostics
import FlowCompiler

extension Draft {
    /// The edits that give a file its usual layout; none when it has it already, or cannot be read.
    ///
    /// Only the lines that change are replaced.
    public func formatting(of file: String) -> [TextEdit] {
        guard let source = self.file(file), let kind = FormattedFile.kind(of: file) else { return [] }
        let sources = source.isTranslation ? TranslationCatalog(files, options: options).sources(of: file) : [:]
        guard let text = FormattedFile(source, as: kind, sources: sources).text else { return [] }
        return LineDifference(source, SourceFile(path: file, text: text)).edits
    }
}
