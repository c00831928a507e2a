import CurlClient
import Server
import Storage

/// The server on this machine.
extension Doctor {
    /// Asks for the server at the address of the settings, and where the socket of systemd listens.
    func ask(_ client: any HTTPSender) async -> [AskedAddress] {
        var asked: [AskedAddress] = []
        for address in [settings.address] + others(of: SocketFile.find(in: unitFolders)) {
            asked.append(await ReadyAnswer.asked(settings, at: address, client))
        }
        return asked
    }

    /// Checks whether the server runs and is ready, at one of the addresses that were asked.
    func server(_ asked: [AskedAddress], _ running: [String]) -> (runs: Bool, [HealthCheck]) {
        let socket = SocketFile.find(in: unitFolders)
        guard
            let found = asked.first(where: { $0.answer.isReady })
                ?? asked.first(where: { $0.answer != .notRunning })
        else { return (false, [unanswered(socket, others(of: socket), running)]) }
        let place = found.address == settings.address ? "" : " at \(found.address), where \(socket?.path ?? "") listens"
        let (runs, check) = checked(found.answer, at: found.address, place)
        guard !found.answer.isReady, let lost = found.answer.lost else { return (runs, [check]) }
        return (runs, [check, HealthCheck("server", .warning, "besides, \(lost)", advice: Self.adviceAfterLoss)])
    }

    /// The addresses other than that of the settings at which the server may listen.
    private func others(of socket: SocketFile?) -> [ListeningAddress] {
        (socket?.addresses ?? []).filter { $0 != settings.address }
    }

    /// Checks a PostgreSQL database in which there are no tables. The first start creates them, unless a server runs that has
    /// its own, or has lost them.
    ///
    /// - Parameters:
    ///   - connected: the names of the servers that are connected to it, wherever they run.
    ///   - asked: what answers on this machine.
    func emptiness(of storage: StoragePlace, usedBy connected: [String], _ asked: [AskedAddress]) -> HealthCheck {
        if !connected.isEmpty {
            return HealthCheck(
                "database", .bad,
                "\(storage) has none of Usher's tables, though servers are connected to it "
                    + "(\(connected.joined(separator: ", "))): was it emptied?",
                advice: "stop these servers before anything creates its tables, and restore a backup (Docs/Scaling.md, "
                    + "Backup); if they are being started for the first time, run this again in a moment")
        }
        if let server = asked.first(where: \.usesPostgreSQL) {
            return HealthCheck(
                "database", .bad,
                "\(storage) has none of Usher's tables, though the server at \(server.address) has its data in a PostgreSQL "
                    + "database: either `storage.url` names another one than the server's, or the tables were removed",
                advice:
                    "let `storage.url` or `storage.url_file` name the database of the server's unit; if it is this one, "
                    + "stop the servers before anything creates its tables, and restore a backup (Docs/Scaling.md, Backup)"
            )
        }
        return HealthCheck("database", .good, "the first start creates its tables")
    }

    private static let adviceAfterLoss = "see Docs/Scaling.md, Failover; a restart of the server ends this report"

    private func checked(
        _ answer: ReadyAnswer, at address: ListeningAddress, _ place: String
    ) -> (runs: Bool, HealthCheck) {
        switch answer {
        case .ready: return (true, HealthCheck("server", .good, "running and ready\(place)"))
        case .sendingStopped(let reason, _):
            let advice = "check `apple.msp_id`, `apple.secret` and the machine's clock"
            return (true, HealthCheck("server", .bad, "running, not ready\(place): \(reason)", advice: advice))
        case .readyAfterLoss(let reason):
            let finding = "running and ready\(place), but \(reason)"
            return (true, HealthCheck("server", .warning, finding, advice: Self.adviceAfterLoss))
        case .notReady(let reason, _):
            let finding = "running, not ready\(place): \(reason)"
            let advice = reason.contains("the database ") ? "see the lines `database`, and its log" : "see its log"
            return (true, HealthCheck("server", .bad, finding, advice: advice))
        case .another(let reason):
            let finding = "another process listens at \(address), and is not ready: \(reason)"
            return (false, HealthCheck("server", .bad, finding, advice: "stop it, or set another `server.port`"))
        case .silent:
            let advice = "restart it (`sudo systemctl restart usher`)"
            return (false, HealthCheck("server", .bad, ReadyAnswer.silence(at: address), advice: advice))
        case .notRunning: return (false, unanswered(nil, [], []))
        }
    }

    /// Names every address that was asked: a server may run at another one.
    private func unanswered(
        _ socket: SocketFile?, _ others: [ListeningAddress], _ running: [String]
    ) -> HealthCheck {
        let own = "\(settings.address) (`server.host`, `server.port`)"
        let passed = others.map { "\($0) (\(socket?.path ?? ""))" }
        let asked = "nothing answers at \(([own] + passed).joined(separator: " or "))"
        if let socket, let left = socket.leftOut {
            return HealthCheck(
                "server", .warning, "\(asked); \(socket.path) listens at \(left), where this check cannot ask",
                advice: "let `ListenStream` be a port, or an IP address with a port, as in Config/deploy/usher.socket")
        }
        if let name = running.first(where: { names.contains($0) }) {
            return HealthCheck(
                "server", .warning, "\(asked), though \(name), the server of this machine, uses the database",
                advice: "set `server.host` and `server.port` to where it listens, or start it if it has ended")
        }
        let start = socket == nil ? "`usher serve`" : "`sudo systemctl start usher.socket usher`"
        return HealthCheck("server", .good, "not running: \(asked); start it with \(start)")
    }

    /// The names that the server of this machine may have: that of the settings, and that of the unit.
    private var names: [String] {
        let unit = UnitFile.find(in: unitFolders)?.environment["USHER_STORAGE_NODE"]
        return [settings.node, unit].compactMap { $0 }
    }
}
