import Diagnostics
import Foundation
import SQLStorage
import SQLiteStorage
import Server
import Storage

/// The disk, the open files, and the files of secrets.
extension Doctor {
    /// The free space in bytes below which alerts are raised as well.
    private static let littleSpace = 2_000_000_000

    /// Checks that the disk of the database and of customers' files has free space. Nothing is checked where PostgreSQL has
    /// both.
    func room() -> [HealthCheck] {
        switch settings.storage {
        case .file(let path): roomOfDatabase(path)
        case .server(_, let folder): settings.content.store == .folder ? roomOfFiles(folder) : []
        }
    }

    private func roomOfDatabase(_ path: String) -> [HealthCheck] {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if let lack = SQLiteDatabase.lackOfRoom(at: path, free: freeSpace) {
            return [
                HealthCheck(
                    "disk", .bad, lack,
                    advice: "free disk space: until then messages are rejected, and customers see \"Not Delivered\"")
            ]
        }
        guard let free = freeSpace(folder) else { return [] }
        let size = "\(free / 1_000_000) MB are free in \(folder)"
        return room(
            free, size, advice: "free disk space: backups, copies from before an upgrade, and what `retention` keeps")
    }

    /// - Parameter folder: where customers' files are; the database is on the disk of PostgreSQL.
    private func roomOfFiles(_ folder: String) -> [HealthCheck] {
        guard let free = freeSpace(folder) else { return [] }
        let size = "\(free / 1_000_000) MB are free for customers' files in \(folder)"
        return room(free, size, advice: "free disk space, or shorten `retention.content`")
    }

    /// - Parameters:
    ///   - size: the free space in words.
    ///   - advice: for a disk that has little space left.
    private func room(_ free: Int, _ size: String, advice: String) -> [HealthCheck] {
        if let reserve = settings.content.reserve, free < reserve {
            return [
                HealthCheck(
                    "disk", .warning, "\(size), fewer than `content.free_space` keeps: files of customers are refused",
                    advice: "free disk space, or lower `content.free_space`")
            ]
        }
        guard free < Self.littleSpace else { return [HealthCheck("disk", .good, size)] }
        return [HealthCheck("disk", .warning, size, advice: advice)]
    }

    /// What makes the backups of a PostgreSQL database, which this machine does not see; those of a file are checked with
    /// the database.
    func backups() -> [HealthCheck] {
        guard case .server(_, let folder) = settings.storage else { return [] }
        let files = settings.content.store == .folder ? ", and a copy of customers' files in \(folder)" : ""
        return [
            HealthCheck(
                "backup", .good,
                "PostgreSQL's own tools make backups, which are not checked here: `pg_dump -Fc` every day, or `pg_basebackup` and "
                    + "an archive of the write-ahead log\(files); see Docs/Scaling.md, Backup")
        ]
    }

    /// Checks that as many connections as the settings allow can be open.
    func openFiles(_ unit: UnitFile?) -> [HealthCheck] {
        let limit = unit?.openFiles ?? openFiles
        let most = settings.connections.most
        let needed = most + OpenFileLimit.reserve
        let place = unit?.openFiles == nil ? "this session" : "the unit"
        guard limit < needed else {
            let text = limit == .max ? "without a limit" : "up to \(limit) in \(place)"
            return [HealthCheck("open files", .good, "\(text), enough for \(most) connections")]
        }
        return [
            HealthCheck(
                "open files", .warning,
                "the limit of \(limit) in \(place) allows fewer than the \(most) connections of `server.max_connections`",
                advice:
                    "set `LimitNOFILE=\(needed)` in the unit or raise `ulimit -n`, or lower `server.max_connections`")
        ]
    }

    /// Checks that only the server and its operators can read the files that contain secrets.
    func secrets(_ unit: UnitFile?) -> [HealthCheck] {
        let ofActions = environment.sorted { $0.key < $1.key }.filter {
            $0.key.hasPrefix("USHER_SECRET_") && $0.key.hasSuffix("_FILE")
        }
        let files =
            settings.secretFiles + ofActions.map { ($0.key, $0.value) }
            + (unit?.credentials ?? []).map { ("LoadCredential", $0.path) }
        var seen: Set<String> = []
        let all = files.filter { seen.insert($0.1).inserted }
        let open = all.filter { Self.isOpenToAll($0.1) }
        if open.isEmpty {
            return all.isEmpty
                ? [] : [HealthCheck("secrets", .good, "\(counted(all.count, "file")), closed to other users")]
        }
        return open.map { key, path in
            HealthCheck(
                "secrets", .warning, "every user of this machine can read `\(path)`, which `\(key)` names",
                advice: "chmod 600 \(path)")
        }
    }

    /// Whether users other than the owner and the group can read a file: that they may enter all its folders, too.
    static func isOpenToAll(_ path: String) -> Bool {
        var place = URL(filePath: path)
        guard let mode = Self.mode(of: place.path), mode & 0o004 != 0 else { return false }
        while place.path != "/", place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            guard let mode = Self.mode(of: place.path), mode & 0o001 != 0 else { return false }
        }
        return true
    }

    private static func mode(of path: String) -> mode_t? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_mode : nil
    }
}
