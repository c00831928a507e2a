import Diagnostics
import FlowCompiler

/// One source of settings: the command line, the environment or a file.
struct SettingsLayer {
    /// A value, and its location for messages.
    struct Found {
        let text: String
        let place: String
    }

    private let values: [String: String]
    /// The name of a key in `values`.
    private let name: @Sendable (String) -> String
    private let place: @Sendable (String) -> String
    /// The folder to which paths in its values are relative; `nil` is the folder in which the program runs.
    let folder: String?

    /// The options of the command line, by key.
    init(options: [String: String], folder: String? = nil) {
        self.folder = folder
        values = options
        name = { $0 }
        place = { _ in "command line" }
    }

    /// The environment variables of a bot, whose names begin with `USHER_`; an empty one counts as not set.
    ///
    /// - Parameter bot: whose they are; messages name them as the bot has them.
    init(environment: [String: String], of bot: BotName = .main, folder: String? = nil) {
        self.folder = folder
        values = environment.filter { !$0.value.isEmpty }
        name = SettingKey.variable
        place = { bot.naming(SettingKey.variable($0)) }
    }

    /// The settings of a file, limited to known keys.
    init(_ settings: [ConfigFile.Setting], in file: SourceFile, folder: String? = nil) {
        self.folder = folder
        let known = settings.filter { SettingKey.writable.contains($0.path) }
        values = Dictionary(known.map { ($0.path, $0.value) }) { first, _ in first }
        name = { $0 }
        let places = Dictionary(known.map { ($0.path, file.line(of: $0)) }) { first, _ in first }
        place = { places[$0] ?? file.path }
    }

    func find(_ key: String) -> Found? { values[name(key)].map { Found(text: $0, place: place(key)) } }

    /// Whether it has a value of a key, or the file of a secret.
    func has(_ key: SettingKey) -> Bool { find(key.rawValue) != nil || find(key.file) != nil }

    /// The path that a value names.
    func resolved(_ path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        return "\(folder)/\(path)"
    }
}

extension SourceFile {
    /// Returns the file and line of a setting.
    func line(of setting: ConfigFile.Setting) -> String {
        "\(path):\(place(of: setting.keySpan.range.lowerBound).line)"
    }
}
