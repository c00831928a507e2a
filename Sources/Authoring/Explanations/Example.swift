/// A few lines of a project, without the parts that every project has.
///
/// Written as a plain string, an example is the steps of a flow `hello` that begins with the first of them. The
/// `usualFiles` complete it to a project.
public struct Example: Sendable, ExpressibleByStringLiteral {
    /// A file of the project.
    public struct File: Sendable {
        /// The path relative to the project folder.
        public let path: String
        public let bytes: [UInt8]

        init(_ path: String, _ text: String) {
            self.path = path
            bytes = Array(text.utf8)
        }

        init(_ path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The lines that a page shows.
    public let text: String
    /// The files that contain the lines.
    public let files: [File]

    public init(stringLiteral steps: String) { self = .steps(steps) }

    private init(text: String, files: [File]) {
        self.text = text
        self.files = files
    }

    /// Steps of the flow `hello`, written without indentation.
    static func steps(_ steps: String) -> Example { Example(text: steps, files: [File(helloPath, wholeFlow(steps))]) }

    /// The whole flow `hello`.
    static func flow(_ text: String) -> Example { Example(text: text, files: [File(helloPath, text + "\n")]) }

    /// The whole flow `hello`, saved in Latin-1, the old encoding of Western Europe.
    static func latin(_ text: String) -> Example {
        let bytes = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        return Example(text: String(decoding: bytes, as: UTF8.self), files: [File(helloPath, bytes: bytes)])
    }

    /// bot.yaml, together with a flow `hello` without errors, or with these steps.
    static func bot(_ bot: String, steps: String? = nil) -> Example {
        let shown = steps.map { "# Flows/bot.yaml\n\(bot)\n\n# Flows/hello.yaml\n\(wholeFlow($0))" }
        let text = shown.map { String($0.dropLast()) } ?? "# Flows/bot.yaml\n\(bot)"
        let hello = steps ?? "hello:\n  say: Good day.\n  then: end"
        return Example(text: text, files: [File(botPath, bot + "\n"), File(helloPath, wholeFlow(hello))])
    }

    /// Config/actions.yaml with one action, together with a flow `hello` without errors.
    static func action(_ lines: String) -> Example {
        let indented = lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let text = "hosts: [api.bakery.example]\nactions:\n  free_slots:\n\(indented)"
        let hello = wholeFlow("hello:\n  say: Good day.\n  then: end")
        return Example(
            text: "# Config/actions.yaml\n\(text)",
            files: [File(actionsPath, text + "\n"), File(helloPath, hello)])
    }

    /// Config/services.yaml, together with the steps of the flow `hello`.
    static func services(_ text: String, steps: String) -> Example {
        let hello = wholeFlow(steps)
        return Example(
            text: "# Config/services.yaml\n\(text)\n\n# Flows/hello.yaml\n\(hello)",
            files: [File("Config/services.yaml", text + "\n"), File(helloPath, hello)])
    }

    /// A transcript of the flow `hello`, which is shown above it.
    static func transcript(_ lines: String) -> Example {
        let hello = wholeFlow(
            """
            wine:
              ask: Which wine?
              answers: [Red, White]
              then: thanks
            thanks:
              say: You get {wine}.
              then: end
            """)
        return Example(
            text: "# Flows/hello.yaml\n\(hello)\n# Flows/hello.transcript\n\(lines)",
            files: [File(helloPath, hello), File("Flows/hello.transcript", lines + "\n")])
    }

    /// The flow `hello` in another language, below the flow itself.
    static func translation(
        _ language: String, _ texts: String, steps: String = "hello:\n  say: Good day.\n  then: end"
    ) -> Example {
        let hello = wholeFlow(steps)
        let text = "translation: hello\nlanguage: \(language)\ntexts:\n\(texts)"
        let path = "Flows/hello.\(language).yaml"
        let bot = usualFiles.first { $0.path == botPath }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        return Example(
            text: "# Flows/hello.yaml\n\(hello)\n# \(path)\n\(text)",
            files: [
                File(botPath, bot + "languages: [en, de]\n"), File(helloPath, hello), File(path, text + "\n"),
            ])
    }

    /// Another flow beside `hello`, which has no errors, or these steps.
    static func another(_ flow: String, steps: String? = nil) -> Example {
        let name = flow.dropFirst("flow: ".count).prefix { $0 != "\n" }
        let path = "Flows/\(name).yaml"
        let hello = wholeFlow(steps ?? "hello:\n  say: Good day.\n  then: end")
        let shown = steps == nil ? "" : "# Flows/hello.yaml\n\(hello)\n"
        return Example(
            text: "\(shown)# \(path)\n\(flow)", files: [File(helloPath, hello), File(path, flow + "\n")])
    }

    private static let helloPath = "Flows/hello.yaml"
    private static let botPath = "Flows/bot.yaml"
    private static let actionsPath = "Config/actions.yaml"
    private static let servicesPath = "Config/services.yaml"

    private static func wholeFlow(_ steps: String) -> String {
        let lines = steps.split(separator: "\n", omittingEmptySubsequences: false)
        let first = steps.prefix { $0 != ":" }
        return "flow: hello\nstart: \(first)\nsteps:\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }

    /// The rest of the project, unless an example contains the file itself: a bot with exits, hours and people, a flow
    /// that leads to a person, actions and services.
    public static let usualFiles = [
        File(
            botPath,
            """
            bot: Corner Bakery
            zone: Europe/Berlin
            currency: EUR
            start: hello
            anywhere:
              agent, help, support: people/person
            hours:
              opening hours:
                Monday to Friday: 9:00 to 17:00
            people:
              team:
              desk:
                hours: opening hours
            if_silent:
              after: 10 minutes
              then: people/person
            if_other: people/person
            if_failed: people/person

            """),
        File(
            "Flows/people.yaml",
            """
            flow: people
            start: person
            steps:
              person:
                hand_over: team

            """),
        File(
            actionsPath,
            """
            hosts: [api.bakery.example]
            actions:
              free_slots:
                get: https://api.bakery.example/slots
                gives:
                  times: list of time
                examples:
                  tomorrow:
                    times: [2031-12-01 10:00, 2031-12-01 11:00]
              book:
                post: https://api.bakery.example/bookings
                takes:
                  start: time
                  note: text, optional
                gives:
                  code: text
                examples:
                  booked:
                    code: A1
              costs:
                post: https://api.bakery.example/costs
                once: no
                examples:
                  ok:
              slow_costs:
                post: https://api.bakery.example/costs
                timeout: 40 seconds
                once: no
                examples:
                  ok:

            """),
        File(
            servicesPath,
            """
            sign_in:
              bakery:
                discovery: https://id.bakery.example
                client: bakery
                claims:
                  name: text
            merchants:
              bakery:
                identifier: merchant.example.bakery
                country: DE
                networks: [visa, masterCard]
            apps:
              seats:
                bid: com.apple.messages.MSMessageExtensionBalloonPlugin:A1B2C3D4E5:example.seats
                app_id: 1
                name: Seats
                icon: bread.png
                gives:
                  seat: text

            """),
    ]
}
