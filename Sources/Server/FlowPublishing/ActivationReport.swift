/// The sentence that reports what the running servers of a bot did with a publication, for one server and for several.
package struct ActivationReport: Sendable, Equatable {
    /// The names of the servers that share the database; a server that has a file for itself needs none.
    private let servers: [String]

    package init(servers: [String] = []) { self.servers = servers }

    /// - Parameter outcome: that of the server which was first to examine the publication; `nil` while none has.
    package func text(of outcome: Publisher.Outcome?) -> String {
        servers.count > 1 ? ofSeveral(outcome) : ofOne(outcome)
    }

    private func ofOne(_ outcome: Publisher.Outcome?) -> String {
        switch outcome {
        case .answers: "the server has activated it"
        case .refused(let reason): "usher: the server rejected it, and keeps the previous version: \(reason)"
        case nil: "the server has not activated it yet; see its log for the reason"
        }
    }

    /// Each server examines a publication by itself; the refusal of one counts for all.
    private func ofSeveral(_ outcome: Publisher.Outcome?) -> String {
        let all = "\(servers.count) servers (\(servers.joined(separator: ", ")))"
        return switch outcome {
        case .answers:
            "one of \(all) has activated it, and the others do within two seconds; if one of them rejects it, all return to "
                + "the previous version, and `usher versions` shows the reason"
        case .refused(let reason): "usher: one of \(all) rejected it, and all keep the previous version: \(reason)"
        case nil: "none of \(all) has activated it yet; see their logs for the reason"
        }
    }
}
