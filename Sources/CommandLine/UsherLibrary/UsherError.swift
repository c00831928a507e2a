package import Diagnostics
import SQLiteStorage

/// Why a bot does not start. Its description is for people, and says what to do.
public enum UsherError: Error, CustomStringConvertible {
    /// Settings are wrong or missing: a line each.
    case wrongSettings([String])
    /// The flows cannot run.
    case brokenFlows(FlowErrors)
    /// There are no flows at the path, or they cannot be read.
    case noProject(String)
    /// Secrets or actions are missing: a line each.
    case incomplete([String])
    /// The database cannot be opened, or belongs to another server.
    case noDatabase(String)
    /// The database cannot be used now: the disk is full, or another program has it. The same start may work later.
    case unavailable(String)
    /// There was a database, which has gone; an empty one does not take its place unasked.
    case missingDatabase(String)

    /// What is wrong, a line each.
    var lines: [String] {
        switch self {
        case .wrongSettings(let lines), .incomplete(let lines): lines
        default: [description]
        }
    }

    public var description: String {
        switch self {
        case .wrongSettings(let lines), .incomplete(let lines): lines.joined(separator: "\n")
        case .brokenFlows(let errors): errors.description
        case .noProject(let reason), .noDatabase(let reason), .unavailable(let reason), .missingDatabase(let reason):
            reason
        }
    }
}

extension UsherError {
    init(_ error: StorageError) {
        self =
            switch error {
            case .missing: .missingDatabase("\(error)")
            default: error.isTemporary ? .unavailable("\(error)") : .noDatabase("\(error)")
            }
    }
}

/// The mistakes in the flows of a project.
public struct FlowErrors: Sendable, CustomStringConvertible {
    package let report: DiagnosticReport
    /// The published version that they are of; `nil` when they are those of the folder.
    package let version: String?

    package init(report: DiagnosticReport, version: String? = nil) {
        self.report = report
        self.version = version
    }

    /// What is wrong, as `usher check` prints it, and how many mistakes there are.
    public var description: String { "\(report.text())\n\(summary)" }

    package var summary: String {
        guard let version else { return "the flows have \(report.summary); mend them and start again" }
        return
            "the published version \(version) has \(report.summary) for this Usher; publish flows without (`usher publish`)"
    }
}
