import Foundation

/// The systemd unit of the server, as far as the server's needs are in it.
package struct UnitFile: Sendable, Equatable {
    let path: String
    /// The environment of the server.
    var environment: [String: String] = [:]
    /// The files of which the server gets copies.
    var credentials: [Credential] = []
    var workingDirectory: String?
    var program: String?
    /// The limit on open files; `.max` for `infinity`, `nil` when none is set.
    var openFiles: Int?

    struct Credential: Sendable, Equatable {
        let name: String
        let path: String
    }

    /// Where units of the administrator and of packages are (systemd.unit(5)).
    package static let folders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]

    private static let name = "usher.service"

    /// The unit of these folders, with what the administrator has added to it; `nil` when there is none.
    static func find(in folders: [String]) -> UnitFile? {
        guard let (path, texts) = Self.texts(of: name, in: folders) else { return nil }
        var unit = UnitFile(path: path)
        for text in texts { unit.read(text) }
        return unit
    }

    /// The file of this name that systemd takes, and its text followed by those which the administrator has added.
    static func texts(of name: String, in folders: [String]) -> (path: String, texts: [String])? {
        let paths = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isReadableFile(atPath:)),
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        let added = folders.flatMap { additions(to: name, in: $0) }
        return (path, [text] + added.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) })
    }

    private static func additions(to name: String, in folder: String) -> [String] {
        let place = "\(folder)/\(name).d"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return files.sorted().filter { $0.hasSuffix(".conf") }.map { "\(place)/\($0)" }
    }

    /// The assignments of a file of systemd, without its comments.
    static func assignments(in text: String) -> [(key: String, value: String)] {
        text.split(separator: "\n").compactMap { line -> (key: String, value: String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !line.hasPrefix("#"), !line.hasPrefix(";") else { return nil }
            return (parts[0].trimmingCharacters(in: .whitespaces), parts[1].trimmingCharacters(in: .whitespaces))
        }
    }

    /// Reads the lines of a unit; an empty value takes back what came before.
    mutating func read(_ text: String) {
        for (key, value) in Self.assignments(in: text) {
            switch key {
            case "Environment": value.isEmpty ? environment.removeAll() : addEnvironment(value)
            case "LoadCredential": value.isEmpty ? credentials.removeAll() : addCredential(value)
            case "WorkingDirectory": workingDirectory = Self.path(value, after: "-")
            case "ExecStart": program = value.split(separator: " ").first.map { Self.path($0, after: "@-:+!|") }
            case "LimitNOFILE":
                openFiles = value.split(separator: ":").last.flatMap { $0 == "infinity" ? Int.max : Int($0) }
            default: break
            }
        }
    }

    /// A path without the characters before it that say how systemd uses it (systemd.service(5), systemd.exec(5)).
    private static func path(_ value: some StringProtocol, after marks: String) -> String {
        String(value.drop { marks.contains($0) })
    }

    /// The file of which the server gets `variable` with its content: one that the unit loads as a credential, or another.
    func file(_ variable: String) -> String? {
        guard let path = environment["\(variable)_FILE"] else { return nil }
        for mark in ["%d/", "${CREDENTIALS_DIRECTORY}/"] where path.hasPrefix(mark) {
            let name = path.dropFirst(mark.count)
            return credentials.first { $0.name == name }?.path
        }
        return path
    }

    /// Assignments with spaces between them, each perhaps in quotes.
    private mutating func addEnvironment(_ value: String) {
        for match in value.matches(of: /"([^"]*)"|'([^']*)'|(\S+)/) {
            let text = match.1 ?? match.2 ?? match.3 ?? ""
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
        }
    }

    /// `name:path`; a credential without a path is one of the machine.
    private mutating func addCredential(_ value: String) {
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 { credentials.append(Credential(name: parts[0], path: parts[1])) }
    }
}
