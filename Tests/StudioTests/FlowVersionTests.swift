import Authoring
import ConversationRuntime
import Diagnostics
import Expressions
import FlowCompiler
import FlowPublishing
import Testing

@testable import Studio

/// The files of a version, which the studio, `usher diff` and the server read alike.
@Suite struct FlowVersionTests {
    private static let moment = Moment(seconds: 1_772_442_000)

    private func version(_ texts: [String: String]) -> FlowVersion {
        let files = texts.map { FlowVersion.File(SourceFile(path: $0.key, text: $0.value)) }
        return FlowVersion(hash: "ab12", files: files)
    }

    @Test func `the path of a text gives its role, unless the settings have another file for it`() {
        let paths: [(String, FlowVersion.File.Role)] = [
            ("Flows/bot.yaml", .bot), ("Flows/shop.yaml", .flow), ("Flows/shop.de.yaml", .translation),
            ("Config/actions.yaml", .actions), ("Config/services.yaml", .services),
        ]
        for (path, role) in paths {
            #expect(FlowVersion.File(SourceFile(path: path, text: "")).role == role, "\(path)")
        }
        let calls = FlowVersion.File(SourceFile(path: "/etc/usher/calls.yaml", text: "x"), as: .actions)
        #expect(calls.role == .actions && calls.size == 1 && calls.source.path == "/etc/usher/calls.yaml")
        #expect(calls.checksum == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881")
    }

    @Test func `a version is compiled with its texts, its calls and the pictures that are given`() {
        let picture = FlowVersion.File(role: .picture, path: "Flows/images/dot.png", checksum: "c", size: 3)
        var version = version([
            "Flows/bot.yaml": "bot", "Flows/shop.yaml": "shop", "Flows/shop.de.yaml": "Laden",
            "Config/actions.yaml": "actions", "Config/services.yaml": "services",
        ])
        version.files.append(picture)
        let project = ProjectFiles(version, assets: ["dot.png": Asset(bytes: [1, 2, 3])])
        #expect(project.texts.map(\.path) == ["Flows/bot.yaml", "Flows/shop.de.yaml", "Flows/shop.yaml"])
        #expect(project.actions?.path == "Config/actions.yaml")
        #expect(project.services?.path == "Config/services.yaml")
        #expect(project.assets.keys.sorted() == ["dot.png"] && project.version == "ab12")
    }

    @Test func `the steps of a version are those of its flows`() {
        let version = version(["Flows/bot.yaml": Site.bot, "Flows/shop.yaml": Site.flow])
        #expect(version.steps(at: Self.moment).contains(StepName(flow: "shop", step: "welcome")))
        #expect(FlowVersion(hash: "", files: []).steps(at: Self.moment).isEmpty)
    }
}
