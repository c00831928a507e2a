import Foundation
import SQLStorage
import SQLiteStorage
import Server
import Storage

/// The systemd unit, where one is installed.
extension Doctor {
    func check(_ unit: UnitFile) -> [HealthCheck] {
        let data = data(of: unit)
        let found = missing(in: unit) + names(in: unit) + differences(in: data) + files(in: unit)
        guard found.isEmpty else { return found }
        let same = data == .unreadable ? "" : ", and it uses the same database"
        return [HealthCheck("unit", .good, "all that \(unit.path) names exists\(same)")]
    }

    private func missing(in unit: UnitFile) -> [HealthCheck] {
        var lacks: [String] = []
        if let program = unit.program, !FileManager.default.isExecutableFile(atPath: program) {
            lacks.append("the program \(program)")
        }
        if let folder = unit.workingDirectory, !FileManager.default.fileExists(atPath: folder) {
            lacks.append("the folder \(folder)")
        }
        lacks += unit.credentials.filter { !FileManager.default.fileExists(atPath: $0.path) }.map {
            "the secret \($0.path)"
        }
        return lacks.map {
            HealthCheck(
                "unit", .bad, "\(unit.path) names \($0), which does not exist",
                advice: "create it, or remove the line with `sudo systemctl edit --full usher`")
        }
    }

    /// Names in the environment that look like misspelt settings.
    private func names(in unit: UnitFile) -> [HealthCheck] {
        var reader = SettingsReader(
            file: nil, environment: unit.environment.filter { $0.value.hasPrefix("%") == false })
        let warnings = (try? reader.settings(isServing: false, isTrying: true).warnings) ?? []
        return warnings.map { HealthCheck("unit", .warning, "\(unit.path): \($0)") }
    }

    /// Where the server has its data, as far as the unit says so. What it leaves out is in the file of settings, which
    /// commands read as well.
    enum UnitData: Equatable {
        /// The address of a PostgreSQL database, and the file from which the unit takes it.
        case url(StorageURL, file: String?)
        /// An SQLite file.
        case path(String)
        /// It has an address, in a file that this user may not read.
        case unreadable
        case asInSettings
    }

    func data(of unit: UnitFile) -> UnitData {
        let variable = "USHER_STORAGE_URL"
        let file = unit.file(variable)
        if file != nil || unit.environment[variable] != nil || unit.environment["\(variable)_FILE"] != nil {
            let text = unit.environment[variable] ?? file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
            let url = text.flatMap { StorageURL($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            return url.map { .url($0, file: file) } ?? .unreadable
        }
        // Without an address in the unit, it may be in the file of settings; there it precedes the path.
        let isOfCommands = ["", "_FILE"].contains { environment["\(variable)\($0)"] != nil }
        if settings.storageURL != nil, !isOfCommands { return .asInSettings }
        return unit.environment["USHER_STORAGE_PATH"].map { .path($0) } ?? .asInSettings
    }

    /// Why the database of these settings is not checked: it is a file that does not exist, and the server has its data
    /// elsewhere, as the check of the unit reports as well.
    func databaseElsewhere(_ unit: UnitFile) -> HealthCheck? {
        guard case .file(let path) = settings.storage, !SQLiteDatabase.isMissing(path),
            !FileManager.default.fileExists(atPath: path)
        else { return nil }
        let place: String
        switch data(of: unit) {
        case .url(let url, _): place = "the server's database is \(url)"
        case .path(let other) where other != path: place = "the server's database is \(other)"
        case .unreadable: place = "the address of the server's is in a file that this user cannot read"
        case .path, .asInSettings: return nil
        }
        return HealthCheck(
            "database", .warning, "not checked: \(path), which these settings name, does not exist, and \(place)",
            advice: "run `usher doctor` as root, with settings that name the server's database")
    }

    /// The database of the server is that of the commands of operators.
    private func differences(in data: UnitData) -> [HealthCheck] {
        switch data {
        case .url(let url, let file):
            guard url.text != settings.storageURL?.text else { return [] }
            let advice =
                file.map { "set `storage.url_file: \($0)` in Config/usher.yaml" }
                ?? "set `USHER_STORAGE_URL` for commands as in the unit"
            return [difference(url.description, advice: advice)]
        case .path(let path):
            guard settings.storageURL == nil else {
                let advice =
                    "give the unit `storage.url` too, as in its lines with `storage-url` (`sudo systemctl edit --full usher`), or set it in Config/usher.yaml"
                return [difference(path, advice: advice)]
            }
            guard path != settings.storagePath else { return [] }
            return [difference(path, advice: "set `storage.path: \(path)` in Config/usher.yaml")]
        case .unreadable, .asInSettings: return []
        }
    }

    /// Beside a PostgreSQL database, `storage.path` is only where files of customers may be.
    private func files(in unit: UnitFile) -> [HealthCheck] {
        guard let url = settings.storageURL, settings.content.store == .folder,
            let path = unit.environment["USHER_STORAGE_PATH"],
            !StoragePlace(url: url, path: path).sharesFiles(with: settings.storage)
        else { return [] }
        return [
            HealthCheck(
                "unit", .warning,
                "the server keeps customers' files beside \(path), and these settings beside \(settings.storagePath)",
                advice: "set `storage.path: \(path)` in Config/usher.yaml, so that commands find the files")
        ]
    }

    private func difference(_ place: String, advice: String) -> HealthCheck {
        HealthCheck(
            "unit", .warning, "the server's database is \(place), and these settings name \(settings.storage)",
            advice: "\(advice), so that commands find the server's database")
    }
}
