package import Diagnostics
import SQLStorage
import SQLiteStorage
import Server

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
    /// The same error, which names the bot.
    func of(_ bot: BotName) -> UsherError {
        let named = { (text: String) in "bot `\(bot)`: \(text)" }
        return switch self {
        case .wrongSettings(let lines): .wrongSettings(lines.map(named))
        case .incomplete(let lines): .incomplete(lines.map(named))
        case .brokenFlows(let errors): .brokenFlows(errors.of(bot))
        case .noProject(let reason): .noProject(named(reason))
        case .noDatabase(let reason): .noDatabase(named(reason))
        case .unavailable(let reason): .unavailable(named(reason))
        case .missingDatabase(let reason): .missingDatabase(named(reason))
        }
    }

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
    /// The bot of a folder that has the errors; `nil` for the server's own.
    private var bot: BotName?

    package init(report: DiagnosticReport, version: String? = nil) {
        self.report = report
        self.version = version
    }

    /// The diagnostics in the format of `usher check`, followed by their number.
    public var description: String { "\(report.text())\n\(summary)" }

    func of(_ bot: BotName) -> FlowErrors {
        var errors = self
        errors.bot = bot
        return errors
    }

    package var summary: String {
        let name = bot.map { "bot `\($0)`: " } ?? ""
        guard let version else { return "\(name)the flows have \(report.summary); correct them and start again" }
        return
            "\(name)the published version \(version) has \(report.summary) with this version of Usher; publish corrected flows (`usher publish`)"
    }
}
