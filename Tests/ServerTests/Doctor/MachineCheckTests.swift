import AppleMessages
import ConversationRuntime
import Expressions
import Foundation
import SQLiteStorage
import TestSupport
import Testing

@testable import Server
@testable import ServerDoctor

/// What `usher doctor` says of the machine: secrets, disk, backup, open files, the unit, other servers.
@Suite struct MachineCheckTests {
    private static func doctor(
        _ settings: ServerSettings = ServerSettings(), environment: [String: String] = [:],
        free: Int = 9_000_000_000
    ) -> Doctor {
        Doctor(
            settings: settings, environment: environment,
            now: { Date(timeIntervalSince1970: Double(Account.now.seconds)) }, freeSpace: { _ in free })
    }

    // Secrets.

    /// A file, with the permissions of the file and of its folder.
    private static func file(_ folder: TemporaryFolder, _ mode: Int, in folderMode: Int = 0o755) throws -> String {
        let place = "\(folder.path)/secrets-\(mode)-\(folderMode)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: URL(filePath: place + "/token"))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place + "/token")
        try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: place)
        return place + "/token"
    }

    @Test func `a secret that every user can read is reported`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let open = try Self.file(folder, 0o644)
        var settings = ServerSettings()
        settings.secretFiles = [("admin.token_file", open)]
        let action = ["USHER_SECRET_SHOP_FILE": try Self.file(folder, 0o600)]
        let found = Self.doctor(settings, environment: action).secrets(nil)
        #expect(found.map(\.verdict) == [.warning])
        #expect(found[0].finding == "every user of this machine can read `\(open)`, which `admin.token_file` names")
        #expect(found[0].advice == "chmod 600 \(open)")
    }

    @Test(arguments: [(0o600, 0o755), (0o640, 0o755), (0o644, 0o700)])
    func `a secret that others cannot read is fine`(mode: Int, folderMode: Int) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        var settings = ServerSettings()
        settings.secretFiles = [("admin.token_file", try Self.file(folder, mode, in: folderMode))]
        let found = Self.doctor(settings).secrets(nil)
        #expect(found == [HealthCheck("secrets", .good, "1 file, closed to other users")])
        #expect(Self.doctor().secrets(nil) == [])
    }

    @Test func `the files of secrets are those of the settings`() throws {
        let folder = try TemporaryFolder()
        let path = try Self.file(folder, 0o600)
        var reader = SettingsReader(file: nil, environment: ["USHER_ADMIN_TOKEN_FILE": path])
        let files = try reader.settings(isServing: false).secretFiles
        #expect(files.map(\.key) == ["admin.token_file"] && files.map(\.path) == [path])
    }

    // The disk.

    @Test(arguments: [
        (9_000_000_000, nil, HealthCheck.Verdict.good, "9000 MB are free"),
        (1_500_000_000, nil, .warning, "1500 MB are free"), (1_000, nil, .bad, "the disk is full"),
        (3_000_000_000, 4_000_000_000, .warning, "fewer than `content.free_space` keeps"),
    ])
    func `the free space of the disk is judged`(
        free: Int, reserve: Int?, verdict: HealthCheck.Verdict, finding: String
    ) throws {
        var settings = ServerSettings()
        settings.content.reserve = reserve
        let found = Self.doctor(settings, free: free).room()
        #expect(found.map(\.verdict) == [verdict] && found[0].finding.contains(finding), "\(found)")
        #expect(verdict == .good || found[0].advice != nil)
    }

    // The backup.

    @Test(arguments: [(nil, HealthCheck.Verdict.warning), (1, .good), (49, .warning)])
    func `a backup is expected every two days`(hours: Int?, verdict: HealthCheck.Verdict) async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.storagePath = folder.path + "/usher.sqlite"
        do { _ = try SQLiteDatabase(path: settings.storagePath) }
        if let hours {
            let mark = settings.storagePath + ".last-backup"
            try Data().write(to: URL(filePath: mark))
            let date = Date(timeIntervalSince1970: Double(Account.now.seconds - hours * 3_600))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: mark)
        }
        let found = await Self.doctor(settings).database([]).checks.filter { $0.subject == "backup" }
        #expect(found.map(\.verdict) == [verdict], "\(found)")
        #expect(verdict == .good || found[0].advice?.contains("usher backup") == true)
    }

    // Open files.

    @Test func `the limit on open files allows the connections`() {
        var doctor = Self.doctor()
        doctor.openFiles = 65_536
        #expect(doctor.openFiles(nil).map(\.verdict) == [.good])
        doctor.openFiles = 1_024
        let found = doctor.openFiles(nil)
        #expect(found.map(\.verdict) == [.warning])
        #expect(found[0].advice?.contains("LimitNOFILE=10256") == true)
        var unit = UnitFile(path: "usher.service")
        unit.openFiles = 65_536
        #expect(doctor.openFiles(unit).map(\.verdict) == [.good])
    }

    // The unit.

    private static func unit(_ text: String, in folder: TemporaryFolder, adding: String? = nil) throws -> UnitFile {
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/usher.service"))
        if let adding {
            let place = folder.path + "/usher.service.d"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(adding.utf8).write(to: URL(filePath: place + "/override.conf"))
        }
        return try #require(UnitFile.find(in: ["/nowhere", folder.path]))
    }

    @Test func `the unit that is shipped is read`() throws {
        let folder = try TemporaryFolder()
        let unit = try Self.unit(
            Fixtures.text("Config/deploy/usher.service"), in: folder,
            adding: "[Service]\nLoadCredential=shop:/etc/usher/shop\nEnvironment=\"A=b c\" D=e\nLimitNOFILE=9000\n")
        #expect(unit.program == "/usr/local/bin/usher" && unit.workingDirectory == "/srv/usher")
        #expect(unit.environment["USHER_STORAGE_PATH"] == "/var/lib/usher/usher.sqlite")
        #expect(unit.environment["A"] == "b c" && unit.environment["D"] == "e")
        #expect(unit.credentials.map(\.path).contains("/etc/usher/apple-secret"))
        #expect(unit.credentials.last == UnitFile.Credential(name: "shop", path: "/etc/usher/shop"))
        #expect(unit.openFiles == 9_000)
        #expect(UnitFile.find(in: ["/nowhere"]) == nil)
    }

    @Test(arguments: ["", "-", "@", "+", "!!", ":-"])
    func `marks before a program and a folder are no part of their paths`(marks: String) throws {
        let folder = try TemporaryFolder()
        let place = marks.contains("-") ? "-\(folder.path)" : folder.path
        let unit = try Self.unit(
            "[Service]\nExecStart=\(marks)/bin/sh serve\nWorkingDirectory=\(place)\nLimitNOFILE=infinity\n", in: folder)
        #expect(unit.program == "/bin/sh" && unit.workingDirectory == folder.path)
        #expect(unit.openFiles == .max)
        #expect(Self.doctor().check(unit).map(\.verdict) == [.good])
    }

    @Test func `a unit whose files exist, and that uses the same database, is fine`() throws {
        let folder = try TemporaryFolder()
        let secret = try Self.file(folder, 0o600)
        let unit = try Self.unit(
            """
            [Service]
            ExecStart=/bin/sh serve
            WorkingDirectory=\(folder.path)
            LoadCredential=token:\(secret)
            Environment=USHER_STORAGE_PATH=/data/usher.sqlite
            Environment=USHER_ADMIN_TOKEN_FILE=%d/token
            """, in: folder)
        var settings = ServerSettings()
        settings.storagePath = "/data/usher.sqlite"
        #expect(Self.doctor(settings).check(unit).map(\.verdict) == [.good])
        #expect(Self.doctor(settings).secrets(unit).map(\.verdict) == [.good])
    }

    @Test func `what a unit names and does not exist is reported, and a database of its own`() throws {
        let folder = try TemporaryFolder()
        let unit = try Self.unit(
            """
            [Service]
            ExecStart=/nowhere/usher serve
            WorkingDirectory=/nowhere/project
            LoadCredential=token:/nowhere/token
            Environment=USHER_STORAGE_PATH=/data/usher.sqlite USHER_SERVER_PROT=8080
            """, in: folder)
        let found = Self.doctor().check(unit)
        #expect(found.map(\.verdict) == [.bad, .bad, .bad, .warning, .warning], "\(found)")
        let findings = found.map(\.finding).joined(separator: "\n")
        for part in [
            "the program /nowhere/usher", "the folder /nowhere/project", "the secret /nowhere/token",
            "did you mean USHER_SERVER_PORT?", "the server's database is /data/usher.sqlite",
        ] { #expect(findings.contains(part), "\(part)") }
        #expect(found.filter { $0.verdict == .bad }.allSatisfy { $0.advice != nil })
        #expect(found.last?.advice?.contains("storage.path: /data/usher.sqlite") == true)
    }

    // Other servers.

    @Test func `servers that share a database run the same version`() {
        func node(_ name: String, _ version: String) -> NodeStatus { Self.node(name, version, isRunning: true) }
        #expect(Doctor.nodes([]).map(\.finding) == ["no server uses the database"])
        let stopped = Self.node("web-3", "0", hasLeft: true)
        let fine = Doctor.nodes([node("web-1", "1"), node("web-2", "1"), stopped])
        #expect(fine == [HealthCheck("nodes", .good, "2 use the database: web-1, web-2")])
        let mixed = Doctor.nodes([node("web-1", "1"), node("web-2", "2")])
        #expect(mixed.map(\.verdict) == [.warning])
        #expect(mixed[0].finding.contains("web-1 (1), web-2 (2)") && mixed[0].advice != nil)
    }

    private static func node(
        _ name: String, _ version: String = "1", isRunning: Bool = false, hasLeft: Bool = false, ago seconds: Int = 0
    ) -> NodeStatus {
        NodeStatus(
            node: Node(name: name, start: "1", version: version),
            seenAt: Moment(seconds: Account.now.seconds - seconds), isRunning: isRunning, hasLeft: hasLeft)
    }

    @Test func `servers that could not report in time are not taken for stopped ones`() {
        let all = [Self.node("web-1", ago: 5), Self.node("web-2"), Self.node("web-3", hasLeft: true)]
        let found = Doctor.nodes(all)
        #expect(found.map(\.verdict) == [.warning])
        #expect(
            found[0].finding
                == "the leases of 2 servers have run out (web-1, web-2), seen last at 2026-12-01T09:00:00Z")
        #expect(found[0].advice?.contains("see the lines `database`") == true)
        #expect(Doctor.nodes([all[0]])[0].finding.hasPrefix("the lease of 1 server has run out (web-1), seen last at"))
        #expect(Doctor.nodes([all[2]]).map(\.finding) == ["no server uses the database"])
    }

    @Test func `a server that has crashed is reported while others run, and one that was stopped is not`() {
        let others = [Self.node("web-2", isRunning: true), Self.node("web-3", hasLeft: true)]
        #expect(Doctor.nodes(others) == [HealthCheck("nodes", .good, "1 use the database: web-2")])
        let found = Doctor.nodes([Self.node("web-1", ago: 5)] + others + [Self.node("web-4")])
        #expect(found.map(\.verdict) == [.good, .warning, .warning], "\(found)")
        #expect(
            found[1].finding
                == "the lease of web-1 has run out, and it was not stopped properly; seen last at 2026-12-01T08:59:55Z")
        #expect(found[1].advice?.contains("otherwise start it. If it is gone for good, the first start of") == true)
        #expect(found[1].advice?.hasSuffix("after 7 days removes it from the list") == true)
        #expect(found[2].finding.hasPrefix("the lease of web-4 has run out"))
        let upgrading = Doctor.nodes([Self.node("web-1", "1"), others[0], Self.node("web-5", "2", isRunning: true)])
        #expect(upgrading.map(\.verdict) == [.warning, .warning], "\(upgrading)")
        #expect(upgrading[0].finding == "servers of different versions use the database: web-2 (1), web-5 (2)")
    }
}
