public import Diagnostics
import FlowModel

/// Something that an exploration has found out about a step, with the shortest conversation that shows it.
public struct ExplorationFinding: Sendable, Hashable {
    /// What was found.
    public let code: DiagnosticCode
    /// The step that it is about.
    public let step: PlayStep
    /// What is wrong, in the author's terms.
    public let message: String
    /// A few words under the name of the step.
    let label: String
    /// What the author can do about it.
    let help: String
    /// The conversation as a transcript with one test; `nil` where no conversation shows it.
    public let transcript: String?
    /// The circumstances, where these are not the usual ones.
    public let scene: String
    /// Where it stands, if not at the step.
    var span: Span?

    /// Whether another finding says the same of the same place.
    func isAlike(_ other: ExplorationFinding) -> Bool { code == other.code && step == other.step && span == other.span }

    /// The finding as a message about the step.
    ///
    /// - Parameter span: where the name of the step stands.
    public func diagnostic(at span: Span) -> Diagnostic {
        let shown = transcript.map { $0.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n") }
        return Diagnostic(
            code, scene.isEmpty ? message : "\(message), \(scene)", at: self.span ?? span, label: label, help: help,
            note: shown.map { "this conversation shows it:\n\($0)" })
    }
}
