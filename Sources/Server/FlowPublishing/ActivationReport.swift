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

    /// The reason of a refusal as it is kept, with the server that has refused.
    ///
    /// - Parameter server: its name among those that share the database; `nil` for a server that has it for itself.
    package static func reason(_ reason: String, of server: String?) -> String {
        server.map { "\($0): \(reason)" } ?? reason
    }

    /// The server that has refused, if it is among those that run, and its reason.
    private func parts(of kept: String) -> (server: String?, reason: String) {
        guard let server = all.first(where: { kept.hasPrefix(Self.reason("", of: $0)) }) else { return (nil, kept) }
        return (server, String(kept.dropFirst(Self.reason("", of: server).count)))
    }

    private var ofOne: String {
        switch outcome {
        case .answers: "the server has activated it"
        case .refused(let kept):
            "usher: the server rejected it, and keeps the previous version: \(parts(of: kept).reason)"
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
        case .refused(let kept): refusal(parts(of: kept), among: servers)
        case nil: "none of \(servers) has activated it yet; see their logs for the reason"
        }
    }

    private func refusal(_ refusal: (server: String?, reason: String), among servers: String) -> String {
        guard let server = refusal.server else {
            return "usher: one of \(servers) rejected it, and all keep the previous version: \(refusal.reason)"
        }
        return "usher: \(server) rejected it, and all of \(servers) keep the previous version. On \(server): "
            + refusal.reason
    }
}
