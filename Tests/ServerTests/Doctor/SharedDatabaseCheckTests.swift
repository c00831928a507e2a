import CurlClient
import Foundation
import SQLStorage
import Storage
import TestSupport
import Testing

@testable import Server
@testable import ServerDoctor

/// What `usher doctor` says of a machine whose servers use a PostgreSQL database: the unit, the disk, the backup.
@Suite struct SharedDatabaseCheckTests {
    private static let address = "postgresql://usher:word@db.example/usher"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ address: String? = Self.address, files: ContentPlace = .database) -> ServerSettings {
        var settings = ServerSettings()
        settings.storageURL = address.flatMap { StorageURL($0) }
        settings.storagePath = "/var/lib/usher/usher.sqlite"
        settings.content.store = files
        return settings
    }

    private func doctor(
        _ settings: ServerSettings, environment: [String: String] = [:], free: Int = 9_000_000_000
    ) -> Doctor {
        Doctor(settings: settings, environment: environment, freeSpace: { _ in free })
    }

    /// A unit whose files exist.
    private func unit(_ lines: String...) throws -> UnitFile {
        var unit = UnitFile(path: "usher.service")
        unit.read(lines.joined(separator: "\n"))
        return unit
    }

    /// Lines that give the server the address of its database as a credential.
    private func credential(_ address: String) throws -> String {
        let file = "\(folder.path)/storage-url"
        try Data((address + "\n").utf8).write(to: URL(filePath: file))
        return "LoadCredential=storage-url:\(file)\nEnvironment=USHER_STORAGE_URL_FILE=%d/storage-url"
    }

    private static let path = "Environment=USHER_STORAGE_PATH=/var/lib/usher/usher.sqlite"
    private static let elsewhere = "Environment=USHER_STORAGE_PATH=/srv/other/usher.sqlite"

    // The unit.

    @Test func `a unit with the address of the settings is fine, wherever its path leads`() throws {
        for path in [Self.path, Self.elsewhere] {
            let found = doctor(settings()).check(try unit(path, try credential(Self.address)))
            #expect(found.map(\.verdict) == [.good], "\(found)")
            #expect(found[0].finding.hasSuffix("and it uses the same database"))
        }
    }

    @Test func `a unit without an address of its own has that of the file of settings`() throws {
        let found = doctor(settings()).check(try unit(Self.path))
        #expect(found.map(\.verdict) == [.good], "\(found)")
    }

    @Test func `a unit with another address, or with one where commands have a file, is reported`() throws {
        let unit = try unit(Self.path, try credential("postgresql://usher:word@other.example/usher"))
        for (settings, named) in [(settings(), "postgresql://usher@db.example/usher"), (settings(nil), "/var/lib")] {
            let found = doctor(settings).check(unit)
            #expect(found.map(\.verdict) == [.warning], "\(found)")
            #expect(
                found[0].finding.hasPrefix(
                    "the server's database is postgresql://usher@other.example/usher, and these settings name \(named)"
                ))
            #expect(found[0].advice?.contains("storage.url_file: \(folder.path)/storage-url") == true)
        }
    }

    @Test func `a unit with a file, where commands have an address of their environment, is reported`() throws {
        let environment = ["USHER_STORAGE_URL_FILE": "/etc/usher/storage-url"]
        let found = doctor(settings(), environment: environment).check(try unit(Self.path))
        #expect(found.map(\.verdict) == [.warning], "\(found)")
        #expect(found[0].finding.hasPrefix("the server's database is /var/lib/usher/usher.sqlite, and these"))
        #expect(found[0].advice?.contains("storage-url") == true)
    }

    @Test func `an address that cannot be read is not compared`() throws {
        let found = doctor(settings()).check(try unit("Environment=USHER_STORAGE_URL_FILE=/nowhere/storage-url"))
        #expect(found == [HealthCheck("unit", .good, "all that usher.service names exists")])
    }

    /// The subjects and verdicts of a doctor on a machine with a unit.
    private func examine(_ lines: String, path: String) async throws -> [String] {
        try Data(lines.utf8).write(to: URL(filePath: "\(folder.path)/usher.service"))
        var settings = settings(nil)
        settings.storagePath = path
        settings.port = 9
        var doctor = doctor(settings)
        doctor.unitFolders = [folder.path]
        return await doctor.examine(nil).map { "\($0.subject): \($0.verdict)" }
    }

    @Test func `a file that does not exist is not the server's database where its unit has another one`() async throws {
        let path = "\(folder.path)/usher.sqlite"
        for line in [
            try credential(Self.address), Self.elsewhere, "Environment=USHER_STORAGE_URL_FILE=/nowhere/storage-url",
        ] {
            let found = try await examine(line, path: path)
            #expect(found.contains("database: warning"), "\(found)")
            #expect(!found.contains("database: good") && !found.contains { $0.hasPrefix("disk") }, "\(found)")
        }
        let same = try await examine("Environment=USHER_STORAGE_PATH=\(path)", path: path)
        #expect(same.contains("database: good") && same.contains("disk: good"), "\(same)")
    }

    @Test func `customers' files in another folder than that of the commands are reported`() throws {
        let found = doctor(settings(files: .folder)).check(try unit(Self.elsewhere, try credential(Self.address)))
        #expect(found.map(\.verdict) == [.warning], "\(found)")
        #expect(found[0].finding.hasPrefix("the server keeps customers' files beside /srv/other/usher.sqlite"))
    }

    // What a failover would lose.

    private static let facts = ServerFacts(
        version: "15.18", versionNumber: 150_018, isDurable: true, survivesCrash: true, synchronousStandbys: "",
        hasTables: true, clockAhead: 0)

    @Test func `a primary that waits for no standby is an error, unless that is accepted`() {
        var settings = settings()
        let refused = doctor(settings).promises(of: Self.facts, at: settings.storage, hosts: 2)
        #expect(refused.map(\.verdict) == [.good, .bad], "\(refused)")
        #expect(refused.last?.finding.hasSuffix("and a server that starts now is refused") == true)
        #expect(refused.last?.advice?.contains("`storage.accept_loss: true` for as long as none is there") == true)
        settings.acceptsLoss = true
        let accepted = doctor(settings).promises(of: Self.facts, at: settings.storage, hosts: 2)
        #expect(accepted.map(\.verdict) == [.good, .warning], "\(accepted)")
        let alone = doctor(settings).promises(of: Self.facts, at: settings.storage, hosts: 1)
        #expect(alone.map(\.verdict) == [.good], "\(alone)")
    }

    @Test func `a primary that may be a former one is not to be made fit for servers`() throws {
        let doubt = try #require(
            PrimaryDoubt([ServerRole("a", .primary(timeline: 1)), ServerRole("b", .unreachable(reason: "no route"))]))
        let found = doctor(settings()).promises(of: Self.facts, at: settings().storage, hosts: 2, doubt)
        #expect(found.map(\.verdict) == [.good, .bad], "\(found)")
        #expect(found.last?.advice?.hasPrefix("if the primary is b, start it, and keep a stopped") == true)
    }

    @Test func `a loss that is accepted although a standby confirms commits is a warning`() {
        var settings = settings()
        var facts = Self.facts
        facts.synchronousStandbys = "ANY 1 (standby_1, standby_2)"
        facts.standbyWait = StandbyWait(names: facts.synchronousStandbys, connected: 2, waiting: 0)
        #expect(doctor(settings).promises(of: facts, at: settings.storage, hosts: 2).map(\.verdict) == [.good])
        settings.acceptsLoss = true
        let found = doctor(settings).promises(of: facts, at: settings.storage, hosts: 2)
        #expect(found.map(\.verdict) == [.good, .warning], "\(found)")
        #expect(found.last?.finding.hasPrefix("`storage.accept_loss` is set") == true)
        #expect(found.last?.advice?.hasPrefix("remove it on every machine") == true)
        #expect(doctor(settings).promises(of: facts, at: settings.storage, hosts: 1).map(\.verdict) == [.good])
        facts.standbyWait = StandbyWait(names: facts.synchronousStandbys, connected: 0, waiting: 0)
        let missing = doctor(settings).promises(of: facts, at: settings.storage, hosts: 2)
        #expect(missing.map(\.verdict) == [.good, .bad], "it is needed soon: \(missing)")
    }

    @Test func `where commits wait for a standby, it is said what a restart needs without one`() {
        var facts = Self.facts
        facts.synchronousStandbys = "standby_1"
        facts.standbyWait = StandbyWait(names: "standby_1", connected: 0, waiting: 1)
        let found = doctor(settings()).promises(of: facts, at: settings().storage, hosts: 2)
        #expect(found.map(\.verdict) == [.good, .bad], "\(found)")
        #expect(found.last?.advice?.contains("`storage.accept_loss: true`") == true)
    }

    @Test func `a standby that is connected and not named is a warning where a failover is possible`() {
        var facts = Self.facts
        facts.synchronousStandbys = "ANY 1 (db_1, db_2)"
        facts.standbyWait = StandbyWait(names: facts.synchronousStandbys, connected: 2, waiting: 0)
        facts.connectedStandbys = ["DB_2", "db_3"]
        let found = doctor(settings()).promises(of: facts, at: settings().storage, hosts: 3)
        #expect(found.map(\.verdict) == [.good, .warning], "\(found)")
        #expect(found.last?.finding.hasPrefix("the standby db_3 does not confirm commits, since") == true)
        #expect(found.last?.finding.contains("(ANY 1 (db_1, db_2)): promoting it may lose") == true)
        #expect(found.last?.advice?.contains("such as `ANY 1 (db_1, db_2, db_3)`") == true)
        #expect(doctor(settings()).promises(of: facts, at: settings().storage, hosts: 1).map(\.verdict) == [.good])
        facts.synchronousStandbys = "ANY 1 (db_1, db_2, db_3)"
        #expect(doctor(settings()).promises(of: facts, at: settings().storage, hosts: 3).map(\.verdict) == [.good])
    }

    // A database without tables.

    /// What is said of an empty database while a server answers with a status and a body.
    private func emptiness(
        _ body: String?, _ status: Int = 200, bot: BotName = .main, usedBy connected: [String] = []
    ) async -> HealthCheck {
        var settings = settings()
        settings.bot = bot
        let response = body.map { HTTPResponse(status: status, headers: [], body: Array($0.utf8)) }
        let network = FakeNetwork(response.map { [("http://127.0.0.1:8080/health/ready", $0)] } ?? [])
        var doctor = doctor(settings)
        doctor.unitFolders = [folder.path]
        return doctor.emptiness(of: settings.storage, usedBy: connected, await doctor.ask(network))
    }

    private static let ready = #"{"status": "ready", "flows": "1", "database": "postgresql"}"#
    private static let unready =
        #"{"status": "not ready", "flows": "1", "database": "postgresql", "error": {"status": 503, "reason": "no tables"}}"#

    @Test func `the first start creates the tables, unless a server runs that has its own`() async throws {
        let first = HealthCheck("database", .good, "the first start creates its tables")
        #expect(await emptiness(nil) == first)
        #expect(await emptiness(#"{"status": "ready", "flows": "1"}"#) == first, "a server that has a file")
        #expect(await emptiness("nothing here", 404) == first)
        for (status, body) in [(200, Self.ready), (503, Self.unready)] {
            let found = await emptiness(body, status)
            #expect(found.verdict == .bad, "\(found)")
            #expect(found.finding.contains("has none of Usher's tables, though the server at 127.0.0.1:8080"))
            #expect(found.finding.contains("`storage.url` names another one") && found.finding.contains("were removed"))
            #expect(found.advice?.contains("stop the servers before") == true)
            #expect(!"\(found)".contains("word"), "a password")
        }
    }

    @Test func `an empty database to which servers of any machine are connected was emptied`() async {
        for body in [nil, Self.ready, #"{"status": "ready", "flows": "1"}"#] {
            let found = await emptiness(body, usedBy: ["web-1", "web-2"])
            #expect(found.verdict == .bad, "\(found)")
            #expect(found.finding.hasPrefix("postgresql://usher@db.example/usher has none of Usher's tables"))
            #expect(found.finding.hasSuffix("servers are connected to it (web-1, web-2): was it emptied?"))
            #expect(found.advice?.hasPrefix("stop these servers before") == true)
        }
    }

    @Test func `of several bots the one of the settings counts, and of the whole server all`() async throws {
        let file = #"{"bot": "main", "status": "ready", "flows": "1"}"#
        let shared = #"{"bot": "barber", "status": "ready", "flows": "1", "database": "postgresql"}"#
        let barber = try #require(BotName("barber"))
        #expect(await emptiness(#"{"status": "ready", "bots": [\#(shared)]}"#, bot: barber).verdict == .bad)
        #expect(await emptiness(#"{"status": "ready", "bots": [\#(file), \#(shared)]}"#).verdict == .good)
        #expect(await emptiness(#"{"status": "ready", "bots": [\#(shared), \#(shared)]}"#).verdict == .bad)
    }

    // The disk.

    @Test(arguments: [
        (9_000_000_000, nil, HealthCheck.Verdict.good, "9000 MB are free for customers' files in /var/lib/usher"),
        (1_500_000_000, nil, .warning, "1500 MB are free for customers' files"),
        (3_000_000_000, 4_000_000_000, .warning, "fewer than `content.free_space` keeps"),
    ])
    func `the disk is that of customers' files in a folder`(
        free: Int, reserve: Int?, verdict: HealthCheck.Verdict, finding: String
    ) {
        var settings = settings(files: .folder)
        settings.content.reserve = reserve
        let found = doctor(settings, free: free).room()
        #expect(found.map(\.verdict) == [verdict] && found[0].finding.contains(finding), "\(found)")
    }

    @Test func `a full disk says nothing of a database that is elsewhere, with its files`() {
        #expect(doctor(settings(), free: 1_000).room() == [])
    }

    // The backup.

    @Test func `PostgreSQL's own tools are named for a backup, and the folder of files`() {
        let found = doctor(settings()).backups()
        #expect(found.map(\.subject) == ["backup"] && found[0].verdict == .good)
        #expect(found[0].finding.contains("not checked here: `pg_dump -Fc` every day, or `pg_basebackup`"))
        #expect(!found[0].finding.contains("/var/lib/usher"))
        let files = doctor(settings(files: .folder)).backups()
        #expect(files[0].finding.contains("a copy of customers' files in /var/lib/usher; see"))
        #expect(doctor(settings(nil)).backups() == [])
    }

    // The hosts of the database.

    #if PostgreSQL
        @Test func `while no primary answers, each host is named with what it lacks`() async {
            let found = await doctor(settings("postgresql://usher@127.0.0.1:1,127.0.0.1:2/usher"))
                .database([]).checks
            #expect(found.map(\.verdict) == [.bad, .warning, .warning], "\(found)")
            let hosts = found.dropFirst().map { String($0.finding.prefix(11)) }
            #expect(hosts == ["127.0.0.1:1", "127.0.0.1:2"])
            #expect(found.dropFirst().allSatisfy { $0.finding.contains("cannot be reached") && $0.advice != nil })
        }
    #endif
}
