public import Authoring
public import FlowCompiler
public import Projects

/// What the server needs of the process that it runs in.
public struct LanguageServerHost: Sendable {
    /// Writes bytes to the client; throws when the client no longer reads.
    let write: @Sendable ([UInt8]) throws -> Void
    /// Writes a line for people, beside the protocol.
    let log: @Sendable (String) -> Void
    /// Whether a process still runs.
    let isAlive: @Sendable (Int) -> Bool
    /// Whether the limits of newer devices apply to a project.
    let isStrict: @Sendable (ProjectFolder) -> Bool
    /// The steps of a project that customers may be waiting in.
    let published: @Sendable (ProjectFolder) -> Set<StepName>
    /// Compilations of the same texts for others.
    let compilations: CompilationMemory

    public init(
        write: @escaping @Sendable ([UInt8]) throws -> Void, log: @escaping @Sendable (String) -> Void,
        isAlive: @escaping @Sendable (Int) -> Bool, isStrict: @escaping @Sendable (ProjectFolder) -> Bool,
        published: @escaping @Sendable (ProjectFolder) -> Set<StepName>,
        compilations: CompilationMemory = CompilationMemory()
    ) {
        self.write = write
        self.log = log
        self.isAlive = isAlive
        self.isStrict = isStrict
        self.published = published
        self.compilations = compilations
    }
}
