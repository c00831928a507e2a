public import Diagnostics
public import FlowCompiler

extension ProjectFiles {
    /// The project with other lines in the place of some lines of one file.
    ///
    /// - Parameters:
    ///   - lines: the lines that are replaced, from 0; an empty range inserts.
    ///   - path: the path of the file.
    public func replacing(_ lines: Range<Int>, of path: String, with new: [String]) -> ProjectFiles {
        let changed = { (source: SourceFile) -> SourceFile in
            guard source.path == path else { return source }
            var all = source.lines
            all.replaceSubrange(lines, with: new)
            return SourceFile(path: source.path, text: all.joined(separator: "\n"))
        }
        var project = self
        project.texts = project.texts.map(changed)
        project.actions = project.actions.map(changed)
        project.services = project.services.map(changed)
        return project
    }
}

extension SourceFile {
    /// The lines of the file, without their ends.
    public var lines: [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
