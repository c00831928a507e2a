import Channels
public import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Logging

/// Reads settings from the command line, the environment and a file, in this order of precedence, and validates all of
/// them.
///
/// It reports all errors at once, each in a line: the location, the value found and the expected one.
public struct SettingsReader {
    private let sources: SettingsSources
    private let bot: BotName
    private let server: ServerOfBot?
    /// The folder to which paths are relative; `nil` is the folder in which the program runs.
    private let folder: String?
    private var problems: [String] = []
    private var warnings: [String] = []
    /// Whether the file can be read as YAML. If not, what it seems to lack may stand in it.
    private var isReadable = true
    /// The files of secrets that have been read.
    private var secretFiles: [(key: String, path: String)] = []
    /// The secrets that could not be read; `nil` where each is an error.
    private var unreadSecrets: [String]?

    /// - Parameters:
    ///   - file: `Config/usher.yaml`; `nil` when there is none.
    ///   - environment: the environment variables of the process.
    ///   - options: the options of the command line, by key.
    ///   - folder: the folder to which paths are relative; `nil` is the folder in which the program runs.
    ///   - server: the server of a bot in a folder; `nil` for the settings of a server.
    public init(
        file: SourceFile?, environment: [String: String], options: [String: String] = [:], folder: String? = nil,
        of server: ServerOfBot? = nil
    ) {
        self.folder = folder
        self.server = server
        let bot = server?.bot ?? .main
        self.bot = bot
        let variables = bot.environment(environment, among: server?.bots ?? [])
        let document = file.map(ConfigFile.init(reading:))
        let given = SettingsLayer(options: options, folder: folder)
        var own = [SettingsLayer(environment: variables, of: bot, folder: folder)]
        if let file, let document { own.append(SettingsLayer(document.settings, in: file, folder: folder)) }
        var shared: [SettingsLayer] = []
        if let server {
            let settings = ConfigFile(reading: server.file).settings
            shared = [
                given,
                SettingsLayer(environment: BotName.main.environment(environment, among: []), folder: server.folder),
                SettingsLayer(settings, in: server.file, folder: server.folder),
            ]
        }
        // Options are those of the server: none is for one bot in a folder.
        sources = SettingsSources(own: server == nil ? [given] + own : own, shared: shared)
        if let file, let document { look(at: document, in: file) }
        if server == nil { look(atNamesIn: variables) } else { look(atNamesOf: bot, in: variables) }
    }

    /// Reports syntax errors and unknown keys of a file.
    private mutating func look(at document: ConfigFile, in file: SourceFile) {
        let report = DiagnosticReport(document.diagnostics, in: [file])
        isReadable = report.diagnostics.isEmpty
        for diagnostic in report.diagnostics {
            problems.append("\(file.path):\(report.places(of: diagnostic.span).start.line): \(diagnostic.message)")
        }
        for setting in document.settings {
            let place = file.line(of: setting)
            if let below = SettingKey.writable.first(where: { $0.hasPrefix(setting.path + ".") }) {
                problems.append(
                    "\(place): `\(setting.path)` is not a setting but a group of settings; write them on lines of their own below it, such as `\(below)`"
                )
            } else if !SettingKey.writable.contains(setting.path) {
                let near = closest(to: setting.path, among: SettingKey.writable).map { "; did you mean `\($0)`?" }
                problems.append("\(place): there is no setting `\(setting.path)`\(near ?? "")")
            } else if let server, SettingKey(rawValue: setting.path)?.scope == .server {
                problems.append(
                    "\(place): `\(setting.path)` is a setting of the whole server; set it in \(server.file.path)")
            } else if let key = SettingKey(rawValue: setting.path), key.isSecret {
                warnings.append(
                    "\(place): `\(key.rawValue)` is a secret, which must not be in this file; set \(variable(key)), or "
                        + "`\(key.file)` to a file that contains it")
            }
        }
    }

    /// Warns about environment variables that look like misspelt settings. They may belong to other programs, so they
    /// are not errors.
    private mutating func look(atNamesIn environment: [String: String]) {
        let known = SettingKey.writable.map(SettingKey.variable)
        for name in environment.keys.sorted() where name.hasPrefix("USHER_") && !known.contains(name) {
            guard !Self.isOfCluster(name), let near = closest(to: name, among: known) else { continue }
            warnings.append("\(name) is not a setting; did you mean \(near)?")
        }
    }

    /// Reports variables of a bot in a folder that are not settings of a bot. Nothing else has names like these.
    private mutating func look(atNamesOf bot: BotName, in variables: [String: String]) {
        let known = Dictionary(
            uniqueKeysWithValues: SettingKey.allCases.flatMap { key in
                (key.isSecret ? [key.rawValue, key.file] : [key.rawValue]).map { (SettingKey.variable($0), key) }
            })
        for name in variables.keys.sorted() where name.hasPrefix("USHER_") && !name.hasPrefix("USHER_SECRET_") {
            if let key = known[name] {
                guard key.scope == .server else { continue }
                problems.append("\(bot.naming(name)): `\(key.rawValue)` is a setting of the whole server")
            } else {
                let near = closest(to: name, among: Array(known.keys)).map { "; did you mean \(bot.naming($0))?" } ?? ""
                warnings.append("\(bot.naming(name)) is not a setting\(near)")
            }
        }
    }

    /// Whether Kubernetes sets this variable to announce a service called `usher` (kubernetes.io, Service, Environment
    /// variables).
    private static func isOfCluster(_ name: String) -> Bool {
        ["USHER_SERVICE_HOST", "USHER_SERVICE_PORT", "USHER_PORT"].contains { name == $0 || name.hasPrefix($0 + "_") }
    }

    /// Returns the settings, or throws all their validation errors.
    ///
    /// - Parameters:
    ///   - isServing: whether Apple's id and secret are required.
    ///   - isTrying: whether the bot is only tried on this machine, so that a secret of the production server may be out of
    ///     reach. What needs it is left out, as if it were not set.
    public mutating func settings(isServing: Bool, isTrying: Bool = false) throws(SettingsError) -> ServerSettings {
        guard isReadable else { throw SettingsError(lines: problems) }
        unreadSecrets = isTrying ? [] : nil
        secretFiles = []
        var settings = ServerSettings()
        settings.bot = bot
        settings.botsInFolders = server?.bots ?? []
        settings.botsPath = path(.botsPath).map(place)
        settings.host = find(.serverHost)?.text ?? settings.host
        settings.port = number(.serverPort, 0...65_535, settings.port)
        settings.webhooksAtOnce = number(.serverWebhooksAtOnce, 1...100_000, settings.webhooksAtOnce)
        settings.connections = connections()
        settings.storagePath = place(path(.storagePath) ?? settings.storagePath)
        settings.storageURL = storageURL()
        settings.node = node() ?? settings.node
        settings.lease = length(.storageLease, .seconds(1) ... .minutes(5), settings.lease)
        settings.acceptsLoss = yesNo(.storageAcceptLoss, settings.acceptsLoss)
        settings.largestGroup = number(.storageLargestGroup, 1...10_000, settings.largestGroup)
        settings.storageKey = storageKey()
        settings.content = content(isShared: settings.storageURL != nil)
        settings.retention = retention()
        settings.flowsPath = place(path(.flowsPath) ?? settings.flowsPath)
        settings.actionsPath = find(.actionsPath)?.text ?? settings.actionsPath
        settings.servicesPath = find(.servicesPath)?.text ?? settings.servicesPath
        settings.publicURL = publicURL()
        settings.allowsPrivateAddresses = yesNo(.actionsPrivateAddresses, settings.allowsPrivateAddresses)
        settings.simulatorPort = number(.simulatorPort, 0...65_535, settings.simulatorPort)
        settings.isStrict = word(.appleLimits, Self.limits, "strict") == "strict"
        let levels = Logger.Level.allCases.map(\.rawValue)
        settings.logLevel = Logger.Level(rawValue: word(.logLevel, levels, "info")) ?? .info
        settings.logsJSON = word(.logFormat, ["text", "json"], "text") == "json"
        settings.adminToken = adminToken()
        readOperators(into: &settings)
        settings.desk = desk()
        settings.notices = notices()
        settings.tracing = tracing()
        settings.paySecret = secret(.paySecret)?.value.map { RotatingSecret(Data($0.utf8)) }
        settings.apple = apple(settings, isNeeded: isServing)
        settings.webChat = webChat(settings, isServing: isServing)
        settings.warnings = warnings
        settings.secretFiles = secretFiles
        settings.unreadSecrets = unreadSecrets ?? []
        guard problems.isEmpty else { throw SettingsError(lines: problems) }
        return settings
    }
}

extension SettingsReader {
    /// A hash of the value of each key, which shows only whether the value has changed; keys without a value have none.
    public var marks: [String: Int] {
        var copy = self
        // A change of the server's settings is the server's business.
        let keys = SettingKey.allCases.filter { server == nil || $0.scope != .server }
        return keys.reduce(into: [:]) { marks, key in
            let text = key.isSecret ? copy.secret(key)?.value : find(key)?.text
            marks[key.rawValue] = text?.hashValue
        }
    }

    fileprivate static let limits = ["strict", "documented"]

    /// Whether flows are checked against the limits of newer devices. It is for commands that need no other setting,
    /// and ignores errors in the other settings.
    public var checksStrictly: Bool { find(.appleLimits)?.text != "documented" }

    /// The folder with the projects of further bots, as it is written; works without valid settings.
    public var botsPath: String? { find(.botsPath)?.text }

    /// The path of the database as it is written; works without valid settings.
    public var storagePath: String { find(.storagePath)?.text ?? ServerSettings().storagePath }
}

// Values.
extension SettingsReader {
    func find(_ key: SettingKey) -> SettingsLayer.Found? {
        sources.layers(of: key).lazy.compactMap { $0.find(key.rawValue) }.first
    }

    /// Whether the settings are those of a bot in a folder.
    var isOfBotInFolder: Bool { server != nil }

    /// Whether the bot itself sets a key, and does not inherit it.
    func isOwn(_ key: SettingKey) -> Bool { sources.isOwn(key) }

    /// The schema of the bot in a database that it shares with others of its server.
    var schema: String? { bot.schema }

    /// The environment variable of a key, as the bot has it.
    func variable(_ key: SettingKey) -> String { bot.naming(SettingKey.variable(key.rawValue)) }

    /// The path that a setting names, as it is written.
    private mutating func path(_ key: SettingKey) -> String? {
        guard let found = find(key) else { return nil }
        if found.text == "~" || found.text.hasPrefix("~/") {
            refuse(
                "\(found.place): `\(key.rawValue)` begins with `~`, which only a shell replaces; write the whole path, such as "
                    + "`/home/name\(found.text.dropFirst())`")
        }
        return found.text
    }

    /// The path in full.
    private func place(_ path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        return "\(folder)/\(path)"
    }

    /// Whether a key, or the file of a secret, is set anywhere, valid or not.
    func isWritten(_ key: SettingKey) -> Bool {
        sources.layers(of: key).contains { $0.has(key) }
    }

    mutating func refuse(_ reason: String) { problems.append(reason) }

    mutating func warn(_ reason: String) { warnings.append(reason) }

    mutating func refuse(_ key: SettingKey, _ found: SettingsLayer.Found, _ expected: String) {
        refuse("\(found.place): `\(key.rawValue)` is `\(found.text)`; expected \(expected)")
    }

    mutating func yesNo(_ key: SettingKey, _ standard: Bool) -> Bool {
        guard let found = find(key) else { return standard }
        switch found.text.lowercased() {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            refuse(key, found, "`true` or `false`")
            return standard
        }
    }

    /// Reads the public URL of the server; plain `http` is allowed only on this machine.
    private mutating func publicURL() -> String? {
        guard let found = find(.serverPublicURL) else { return nil }
        let text = String(found.text.reversed().drop { $0 == "/" }.reversed())
        let url = URL(string: text)
        let isPlain = url?.scheme == "http" && (url?.host()?.isLoopbackHost ?? false)
        guard url?.scheme == "https" || isPlain, url?.host()?.isEmpty == false else {
            refuse(.serverPublicURL, found, "an address such as `https://bot.example.com`")
            return nil
        }
        return text
    }

    mutating func number(_ key: SettingKey, _ range: ClosedRange<Int>, _ standard: Int) -> Int {
        guard let found = find(key) else { return standard }
        if let number = Int(found.text), range.contains(number) { return number }
        refuse(key, found, "a number from \(range.lowerBound) to \(range.upperBound)")
        return standard
    }

    private mutating func word(_ key: SettingKey, _ words: [String], _ standard: String) -> String {
        guard let found = find(key) else { return standard }
        if words.contains(found.text) { return found.text }
        refuse(key, found, words.map { "`\($0)`" }.joined(separator: " or "))
        return standard
    }

    /// Reads a secret from its key or from the file that the `_file` key names; the first layer that has either counts.
    ///
    /// - Returns: the location and the value, which is `nil` when the file is missing or empty, which is reported.
    ///
    /// - Parameter mayBeEmpty: whether an empty file counts as no secret; otherwise it is an error.
    mutating func secret(_ key: SettingKey, mayBeEmpty: Bool = false) -> (place: String, value: String?)? {
        for layer in sources.layers(of: key) {
            if let found = layer.find(key.rawValue) { return (found.place, found.text.trimmed) }
            guard let found = layer.find(key.file) else { continue }
            secretFiles.append((key.file, layer.resolved(found.text)))
            let value = FileManager.default.contents(atPath: layer.resolved(found.text)).map {
                String(decoding: $0, as: UTF8.self).trimmed
            }
            if mayBeEmpty, value?.isEmpty == true { return nil }
            if value?.isEmpty ?? true {
                let trouble = value == nil ? "cannot be read" : "is empty"
                let reason = "\(found.place): `\(key.file)` names `\(found.text)`, which \(trouble)"
                if unreadSecrets == nil {
                    refuse(reason)
                } else {
                    unreadSecrets?.append(reason + "; what needs it is left out here")
                }
            }
            return (found.place, value.flatMap { $0.isEmpty ? nil : $0 })
        }
        return nil
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
