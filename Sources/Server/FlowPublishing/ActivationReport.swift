/// What the running servers of a bot have done with a publication: one server, or several on one database.
package struct ActivationReport: Sendable, Equatable {
    /// That of the server which was first to examine the publication, or of one that has rejected it; `nil` while none has.
    package let outcome: Publisher.Outcome?
    /// The names of the servers that have activated it, among those that share the database.
    private let active: [String]
    /// The names of the servers that have not answered.
    private let silent: [String]

    package init(_ outcome: Publisher.Outcome?, active: [String] = [], silent: [String] = []) {
        self.outcome = outcome
        self.active = active
        self.silent = silent
    }

    private var all: [String] { (active + silent).sorted() }

    /// Whether no further answer is expected.
    package var isComplete: Bool {
        switch outcome {
        case .refused: true
        case .answers: silent.isEmpty || all.count == 1
        case nil: false
        }
    }

    /// The report as a sentence.
    package var text: String { all.count > 1 ? ofSeveral : ofOne }

    private var ofOne: String {
        switch outcome {
        case .answers: "the server has activated it"
        case .refused(let reason): "usher: the server rejected it, and keeps the previous version: \(reason)"
        case nil: "the server has not activated it yet; see its log for the reason"
        }
    }

    /// Each server examines a publication by itself; the refusal of one counts for all.
    private var ofSeveral: String {
        let servers = "\(all.count) servers (\(all.joined(separator: ", ")))"
        return switch outcome {
        case .answers where silent.isEmpty: "all of \(servers) have activated it"
        case .answers:
            "usher: \(active.count) of \(servers) activated it, and no answer came from \(silent.joined(separator: ", ")); see the "
                + "log there for the reason. If one rejects it later, all return to the previous version, and `usher versions` shows "
                + "the reason"
        case .refused(let reason): "usher: one of \(servers) rejected it, and all keep the previous version: \(reason)"
        case nil: "none of \(servers) has activated it yet; see their logs for the reason"
        }
    }
}
