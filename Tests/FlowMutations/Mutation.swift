public import FlowCompiler
import SampleProjects

/// A change of some lines of one file of a project, which changes what a flow means.
public struct Mutation: Sendable, Hashable {
    public let kind: MutationKind
    /// The path of the file.
    public let file: String
    /// The lines that are replaced, from 0; empty where lines are inserted.
    let lines: Range<Int>
    public let before: [String]
    public let after: [String]

    /// The number of the first of its lines, from 1.
    public var line: Int { lines.lowerBound + 1 }

    /// The project with this mutation.
    public func applied(to project: ProjectFiles) -> ProjectFiles {
        project.replacing(lines, of: file, with: after)
    }
}

/// A place of a flow, with the mutations of one kind that can be made there.
struct MutationPlace {
    let variants: [Mutation]
}
