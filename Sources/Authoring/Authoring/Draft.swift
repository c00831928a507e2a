public import Diagnostics
public import FlowCompiler

/// A project while it is being written: its files, whether they are valid or not, and the answers to an editor's
/// questions about them.
///
/// Pure: a draft reads no disk and knows no protocol. Positions are offsets of bytes in the UTF-8 text of a
/// `SourceFile`, whose byte order mark has been removed; a position outside of a file is moved to its nearest end. A
/// question about a file that is not in the draft has an empty answer. Nothing traps on any bytes.
public struct Draft: Sendable {
    /// The files of the project.
    public let files: ProjectFiles
    /// The transcripts, in which flows, steps and answers are named.
    public let transcripts: [SourceFile]
    /// The steps that customers may be waiting in, because they are published: renaming one of them adds `was:`.
    public let published: Set<StepName>
    /// All diagnostics of the files, and the compiled bot if there are no errors.
    public let compilation: Compilation

    let options: CompilerOptions
    private let cache: IndexCache

    /// Compiles the files, once.
    public init(
        _ files: ProjectFiles, options: CompilerOptions, transcripts: [SourceFile] = [],
        published: Set<StepName> = []
    ) {
        self.init(
            files, options: options, transcripts: transcripts, published: published,
            compilation: Compiler.compile(files, options: options))
    }

    /// Compiles the files; `nil` as soon as `isAbandoned` says, between two checks, that the draft is no longer needed.
    ///
    /// - Parameter memory: compilations of the same texts for others.
    public init?(
        _ files: ProjectFiles, options: CompilerOptions, transcripts: [SourceFile], published: Set<StepName>,
        memory: CompilationMemory, unless isAbandoned: () -> Bool
    ) {
        guard let compilation = memory.compilation(of: files, options: options, unless: isAbandoned) else {
            return nil
        }
        self.init(
            files, options: options, transcripts: transcripts, published: published, compilation: compilation)
    }

    private init(
        _ files: ProjectFiles, options: CompilerOptions, transcripts: [SourceFile], published: Set<StepName>,
        compilation: Compilation
    ) {
        self.files = files
        self.options = options
        self.transcripts = transcripts
        self.published = published
        self.compilation = compilation
        cache = IndexCache()
    }

    /// A draft of almost the same files, with what is known of the other one.
    init(_ files: ProjectFiles, transcripts: [SourceFile], knowing other: Draft) {
        self.files = files
        self.transcripts = transcripts
        options = other.options
        published = other.published
        compilation = other.compilation
        cache = other.cache
    }

    /// What the files name, found at the first question about it.
    var index: Index { cache.index(of: self) }

    /// All diagnostics of the files in reading order.
    public var diagnostics: [Diagnostic] { compilation.report.diagnostics }

    /// A file of the draft, or a transcript, by its path.
    public func file(_ path: String) -> SourceFile? { (files.all + transcripts).first { $0.path == path } }
}

/// A step of a flow.
public struct StepName: Sendable, Hashable {
    public let flow: String
    public let step: String

    public init(flow: String, step: String) {
        self.flow = flow
        self.step = step
    }
}
