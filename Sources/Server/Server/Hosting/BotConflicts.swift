import AppleMessages
import Storage

/// What the bots of a server must not share: hosts, businesses and databases.
public enum BotConflicts {
    /// Returns a line for each conflict, which names both bots.
    ///
    /// - Parameter bots: the settings of the server's own bot, and of those in folders.
    public static func lines(of bots: [ServerSettings]) -> [String] {
        bots.indices.flatMap { second in
            bots[..<second].flatMap { lines($0, bots[second]) }
        }
    }

    private static func lines(_ first: ServerSettings, _ second: ServerSettings) -> [String] {
        let both = "the bots `\(first.bot)` and `\(second.bot)`"
        var lines: [String] = []
        if let host = first.publicHost, host == second.publicHost {
            lines.append("\(both) both have the host `\(host)` in `server.public_url`; give each a host of its own")
        }
        let ids = (first.apple?.businessIDs ?? []).intersection(second.apple?.businessIDs ?? []).sorted()
        if !ids.isEmpty {
            let list = ids.map { "`\($0)`" }.joined(separator: ", ")
            lines.append("\(both) both have \(list) in `apple.business_ids`; a business has one bot")
        }
        let (one, other) = (first.storage.standardized, second.storage.standardized)
        if one == other {
            lines.append("\(both) both have the database \(one); each needs one of its own")
        } else if one.sharesFiles(with: other) {
            lines.append(
                "\(both) both keep files beside \(first.storagePath); set another folder in `storage.path` of `\(second.bot)`"
            )
        }
        return lines
    }
}
