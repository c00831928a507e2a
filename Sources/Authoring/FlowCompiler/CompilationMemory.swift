import Diagnostics
import Expressions
import Synchronization

/// The last compilations, for parts of a program that compile the same texts one after another: in the studio, the phones
/// and the language server.
public final class CompilationMemory: Sendable {
    private struct Entry {
        let files: ProjectFiles
        let options: CompilerOptions
        let compilation: Compilation
    }

    /// How long a check for what is past stays true.
    private static let longest = TimeLength.minutes(1)
    private static let size = 2

    private let entries = Mutex<[Entry]>([])

    public init() {}

    /// Compiles the files, unless that has just been done. Who asks while it is being done waits, which takes less time than
    /// to do it twice.
    public func compilation(of files: ProjectFiles, options: CompilerOptions) -> Compilation {
        entries.withLock { entries in
            if let known = Self.known(files, options, in: entries) { return known }
            let compilation = Compiler.compile(files, options: options)
            Self.keep(Entry(files: files, options: options, compilation: compilation), in: &entries)
            return compilation
        }
    }

    /// The same; returns `nil` as soon as `isAbandoned` says, between two checks, that the result is no longer needed.
    public func compilation(
        of files: ProjectFiles, options: CompilerOptions, unless isAbandoned: () -> Bool
    ) -> Compilation? {
        entries.withLock { entries in
            if let known = Self.known(files, options, in: entries) { return known }
            guard let compilation = Compiler.compile(files, options: options, unless: isAbandoned) else { return nil }
            Self.keep(Entry(files: files, options: options, compilation: compilation), in: &entries)
            return compilation
        }
    }

    private static func known(
        _ files: ProjectFiles, _ options: CompilerOptions, in entries: [Entry]
    ) -> Compilation? {
        entries.first { entry in
            entry.options.isStrict == options.isStrict
                && (entry.options.now...entry.options.now + longest).contains(options.now)
                && entry.files.isSame(as: files)
        }?.compilation
    }

    private static func keep(_ entry: Entry, in entries: inout [Entry]) {
        entries.insert(entry, at: 0)
        entries.removeLast(max(0, entries.count - size))
    }
}

extension ProjectFiles {
    fileprivate func isSame(as other: ProjectFiles) -> Bool {
        version == other.version && all.elementsEqual(other.all) { $0.path == $1.path && $0.bytes == $1.bytes }
            && assets == other.assets
    }
}
