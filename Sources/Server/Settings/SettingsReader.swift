import AppleMessages
import Configuration
public import Diagnostics
import FlowCompiler
import Foundation
import Logging

/// Reads settings from the command line, the environment and a file, in this order, and checks all of them.
public struct SettingsReader {
    private let reader: ConfigReader
    private var places: [String: String] = [:]
    private var problems: [String] = []
    private var warnings: [String] = []

    /// - Parameters:
    ///   - file: `Config/usher.yaml`; `nil` when there is none.
    ///   - environment: the variables of the process.
    ///   - options: what the command line says, by key.
    public init(file: SourceFile?, environment: [String: String], options: [String: String] = [:]) {
        let document = file.map(ConfigFile.init(reading:))
        let inFile = document?.settings ?? []
        let ours = environment.filter { $0.key.hasPrefix("USHER_") && !$0.value.isEmpty }
        reader = ConfigReader(providers: [
            Self.provider("options", options),
            EnvironmentVariablesProvider(environmentVariables: ours).prefixKeys(with: "usher"),
            Self.provider("file", Dictionary(inFile.map { ($0.path, $0.value) }) { first, _ in first }),
        ])
        guard let file, let document else { return }
        let report = DiagnosticReport(document.diagnostics, in: [file])
        for diagnostic in report.diagnostics {
            problems.append("\(file.path):\(report.places(of: diagnostic.span).start.line): \(diagnostic.message)")
        }
        for setting in inFile { look(at: setting, in: file) }
    }

    private static func provider(_ name: String, _ values: [String: String]) -> InMemoryProvider {
        InMemoryProvider(
            name: name,
            values: Dictionary(
                uniqueKeysWithValues: values.map { key, value in
                    (
                        AbsoluteConfigKey(key.split(separator: ".").map(String.init), context: [:]),
                        ConfigValue(.string(value), isSecret: false)
                    )
                }))
    }

    /// Notes where a key stands, and what is wrong with it as such.
    private mutating func look(at setting: ConfigFile.Setting, in file: SourceFile) {
        let place = "\(file.path):\(file.place(of: setting.keySpan.range.lowerBound).line)"
        places[setting.path] = place
        guard SettingKey.writable.contains(setting.path) else {
            let near = closest(to: setting.path, among: SettingKey.writable).map { "; did you mean `\($0)`?" }
            problems.append("\(place): there is no setting `\(setting.path)`\(near ?? "")")
            return
        }
        guard let key = SettingKey(rawValue: setting.path) else { return }
        if key.isSecret {
            warnings.append(
                "\(place): `\(setting.path)` holds a secret; put it into \(SettingKey.variable(setting.path)), or into a file "
                    + "that `\(setting.path)_file` names")
        }
        if key.hasNoEffectYet { warnings.append("\(place): `\(setting.path)` has no effect in this version") }
    }

    // Values.

    private func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey(key.split(separator: ".").map(String.init), context: [:]))
    }

    private func text(_ key: SettingKey) -> String? { text(key.rawValue) }

    /// Where a value comes from, for messages.
    private func place(_ key: SettingKey) -> String { places[key.rawValue].map { "\($0): " } ?? "" }

    private mutating func refuse(_ key: SettingKey, _ found: String, _ expected: String) {
        problems.append(
            "\(place(key))`\(key.rawValue)` (\(SettingKey.variable(key.rawValue))) is `\(found)`; expected \(expected)")
    }

    private mutating func number(_ key: SettingKey, _ range: ClosedRange<Int>, _ standard: Int) -> Int {
        guard let text = text(key) else { return standard }
        if let number = Int(text), range.contains(number) { return number }
        refuse(key, text, "a number from \(range.lowerBound) to \(range.upperBound)")
        return standard
    }

    private mutating func yesNo(_ key: SettingKey, _ standard: Bool) -> Bool {
        switch text(key)?.lowercased() {
        case nil: return standard
        case "yes"?, "true"?: return true
        case "no"?, "false"?: return false
        case let text?:
            refuse(key, text, "`true` or `false`")
            return standard
        }
    }

    private mutating func word(_ key: SettingKey, _ words: [String], _ standard: String) -> String {
        guard let text = text(key) else { return standard }
        if words.contains(text) { return text }
        refuse(key, text, words.map { "`\($0)`" }.joined(separator: " or "))
        return standard
    }

    /// The value of a secret, from the key itself or from the file that it names.
    private mutating func secret(_ key: SettingKey) -> String? {
        if let value = text(key) { return value }
        guard let path = text(key.rawValue + "_file") else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            problems.append("`\(key.rawValue)_file` names \(path), which cannot be read")
            return nil
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // All of them.

    /// The settings, or why they are refused.
    ///
    /// - Parameter needsApple: whether the server cannot do without Apple's id and secret.
    public mutating func settings(needsApple: Bool) throws(SettingsError) -> ServerSettings {
        var settings = ServerSettings()
        settings.host = text(.serverHost) ?? settings.host
        settings.port = number(.serverPort, 0...65_535, settings.port)
        settings.storagePath = text(.storagePath) ?? settings.storagePath
        settings.flowsPath = text(.flowsPath) ?? settings.flowsPath
        settings.simulatorPort = number(.simulatorPort, 0...65_535, settings.simulatorPort)
        settings.isStrict = word(.appleLimits, ["strict", "documented"], "strict") == "strict"
        let levels = Logger.Level.allCases.map(\.rawValue)
        settings.logLevel = Logger.Level(rawValue: word(.logLevel, levels, "info")) ?? .info
        settings.apple = apple(settings, isNeeded: needsApple)
        settings.warnings = warnings
        guard problems.isEmpty else { throw SettingsError(lines: problems) }
        return settings
    }

    private mutating func apple(_ settings: ServerSettings, isNeeded: Bool) -> AppleSettings? {
        let verifies = yesNo(.appleVerifyWebhooks, true)
        let typing = yesNo(.appleTyping, false)
        let gateway = gateway()
        let id = text(.appleMSPID)
        let secret = secret(.appleSecret)
        guard isNeeded || id != nil && secret != nil else { return nil }
        if !verifies, !settings.isLoopback {
            problems.append(
                "\(place(.appleVerifyWebhooks))`apple.verify_webhooks` may only be false while `server.host` is loopback; it is "
                    + "`\(settings.host)`")
        }
        if id == nil { problems.append(missing(.appleMSPID, "the Messaging Service Provider id that Apple shows")) }
        if secret == nil { problems.append(missing(.appleSecret, "the shared secret that Apple shows, in base64")) }
        guard let id, let secret else { return nil }
        guard let key = Data(base64Encoded: secret), !key.isEmpty else {
            problems.append("\(place(.appleSecret))`apple.secret` is not base64; copy it as Apple shows it")
            return nil
        }
        let ids = text(.appleBusinessIDs)?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return AppleSettings(
            gateway: gateway, mspID: id, secret: key, businessIDs: ids.map { Set($0) }, isStrict: settings.isStrict,
            verifiesWebhooks: verifies, showsTyping: typing)
    }

    private func missing(_ key: SettingKey, _ what: String) -> String {
        "`\(key.rawValue)` is missing: \(what); set \(SettingKey.variable(key.rawValue)) or write it into Config/usher.yaml"
    }

    private mutating func gateway() -> String {
        let text = text(.appleGateway) ?? "https://mspgw.push.apple.com/v1"
        let url = URL(string: text)
        if let host = url?.host(), url?.scheme == "https" || url?.scheme == "http" && Self.isLoopback(host) {
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
        refuse(.appleGateway, text, "an `https` address (`http` only for this machine)")
        return text
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
