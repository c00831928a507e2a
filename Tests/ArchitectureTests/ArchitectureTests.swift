import Foundation
import Testing

/// The folders of `Sources` from the bottom up, and their modules: a module imports only modules that precede it here.
private let layers: [(folder: String, modules: [String])] = [
    ("Values", ["JSON", "Diagnostics", "Expressions", "MessageModel", "ChannelRules", "MessageParts", "FlowModel"]),
    ("Authoring", ["FlowCompiler", "Explanations", "FlowMap", "Authoring", "LanguageProtocol", "Schemas"]),
    ("Engine", ["FlowEngine", "Simulation", "Forecasts", "Replays"]),
    ("System", ["Gzip", "Files", "CurlClient", "RequestExpectations"]),
    ("Runtime", ["WebTokens", "Channels", "Concurrency", "ServerMetrics", "Traces", "ConversationRuntime"]),
    ("Storage", ["Databases", "SQLStorage", "SQLiteStorage", "PostgreSQLStorage", "Storage"]),
    ("Services", ["OpenTelemetry", "HTTPActions", "SignIn"]),
    ("Web", ["OpenGraph", "WebChat", "ChatPage", "AccountPage"]),
    ("Apple", ["AppleMessages", "ApplePay", "AppleSimulator"]),
    ("Server", ["Projects", "CustomerRecords", "FlowPublishing", "Accounts", "Server", "ServerDoctor"]),
    ("Studio", ["Plays", "LanguageServer", "StudioPage", "DeskPage", "Desk", "Studio"]),
    ("CommandLine", ["TerminalChat", "ProjectTemplates", "Usher", "usher"]),
]

/// Returns the folder of a module. The library's folder has another name, because `Usher` would equal the command's
/// folder on case-insensitive file systems.
private func folder(of module: String) -> String {
    let layer = layers.first { $0.modules.contains(module) }
    return "\(layer?.folder ?? "")/\(module == "Usher" ? "UsherLibrary" : module)"
}

/// The number of layers of values and computations; all layers above have side effects.
private let pureLayers = 3

private let modules = layers.flatMap(\.modules)
private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

@Suite struct ArchitectureTests {
    @Test func `every module has its place in the layers`() throws {
        let sources = root.appending(path: "Sources")
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        #expect(Set(folders) == Set(layers.map(\.folder)))
        let found = try folders.flatMap { layer in
            try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: layer).path)
                .map { "\(layer)/\($0)" }
        }
        // What is written in C are not our modules: the system's libraries, the data of ICU, and the files of templates.
        let inC = [
            "System/CCurl", "System/CPostgreSQL", "System/CSQLite", "System/CZlib", "System/CICUData",
            "CommandLine/CProjectTemplates",
            "Web/CChatAssets", "Web/CAccountAssets",
            "Studio/CStudioAssets", "Studio/CDeskAssets",
        ]
        #expect(Set(found).subtracting(inC) == Set(modules.map(folder)))
    }

    @Test func `the package lists the modules in the order of the layers`() throws {
        let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let listed = package.matches(of: /(?:module\(\s*|executableTarget\(\s*name: )"(\w+)"/).map { String($0.1) }
        #expect(listed.filter(modules.contains) == modules)
    }

    @Test(arguments: modules) func `a module imports only what stands below it or left of it`(module: String) throws {
        let own = try #require(modules.firstIndex(of: module))
        for (file, imported) in try imports(of: module) {
            guard let index = modules.firstIndex(of: imported) else { continue }
            #expect(index < own, "\(file) imports \(imported)")
        }
    }

    @Test func `compiler and engine do not know each other`() throws {
        #expect(try !imports(of: "FlowCompiler").map(\.imported).contains("FlowEngine"))
        #expect(try !imports(of: "FlowEngine").map(\.imported).contains("FlowCompiler"))
    }

    @Test func `every command is a subcommand of another, and has an example`() throws {
        let code = try files(of: "usher").map { try String(contentsOf: $0, encoding: .utf8) }
        let listed = code.flatMap { $0.matches(of: /subcommands: \[([^\]]*)\]/) }.map { $0.1 }.joined(separator: " ")
        var count = 0
        for text in code {
            let commands = text.split(separator: /\bstruct (?=\w+: (?:Async)?ParsableCommand)/).dropFirst()
            for command in commands {
                count += 1
                let name = command.prefix { $0 != ":" }
                let isListed = name == "UsherCommand" || listed.contains("\(name).self")
                #expect(isListed, "\(name) is no subcommand")
                let hasExample = command.contains("Example") || name == "UsherCommand"
                #expect(hasExample, "\(name) has no example")
            }
        }
        #expect(count > 30)
    }

    @Test func `only the builder of a turn changes its session`() throws {
        for file in try files(of: "FlowEngine") where !file.lastPathComponent.hasPrefix("TurnBuilder") {
            let code = try String(contentsOf: file, encoding: .utf8)
            let changes = code.matches(of: /(\w+)\.session(?:\.\w+)*\s[-+]?=\s/).filter { $0.1 != "self" }
            #expect(changes.isEmpty, "\(file.lastPathComponent): \(changes.map { $0.0 })")
        }
    }

    @Test(arguments: layers.prefix(pureLayers).flatMap(\.modules))
    func `nothing below the line acts on the world`(module: String) throws {
        let forbidden = [
            "Date()", "Date.now", "FileManager", "ProcessInfo", "URLSession", "await ", "Task {", "Task.", "random()",
            "SystemRandomNumberGenerator", "DispatchQueue", "Thread {", "Thread(",
        ]
        for file in try files(of: module) {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
            for word in forbidden {
                let isSaid = code.contains(word)
                #expect(!isSaid, "\(file.lastPathComponent) says \(word)")
            }
        }
    }

    /// They end the program when a stream cannot be written, or block a thread that all tasks share while no input
    /// arrives.
    @Test(arguments: modules) func `standard streams are used where errors and waits are expected`(module: String)
        throws
    {
        let forbidden = [
            "FileHandle.standardError", "FileHandle.standardOutput", "readDataToEndOfFile", "Swift.print", "fflush(",
            "readLine(", "waitUntilExit",
        ]
        for file in try files(of: module) {
            let code = try String(contentsOf: file, encoding: .utf8)
            for word in forbidden {
                let isSaid = code.contains(word)
                #expect(!isSaid, "\(file.lastPathComponent) says \(word)")
            }
        }
    }

    /// `exit` runs the handlers of libraries while threads of ours still end, and a handler that frees what an ending
    /// thread frees too makes the program die of a signal: its code is lost.
    @Test(arguments: modules) func `nothing ends the program through the exit handlers of libraries`(module: String)
        throws
    {
        let call = /(?m)^ *(?:Foundation\.|Glibc\.|Darwin\.)?(?:exit|quick_exit)\(|Foundation\.exit/
        for file in try files(of: module) {
            let isSaid = try String(contentsOf: file, encoding: .utf8).contains(call)
            #expect(!isSaid, "\(file.lastPathComponent) says exit(; it ends with _exit( once its output is written")
        }
    }

    @Test func `no money is a binary fraction`() throws {
        let places = [
            "/Apple/ApplePay/", "/Outbound/Payments/", "/MessageModel/Services/", "/Values/Money", "/Values/Decimal",
        ]
        let files = try ["ApplePay", "AppleMessages", "MessageModel", "Expressions"].flatMap(files)
            .filter { file in places.contains { file.path.contains($0) } }
        #expect(files.count > 10)
        for file in files {
            let code = try String(contentsOf: file, encoding: .utf8)
            for word in ["Double", "Float", ".double", "CGFloat"] {
                let isSaid = code.contains(word)
                #expect(!isSaid, "\(file.lastPathComponent) says \(word)")
            }
        }
    }

    @Test func `the simulated Apple shares no code with our side of the wire`() throws {
        #expect(try !imports(of: "AppleSimulator").map(\.imported).contains("AppleMessages"))
    }

    private func files(of module: String) throws -> [URL] {
        let sources = root.appending(path: "Sources/\(folder(of: module))")
        let names = FileManager.default.subpaths(atPath: sources.path) ?? []
        let files = names.filter { $0.hasSuffix(".swift") }.map { sources.appending(path: $0) }
        try #require(!files.isEmpty)
        return files
    }

    private func imports(of module: String) throws -> [(file: String, imported: String)] {
        try files(of: module).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let word = words.firstIndex(of: "import"), word < 2, words.count == word + 2 else { return nil }
                return (file.lastPathComponent, String(words[word + 1]))
            }
        }
    }
}
