import ChildProcess
import Foundation
import TestSupport
import Testing

/// `usher new`, and the commands that are then typed in the project.
@Suite struct NewProjectTests {
    private static let templates = ["barber", "clinic", "restaurant", "web-shop", "support", "empty"]

    @Test(arguments: templates)
    func `a project is made, and its own commands find nothing to report`(template: String) async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            ["new", "mine", "--template", template, "--business", "Blue Door"], environment: ["TZ": "Europe/Dublin"],
            in: URL(filePath: folder.path))
        #expect(made.status == 0 && made.output.contains("cd mine\n  usher dev"), "\(made.errors)")
        #expect(made.output.hasPrefix("mine: Blue Door, a bot for "))
        #expect(try folder.read("mine/Flows/bot.yaml").contains("zone: Europe/Dublin\n"))

        // The files of Config and the settings of editors name schemas that are there.
        for (kind, name) in [("settings", "usher"), ("actions", "actions"), ("services", "services")] {
            let schema = try await Program.run(["schema", kind]).output
            #expect(try folder.read("mine/Config/\(name).schema.json") == schema)
            #expect(try folder.read("mine/.vscode/settings.json").contains("\"Config/\(name).schema.json\": \"Config/"))
        }

        // From any folder of it.
        let check = try await Program.run(["check"], in: URL(filePath: folder.file("mine/Flows")))
        #expect(check.status == 0 && check.errors == "" && check.output.hasSuffix(": all is well\n"), "\(check)")
        let test = try await Program.run(["test", "--coverage"], in: URL(filePath: folder.file("mine/Config")))
        #expect(test.status == 0 && test.errors.hasSuffix(" tests: all is well\n"), "\(test)")
        #expect(test.output.contains(" passed, 0 failed\n") && !test.output.contains("step-not-covered"), "\(test)")
        let list = try await Program.run(["sessions", "list"], in: URL(filePath: folder.file("mine/Flows")))
        #expect(list.errors.contains("there is no database at \(folder.file("mine/data/usher.sqlite"))"), "\(list)")
    }

    @Test func `without a terminal a template is needed, and names that are none are refused`() async throws {
        let folder = try TemporaryFolder()
        let place = URL(filePath: folder.path)
        let without = try await Program.run(["new", "mine"], in: place)
        without.expectEnd(with: 2)
        #expect(without.errors.contains("Add --template with one of barber, clinic"))
        for wrong in [
            ["--template", "bakery"], ["--zone", "Mars/Olympus"], ["--currency", "XYZ"], ["--language", "tlh"],
            ["--business", "{x}"],
        ] {
            let refused = try await Program.run(["new", "mine", "--template", "empty"] + wrong, in: place)
            #expect(refused.status == 2, "\(wrong): \(refused)")
        }
        #expect(folder.names == [])
    }

    @Test func `a folder with files is refused`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", to: "used/notes.txt")
        let refused = try await Program.run(
            ["new", "used", "--template", "empty"], in: URL(filePath: folder.path))
        refused.expectEnd(with: 2)
        #expect(refused.errors.contains("used is not empty"))
    }

    @Test func `without a project, dev says how to make one`() async throws {
        let folder = try TemporaryFolder()
        let refused = try await Program.run(["dev"], in: URL(filePath: folder.path))
        #expect(refused.status == 2 && refused.errors.contains("`usher new my-shop` makes one"), "\(refused)")
        #expect(folder.names == [])
    }

    @Test func `a server started in a folder of the project keeps its data in the project`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Program.run(["new", "mine", "--template", "empty"], in: URL(filePath: folder.path))
        let ports = [try freePort(), try freePort()]
        let server = try RunningProgram(
            ["dev", "--port", "\(ports[0])", "--simulator-port", "\(ports[1])"],
            in: URL(filePath: folder.file("mine/Flows")))
        defer { server.kill() }
        #expect(await server.output.wait(for: "Stop with Ctrl-C"), "\(server.errors.text)")
        #expect(FileManager.default.fileExists(atPath: folder.file("mine/data/dev.sqlite")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("mine/Flows/data")))
    }

    @Test(arguments: ["iphone", "web"])
    func `a chat in the second language is answered in it, and plays as it went`(device: String) async throws {
        let folder = try TemporaryFolder()
        let place = URL(filePath: folder.path)
        _ = try await Program.run(["new", "mine", "--template", "empty"], in: place)
        let project = URL(filePath: folder.file("mine"))
        let chat = try await Program.run(
            ["chat", "--device", device, "--language", "de-CH", "--save", "Flows/hello.de.transcript"],
            input: "hallo\n1\n", environment: ["USHER_SIMULATOR_PORT": "\(try freePort())"], in: project)
        #expect(chat.status == 0 && chat.errors.contains("saved to"), "\(chat)")
        #expect(chat.output.contains("Was können wir für dich tun?"), "\(chat)")
        #expect(try folder.read("mine/Flows/hello.de.transcript").contains("given: language is de_CH\n"))
        let test = try await Program.run(["test"], in: project)
        #expect(test.status == 0, "\(test)")

        let named = try await Program.run(
            ["chat", "mine", "--device", device, "--language", "de"], input: "hallo\n",
            environment: ["USHER_SIMULATOR_PORT": "\(try freePort())"], in: place)
        #expect(named.output.contains("Was können wir für dich tun?"), "\(named)")

        let unspoken = try await Program.run(
            ["chat", "--device", device, "--language", "tlh"], input: "nuqneH\n",
            environment: ["USHER_SIMULATOR_PORT": "\(try freePort())"], in: project)
        #expect(unspoken.errors.contains("does not speak `tlh`; it answers in `en`"), "\(unspoken)")
        let wrong = try await Program.run(["chat", "--language", "the language of cats"], in: project)
        #expect(wrong.status == 2, "\(wrong)")
    }

    @Test func `translations of texts that are gone are removed, but not while flows have errors`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Program.run(["new", "mine", "--template", "empty"], in: URL(filePath: folder.path))
        let project = URL(filePath: folder.file("mine"))
        let flow = try folder.read("mine/Flows/hello.yaml")
        let translation = try folder.read("mine/Flows/hello.de.yaml")
        try folder.write(flow.replacing("then: end", with: "then: nowhere"), to: "mine/Flows/hello.yaml")
        let refused = try await Program.run(["translate", "prune"], in: project)
        #expect(refused.status == 1 && refused.errors.contains("nothing was removed"), "\(refused)")
        #expect(try folder.read("mine/Flows/hello.de.yaml") == translation)

        try folder.write(
            flow.replacing("Talk to a person: person", with: "Someone: person")
                .replacing("Opening hours: hours", with: "Hours: hours"),
            to: "mine/Flows/hello.yaml")
        let pruned = try await Program.run(["translate", "prune"], in: project)
        #expect(pruned.status == 0 && pruned.errors.contains("2 translations removed"), "\(pruned)")
        let left = try folder.read("mine/Flows/hello.de.yaml")
        #expect(!left.contains("Mit jemandem sprechen") && !left.contains("Talk to a person"), "\(left)")
        #expect(left.contains("Hallo, hier ist"))
        #expect(try await Program.run(["translate", "prune"], in: project).errors.contains("0 translations removed"))
    }

    /// Runs a command of the program on a terminal.
    private func onTerminal(_ words: String, in folder: TemporaryFolder) throws -> RunningProgram {
        try RunningProgram(
            ["-qec", "'\(try Program.path)' \(words)", "/dev/null"], of: World.terminal,
            environment: ["TZ": "Asia/Tokyo"],
            in: URL(filePath: folder.path))
    }

    @Test func `on a terminal the questions are asked`() async throws {
        let folder = try TemporaryFolder()
        let program = try onTerminal("new mine", in: folder)
        for (question, answer) in [
            ("What is the business called? [Mine]", "Blue Door"), ("What kind of business is it?", "2"),
            ("In which time zone is it? [Asia/Tokyo]", "dublin"), ("English and German", "en"),
        ] {
            #expect(await program.output.wait(for: question), "\(program.output.text)")
            program.type("\(answer)\n")
        }
        await program.expectEnd(with: 0)
        #expect(await program.output.whole().contains("mine: Blue Door, a bot for a medical practice"))
        let bot = try folder.read("mine/Flows/bot.yaml")
        #expect(bot.contains("zone: Europe/Dublin\n") && bot.contains("languages: [en]\n"))
    }

    @Test func `without a project, dev makes one on a terminal and runs it`() async throws {
        let folder = try TemporaryFolder()
        let refusing = try onTerminal("dev", in: folder)
        #expect(await refusing.output.wait(for: "Make one?"), "\(refusing.output.text)")
        refusing.type("no\n")
        await refusing.expectEnd(with: 2)
        #expect(folder.names == [])

        let ports = [try freePort(), try freePort()]
        let program = try onTerminal("dev --port \(ports[0]) --simulator-port \(ports[1])", in: folder)
        defer { program.stop() }
        for (question, answer) in [
            ("Make one?", ""), ("What is the business called?", "Cut & Go"), ("What kind of business is it?", ""),
            ("In which time zone is it?", ""), ("English and German", ""),
        ] {
            #expect(await program.output.wait(for: question), "\(program.output.text)")
            program.type("\(answer)\n")
        }
        #expect(await program.output.wait(for: "Stop with Ctrl-C"), "\(program.output.text)")
        #expect(try folder.read("cut-go/Flows/bot.yaml").contains("bot: Cut & Go\n"))
        #expect(FileManager.default.fileExists(atPath: folder.file("cut-go/data/dev.sqlite")))
        #expect(folder.names == ["cut-go"])
        let again = try await Program.run(["dev"], in: URL(filePath: folder.path))
        #expect(again.status == 2 && again.errors.contains("go there first: `cd cut-go`"), "\(again)")
    }
}
