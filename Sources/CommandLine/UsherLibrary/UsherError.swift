package import Diagnostics
import SQLStorage
import SQLiteStorage

/// The reason why a bot does not start. The description is for the operator, and says what to do.
public enum UsherError: Error, CustomStringConvertible {
    /// Settings are not valid or missing, one line each.
    case wrongSettings([String])
    /// The flows have errors.
    case brokenFlows(FlowErrors)
    /// The path contains no flows, or they cannot be read.
    case noProject(String)
    /// Secrets or actions are missing, one line each.
    case incomplete([String])
    /// The database cannot be opened, or belongs to another server.
    case noDatabase(String)
    /// The database cannot be used at present: the disk is full, or another program has locked it. The same start may
    /// succeed later.
    case unavailable(String)
    /// The database existed but is missing now; it is replaced by an empty one only on request.
    case missingDatabase(String)

    /// The problems, one line each.
    var lines: [String] {
        switch self {
        case .wrongSettings(let lines), .incomplete(let lines): lines
        default: [description]
        }
    }

    /// The problems, and what to do about them.
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

/// The errors in the flows of a project.
public struct FlowErrors: Sendable, CustomStringConvertible {
    package let report: DiagnosticReport
    /// The published version that has the errors; `nil` for the flows of the folder.
    package let version: String?

    package init(report: DiagnosticReport, version: String? = nil) {
        self.report = report
        self.version = version
    }

    /// The diagnostics in the format of `usher check`, followed by their number.
    public var description: String { "\(report.text())\n\(summary)" }

    package var summary: String {
        guard let version else { return "the flows have \(report.summary); correct them and start again" }
        return
            "the published version \(version) has \(report.summary) with this version of Usher; publish corrected flows (`usher publish`)"
    }
}
