import Diagnostics

/// A page of `usher help TOPIC`: the beginning of a longer page of the documentation.
enum HelpTopic: String, CaseIterable {
    case language, transcripts, settings, templates

    /// The topic of `usher help TOPIC`; `nil` for other commands, and for the help of a command.
    init?(_ arguments: some Collection<String>) {
        guard arguments.count == 2, arguments.first == "help", let word = arguments.dropFirst().first else {
            return nil
        }
        self.init(rawValue: word)
    }

    /// Why `usher help WORD` has nothing to show; `nil` when it has, or when something else is wanted.
    static func objection(to arguments: some Collection<String>, commands: [String]) -> String? {
        guard arguments.first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-") else {
            return nil
        }
        let pages = allCases.map(\.rawValue)
        guard !(pages + commands + ["help"]).contains(word) else { return nil }
        let near = closest(to: word, among: pages + commands)
        let help =
            near.map { "did you mean `usher help \($0)`?" }
            ?? "the pages are \(pages.joined(separator: ", ")), and `usher help` lists the commands"
        return "there is no page and no command called `\(word)`; \(help)"
    }

    /// The page of the documentation that says everything.
    private var fullPage: String {
        switch self {
        case .language, .transcripts: "Docs/Language.md"
        case .settings: "Docs/Configuration.md"
        case .templates: "Docs/Templates.md"
        }
    }

    var text: String { "\(page)\n\nThe full page is \(fullPage) of Usher's documentation.\n" }

    private var page: String {
        switch self {
        case .language: Self.languagePage
        case .transcripts: Self.transcriptsPage
        case .settings: Self.settingsPage
        case .templates: Self.templatesPage
        }
    }

    private static let languagePage = """
        FLOWS

        A flow is a conversation as text, in a file of Flows/. It has steps. A step says, asks, sets values, calls another
        system or hands over to a person, and then goes to another step.

            flow: hello
            start: welcome
            if_silent: never
            if_other:
              say: Please choose one of the answers.
              tries: 2
              then: person
            if_failed: person
            steps:
              welcome:
                ask: Hello! What can we do for you?
                answers:
                  Opening hours: hours
                  Talk to a person: person
              hours:
                say: We are open from 9 to 5.
                then: end
              person:
                hand_over: team
                then: end

        say: text               says something; {name} is the value of a name
        ask: text               asks, with answers:, times: or text: below it
        set: name: value        sets a name
        when:                   decides: `service is Trim: somewhere`, `otherwise: elsewhere`
        call: action            calls a system that Config/actions.yaml declares
        remind: 1 day before {visit}    comes back later, with go: step
        run: flow               runs another flow, and continues
        hand_over: queue        passes the conversation to people
        then: step              continues there; also end and back

        Every question has exits: if_silent, if_other, if_failed, for a step, for the flow, or in Flows/bot.yaml for all.
        Flows/bot.yaml has what all flows share: the name, the zone, words that work at any moment, hours, people.

        `usher check` reports mistakes with their place, `usher explain CODE` explains one, `usher fmt` formats files.
        """

    private static let transcriptsPage = """
        TRANSCRIPTS

        A transcript lies beside its flow, Flows/hello.transcript: conversations that must go as written. `usher test` plays
        them with a clock of its own; nothing leaves this machine.

            test: a customer asks for the hours
            given: now is 2026-12-01 10:00
            bot: Hello! *
            tap: Opening hours
            bot: We are open from 9 to 5.
            expect: ended

        given: now is …, device is web, language is de, ACTION answers EXAMPLE, name is value
        bot: text               the next message that matches; * stands for anything
        you: text               the customer writes
        tap: label              chooses an answer; several with commas
        pick: first time        chooses a time; also `last time`, `2026-12-01 10:00`
        fill: make = Gazelle    fills in a page of a form
        photo: a.jpg            sends a file
        pay: paid               ends the pay sheet; also declined, cancelled
        wait: 10 minutes        time passes
        event: parcel shipped   something happens outside; `with number is 17` gives its values
        person: text            an operator writes after a hand-over; `person: gives back`
        expect: ended           also: a condition, `at step`, `handed over to queue`, `called action with input = value`

        Above the tests, what holds in all conversations: `always: after order, call book follows`, `never: call book twice`,
        `never: hand over when the desk is closed`, `always: from any step, "help" reaches a person`. Docs/Exploring.md has
        all forms.

        `usher test --coverage` reports what no test reaches, `usher test --update` writes what the bot says into `bot:` lines,
        `usher test --write` writes tests for what no test reaches, `usher chat --save Flows/hello.transcript` saves a chat as a
        test.
        """

    private static let settingsPage = """
        SETTINGS

        The defaults suit a machine of one's own: `usher dev` needs no setting. They come, the later ones first, from options
        (`--port 9000`), from the environment (`server.port` is USHER_SERVER_PORT) and from Config/usher.yaml of the project.

            server:
              public_url: https://bot.example.com
              trusted_proxies: 127.0.0.1
            storage:
              path: /var/lib/usher/usher.sqlite
              key_file: /etc/usher/storage-key
            apple:
              msp_id: 00000000-0000-0000-0000-000000000000
              secret_file: /etc/usher/apple-secret
            web_chat:
              enabled: true

        server.host, server.port        where the server listens: 127.0.0.1 and 8080
        server.public_url               the address under which customers reach it
        storage.path                    the database, data/usher.sqlite
        storage.key                     seals private answers; `openssl rand -base64 32` makes one. Keep a copy
        apple.msp_id, apple.secret      as Apple shows them; needed for Messages for Business only
        web_chat.enabled                the chat in browsers, at /chat
        admin.token                     opens /metrics and the routes of operators

        Secrets do not belong in the file: append _file to the key and name a file that contains only the secret.
        `usher doctor` checks all settings and what they name; `kill -HUP` makes a server read them again.
        """

    private static let templatesPage = """
        TEMPLATES

        `usher new my-shop` makes a project, and asks what for. With options it does not ask:

            usher new cut-and-go --template barber --business "Cut & Go" --zone Europe/Dublin --currency EUR

        barber          appointments, prices, opening hours, reminders
        clinic          appointments, a private form for new patients
        restaurant      tables, a menu of cards with pictures
        web-shop        a cart, Apple Pay, orders
        support         questions, files, people who answer
        empty           one question and a person, to begin from

        Each has flows in English with a German translation (--language en leaves it out), transcripts that reach every step,
        Config/usher.yaml, a README, and settings for git and editors. Prices are in the currency, times in the zone.

        Next: `usher dev` runs it, `usher test` plays its tests, `usher check` reports mistakes. All commands find the project
        from every folder inside it.
        """
}
