import ArgumentParser
import ConversationRuntime
import FlowCompiler
import FlowPublishing
import Foundation
import JSON
import Projects
import Server
import ServerDoctor
import Storage
import Usher

/// `usher doctor`: checks that the server has everything it needs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the server's configuration and environment.",
        discussion: """
            Checks the settings, the files of secrets, the flows and what they need, the database, its disk and its backup,
            the systemd unit, the systems that flows call, Apple's gateway, the system clock, the running server, and the
            proxy in front of it. If `server.public_url` is set, posts a webhook to it as Apple does, signed with
            `apple.secret`: a typing indicator, which starts no conversation. Changes nothing.

            Examples:
              usher doctor
              usher doctor --config /etc/usher/usher.yaml --format json

            Exit code 0: no errors (warnings may be shown). 1: a check failed. 2: the settings are invalid.
            """)

    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let settings = try Bootstrap.settings(SettingsSource.here(file: config), isServing: true)
        let bar = ProgressLine()
        let doctor = Doctor(
            settings: settings, environment: settings.environment(ProcessInfo.processInfo.environment),
            progress: { bar.say("reading the database: \(Int($0 * 100)) %") })
        let published = try? settings.storage.published()
        let found = await doctor.examine(
            Doctor.Flows(
                compilation(settings, published?.version), published: published?.publication.version,
                folder: folderFiles(settings)?.version))
        bar.clear()
        switch format {
        case .json: print(JSONValue.array(found.map(\.json)).prettyText)
        case .text: for examination in found { show(examination) }
        }
        if found.contains(where: { $0.verdict == .bad }) { throw ExitCode(1) }
    }

    /// Compiles the flows published last, otherwise those of the folder.
    private func compilation(_ settings: ServerSettings, _ published: FlowVersion?) -> Compilation? {
        if let published {
            let sources = try? FlowSources(published) {
                settings.storage.place(ofPicture: $0)
            }
            return sources?.compile(isStrict: settings.isStrict, now: Console.now)
        }
        guard let files = folderFiles(settings) else { return nil }
        return Compiler.compile(files, options: CompilerOptions(now: Console.now, isStrict: settings.isStrict))
    }

    private func folderFiles(_ settings: ServerSettings) -> ProjectFiles? {
        let folder = try? ProjectFolder(flows: settings.flowsPath)
        return try? folder?.files(actions: settings.actionsPath, services: settings.servicesPath)
    }

    private func show(_ examination: HealthCheck) {
        let signs: [HealthCheck.Verdict: String] = [.good: "✓", .warning: "!", .bad: "✗"]
        print("\(signs[examination.verdict] ?? " ") \(examination.subject): \(examination.finding)")
        if let advice = examination.advice { print("    \(advice)") }
    }
}

extension HealthCheck {
    fileprivate var json: JSONValue {
        [
            "subject": .string(subject), "verdict": .string(verdict.rawValue), "finding": .string(finding),
            "advice": advice.map { .string($0) } ?? .null,
        ]
    }
}
