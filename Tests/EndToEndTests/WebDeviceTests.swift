import Foundation
import Testing

/// The terminal as a browser: `usher chat --device web`, on the API of the web chat.
@Suite struct WebDeviceTests {
    /// Runs `body` with a new project, in whose bot customers can ask for a person.
    private func withProject(_ name: String, _ flow: String, _ body: (URL) async throws -> Void) async throws {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-web-device-\(UUID().uuidString)")
        let flows = project.appending(path: "Flows")
        try FileManager.default.createDirectory(
            at: flows.appending(path: "images"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: project) }
        let bot = """
            bot: Garage
            zone: Europe/Berlin
            start: \(name)
            anywhere:
              agent, help, support: \(name)/person
            people:
              desk:
            if_silent:
              after: 10 minutes
              say: Are you still there?
              then: \(name)/person
            if_other: \(name)/person
            if_failed: \(name)/person

            """
        let person = """

              person:
                say: One moment.
                hand_over: desk

            """
        try Data(bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data((flow + person).utf8).write(to: flows.appending(path: "\(name).yaml"))
        try await body(project)
    }

    /// Chats and records it. Returns the output, the transcript, and the result of playing it.
    private func chat(
        in project: URL, with flow: String, _ lines: [String]
    ) async throws -> (shown: String, transcript: String, played: String) {
        let file = project.appending(path: "Flows/\(flow).transcript")
        let chat = try await Program.run(
            ["chat", "--device", "web", "--path", project.path, "--save", file.path],
            input: lines.joined(separator: "\n") + "\n", environment: ["USHER_SIMULATOR_PORT": "9"])
        #expect(chat.status == 0, "\(chat.errors)")
        let played = try await Program.run(["test", file.path])
        return (chat.output, try String(contentsOf: file, encoding: .utf8), played.output)
    }

    @Test func `buttons, a list and a time picker lead to a booking in the browser, too`() async throws {
        let project = FileManager.default.temporaryDirectory.appending(path: "usher-web-device-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: project) }
        for folder in ["Flows", "Config"] {
            try FileManager.default.copyItem(
                at: Program.root.appending(path: folder), to: project.appending(path: folder))
        }
        try FileManager.default.removeItem(at: project.appending(path: "Flows/barber.transcript"))
        let chat = try await chat(in: project, with: "barber", ["hello", "1", "trim", "1", "yes please"])
        #expect(chat.shown.contains(" 1  Book a chair"), "\(chat.shown)")
        #expect(chat.shown.contains("     Hair\n      1  Cut – About 30 minutes"))
        #expect(chat.shown.contains("at Harbour Barbers, 2 Quay Street"))
        #expect(chat.shown.contains("Booked! Trim on "))
        #expect(
            chat.transcript.contains(
                "given: device is web\nyou: hello\n") && chat.transcript.contains("tap: Book a chair\n"),
            "\(chat.transcript)")
        #expect(chat.played == "1 passed, 0 failed\n", "\(chat.transcript)\n\(chat.played)")
    }

    @Test func `a form is filled in page by page, by its ways`() async throws {
        let flow = """
            flow: garage
            start: car
            steps:
              car:
                ask: About your car
                form:
                  plate:
                    ask: What is your number plate?
                    text: one line
                  bought:
                    ask: When did you buy it?
                    date: past
                  insured:
                    ask: Is it insured?
                    answers:
                      Yes: extras
                      No: send
                  extras:
                    ask: What should we look at?
                    answers:
                      Brakes: send
                      Lights: send
                    at_most: 2
                summary: yes
                then: thanks
              thanks:
                say: Noted {car.plate}, bought on {car.bought}.
                then: end
            """
        try await withProject("garage", flow) { project in
            let chat = try await chat(
                in: project, with: "garage",
                ["hello", "", "B-XY 1", "1.2.2020", "2020-02-01", "1", ":back", "No", "", ":quit"])
            for words in [
                "▸ What is your number plate?", "this is required and is empty", "write a day such as 2031-12-01",
                "▸ What should we look at?", "Is it insured?  No", "Return sends it",
                "Noted B-XY 1, bought on 1 February 2020.",
            ] {
                #expect(chat.shown.contains(words), "\(words) is not in \(chat.shown)")
            }
            #expect(
                chat.transcript.contains("fill: plate = B-XY 1\nfill: bought = 2020-02-01\nfill: insured = No\n"),
                "\(chat.transcript)")
            #expect(chat.played == "1 passed, 0 failed\n", "\(chat.transcript)\n\(chat.played)")
        }
    }

    @Test func `files, places and long texts travel, time passes, and a conversation that is deleted begins anew`()
        async throws
    {
        let long = String(repeating: "All about brakes. ", count: 200)
        let flow = """
            flow: garage
            start: photo
            steps:
              photo:
                ask: A photo, please.
                photo: one
                then: place
              place:
                ask: Where does it stand?
                place: any
                then: guide
              guide:
                say: "\(long)"
                show:
                  file: guide.pdf
                  title: Brakes
                then: rest
              rest:
                ask: Anything else?
                text: several lines
                then: end
            """
        try await withProject("garage", flow) { project in
            let guide = Data("%PDF-1.4 all about brakes".utf8)
            try guide.write(to: project.appending(path: "Flows/images/guide.pdf"))
            let (photo, kept) = (project.appending(path: "bike.jpg"), project.appending(path: "kept.pdf"))
            try Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 5_000)).write(to: photo)
            let chat = try await chat(
                in: project, with: "garage",
                [
                    "hello", ":photo \(photo.path)", ":place 52.5, 13.4", ":save 1 \(kept.path)",
                    String(repeating: "and so on ", count: 300), ":close", "hello again", ":wait 10 minutes",
                    ":react liked", ":pay", ":quit",
                ])
            #expect(chat.shown.contains("Where does it stand?"), "\(chat.shown)")
            #expect(chat.shown.contains(long.trimmingCharacters(in: .whitespaces)))
            #expect(try Data(contentsOf: kept) == guide)
            #expect(chat.shown.components(separatedBy: "A photo, please.").count == 3)
            #expect(chat.shown.contains("Are you still there?"))
            #expect(chat.shown.components(separatedBy: "only Apple's devices do this").count == 3)
            #expect(chat.transcript.contains("photo: bike.jpg\nbot: Where does it stand?\nplace: 52.5, 13.4\n"))
        }
    }

    @Test func `without a web chat it says so`() async throws {
        let chat = try await Program.run(
            ["chat", "--device", "web"], input: "hello\n",
            environment: ["USHER_SIMULATOR_PORT": "9", "USHER_WEB_CHAT_ENABLED": "false"])
        chat.expectEnd(with: 2)
        #expect(chat.errors.contains("there is nothing here"), "\(chat.errors)")
    }
}
