import Files
import Foundation
import JSON

/// The folder beside a database in which a restored one grows, and the exchange of the two.
///
/// It has the layout of the folder of the database. It grows as `usher.sqlite.restore.partial`, and is renamed to
/// `usher.sqlite.restore` when complete. From then on the exchange can be continued from whatever point it was
/// interrupted at: the database is moved first and comes back last, so a server that is started in between finds none.
struct RestoreFolder {
    private let target: String
    private let folder: String
    private let name: String
    private let owner: FileOwner?

    /// What the exchange has to know when it continues.
    struct Plan {
        /// The backup that is restored.
        var backup: String
        /// The name of the folder for what is there now.
        var previous: String
        var files: Int
        var missing: Int
        var withheld: Int
    }

    /// Where the restored database grows.
    var growing: String { "\(target).restore.partial" }
    private var complete: String { "\(target).restore" }
    /// The database that grows.
    var database: String { "\(growing)/\(name)" }
    private static let parts = ["content", "published"]
    private static let plan = "restore.json"

    init(for database: String) {
        target = database
        let url = URL(filePath: database)
        folder = url.deletingLastPathComponent().path
        name = url.lastPathComponent
        owner = FileOwner(beside: database)
    }

    /// Creates the folder without what an interrupted attempt has left in it.
    func make() throws {
        remove()
        for part in Self.parts { try create("\(growing)/\(part)/\(name)") }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: growing)
    }

    func remove() { try? FileManager.default.removeItem(atPath: growing) }

    /// Records that the restored database is complete, so that it takes the place of the previous one, now or when the
    /// exchange is continued.
    func complete(_ plan: Plan) throws {
        let manager = FileManager.default
        for file in try manager.contentsOfDirectory(atPath: growing) where file != name && !Self.parts.contains(file) {
            try manager.removeItem(atPath: "\(growing)/\(file)")
        }
        var file = try NewFile("\(growing)/\(Self.plan)")
        try file.write(Data(plan.json.text.utf8))
        try file.keep(lasting: true)
        for path in manager.subpaths(atPath: growing) ?? [] { try owner?.take("\(growing)/\(path)") }
        try owner?.take(growing)
        try NewFile.rename(growing, to: complete)
    }

    /// The plan of an exchange that has begun; `nil` when none has.
    var plan: Plan? {
        guard let text = FileManager.default.contents(atPath: "\(complete)/\(Self.plan)"),
            let json = try? JSONValue(parsing: String(decoding: text, as: UTF8.self))
        else { return nil }
        return Plan(json: json)
    }

    /// Puts the restored database into the place of the previous one, which is kept in a folder of its own.
    ///
    /// - Parameter passing: called after each change on disk.
    /// - Returns: what was restored.
    func exchange(_ plan: Plan, _ passing: (String) throws -> Void) throws -> Restored {
        CreationMarker(of: target).leave()
        if exists("\(complete)/\(name)") {
            for suffix in ["", "-wal", "-shm"] { try putAway(name + suffix, plan, passing) }
            for part in Self.parts where exists("\(complete)/\(part)/\(name)") {
                try putAway("\(part)/\(name)", plan, passing)
                try create("\(folder)/\(part)")
                try move("\(complete)/\(part)/\(name)", to: "\(folder)/\(part)/\(name)", passing)
            }
            try move("\(complete)/\(name)", to: target, passing)
        }
        let size = try FileManager.default.attributesOfItem(atPath: target)[.size] as? Int ?? 0
        try FileManager.default.removeItem(atPath: complete)
        let previous = "\(folder)/\(plan.previous)"
        return Restored(
            database: target, size: size, files: plan.files, missing: plan.missing, withheld: plan.withheld,
            previous: exists(previous) ? previous : nil, wasInterrupted: false)
    }

    /// Returns a name for the folder of what is there now, such as `before-restore-2026-12-01T10-15-00Z`.
    func previous(at time: String) -> String {
        let name = "before-restore-" + time.replacing(":", with: "-")
        let names = [name] + (2...100).map { "\(name)-\($0)" }
        return names.first { !exists("\(folder)/\($0)") } ?? name
    }

    /// Moves a file or folder of the previous database to the folder for it.
    private func putAway(_ item: String, _ plan: Plan, _ passing: (String) throws -> Void) throws {
        guard exists("\(folder)/\(item)") else { return }
        let place = "\(folder)/\(plan.previous)/\(item)"
        try create(URL(filePath: place).deletingLastPathComponent().path)
        try owner?.take("\(folder)/\(plan.previous)")
        try move("\(folder)/\(item)", to: place, passing)
    }

    private func move(_ source: String, to place: String, _ passing: (String) throws -> Void) throws {
        try NewFile.rename(source, to: place)
        try passing(place)
    }

    private func create(_ path: String) throws {
        if exists(path) { return }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try owner?.take(path)
    }

    private func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }
}

extension RestoreFolder.Plan {
    fileprivate var json: JSONValue {
        [
            "backup": .string(backup), "previous": .string(previous), "files": .int(files), "missing": .int(missing),
            "withheld": .int(withheld),
        ]
    }

    fileprivate init?(json: JSONValue) {
        guard let backup = json["backup"]?.string, let previous = json["previous"]?.string else { return nil }
        self.init(
            backup: backup, previous: previous, files: json["files"]?.int ?? 0, missing: json["missing"]?.int ?? 0,
            withheld: json["withheld"]?.int ?? 0)
    }
}
