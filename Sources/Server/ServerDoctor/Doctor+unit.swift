import Foundation
import Server

/// The systemd unit, where one is installed.
extension Doctor {
    func check(_ unit: UnitFile) -> [HealthCheck] {
        let found = missing(in: unit) + names(in: unit) + place(in: unit)
        return found.isEmpty
            ? [HealthCheck("unit", .good, "all that \(unit.path) names exists, and it uses the same database")] : found
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

    /// The database of the server is that of the commands of operators.
    private func place(in unit: UnitFile) -> [HealthCheck] {
        guard settings.storageURL == nil, let path = unit.environment["USHER_STORAGE_PATH"],
            path != settings.storagePath
        else { return [] }
        return [
            HealthCheck(
                "unit", .warning, "the server's database is \(path), and these settings name \(settings.storagePath)",
                advice: "set `storage.path: \(path)` in Config/usher.yaml, so that commands find the server's database")
        ]
    }
}
