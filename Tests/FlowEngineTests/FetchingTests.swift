import Expressions
import FlowEngine
import JSON
import MessageModel
import Testing

/// Files that have to be downloaded before they are an answer.
@Suite struct FetchingTests {
    private static func flow(_ kind: String, _ shown: String = "{first}, {first.size}", exits: String = "") -> String {
        """
        steps:
          first:
            ask: Show us.
            \(kind)
            \(exits.replacing("\n", with: "\n    "))
            then: done
          done:
            say: <\(shown)>
            then: end
          lost:
            ask: It did not arrive. Tell us instead?
            text: one line
            then: end
        """
    }

    private static let withExit = flow("photo: one", exits: "if_failed: lost")

    @Test(arguments: [("photo: one", "a.jpg"), ("file: any", "b.pdf")])
    func `an answer counts when its file is there, with its true size`(kind: String, name: String) throws {
        try play(
            Self.flow(kind),
            script: """
                you: hello
                bot: Show us.
                attaches: \(name) 500
                fetch: \(name)
                (calling)
                fetched: 777
                bot: <\(name), 777>
                (ended)
                """)
    }

    @Test func `only what was asked for is fetched`() throws {
        try play(
            Self.flow("photo: one"),
            script: """
                you: hello
                bot: Show us.
                attaches: a.pdf, b.jpg 25000001, c.jpg 5, d.jpg
                fetch: c.jpg
                (calling)
                fetched: 5
                bot: <c.jpg, 5>
                (ended)
                attaches: a.jpg
                bot: Show us.
                """)
    }

    @Test func `several photos are fetched together when the last has come`() throws {
        try play(
            Self.flow("photo: up to 3", "{first.count}: {first}"),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                wait: 19 seconds
                attaches: b.jpg
                wait: 20 seconds
                fetch: a.jpg, b.jpg
                (calling)
                fetched: 5
                bot: <2: a.jpg and b.jpg>
                (ended)
                """)
    }

    @Test func `a file that cannot be had takes the exit for failures, and leaves the answer empty`() throws {
        try play(
            Self.withExit,
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                failed: expired
                bot: It did not arrive. Tell us instead?
                """)
    }

    @Test func `without an exit of its own the one of the bot is taken`() throws {
        try play(
            Self.flow("photo: one"),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                failed: too large
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `without any exit for failures it is as if nothing that fits had come`() throws {
        let bot = try bot(
            Self.flow("photo: one"), bot: plainBot.replacing("if_failed: people/desk", with: ""))
        try play(
            Engine(bot),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                failed: expired
                bot: Sorry?
                bot: Show us.
                """)
    }

    @Test func `while files are on their way only the words that work at any moment do something`() throws {
        try play(
            Self.withExit,
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                you: is it there?
                (ignored: a call is in progress, and no question is open)
                attaches: b.jpg
                (ignored: a call is in progress, and no question is open)
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                fetched: 7
                (ignored: the conversation has moved on)
                """)
    }

    @Test func `nobody is silent while files are on their way`() throws {
        try play(
            Self.flow("photo: one", exits: "if_silent:\n  after: 1 minute\n  then: lost"),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                wait: 2 hours
                fetched: 7
                bot: <a.jpg, 7>
                (ended)
                """)
    }

    @Test func `a file is an answer to the question as it was asked, whatever an edit does meanwhile`() throws {
        let edited = Self.withExit.replacing("Show us.", with: "Show it.").replacing("say: <", with: "say: new <")
        try play(
            Engine(try bot(Self.withExit)), Engine(try bot(edited, version: "2")),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                edit:
                fetched: 7
                bot: new <a.jpg, 7>
                (ended)
                """)
    }

    @Test func `people get files too, without anything waiting for them`() throws {
        try play(
            Self.withExit,
            script: """
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                attaches: a.jpg, b.pdf, huge.mov 99000000
                fetch: a.jpg, b.pdf
                (with-person)
                fetched: 7
                (ignored: the conversation has moved on)
                """)
    }

    /// Rows of the database and histories have contained it in this form ever since.
    @Test(arguments: [
        #"{"call":"@fetch","id":"f","using":{"files":{"list":[{"record":{"file":{"file":{"id":"m-1","name":"a.jpg","kind":"image/jpeg","size":5}},"source":{"text":"{\"url\":\"mmcs:1\"}"}}}]},"private":{"yes":false}}}"#,
        #"{"call":"@fetch","id":"f","using":{"files":{"text":"(files)"}}}"#,
    ])
    func `a download is stored like a call`(text: String) throws {
        let effect = try Effect(json: JSONValue(parsing: text))
        guard case .fetch(let fetch) = effect else {
            Issue.record("\(effect) is no download")
            return
        }
        #expect(fetch.id == "f" && effect.json.text == text)
        let again = FileFetch(id: "f", inputs: fetch.inputs)
        #expect(again == fetch)
        if !fetch.files.isEmpty {
            let file = FileReference(id: "m-1", name: "a.jpg", kind: "image/jpeg", size: 5)
            #expect(fetch.files == [HeardFile(file, source: ["url": "mmcs:1"])] && !fetch.isPrivate)
        }
    }

    @Test func `a repeated answer of the call changes nothing`() throws {
        try play(
            Self.flow("photo: one"),
            script: """
                you: hello
                bot: Show us.
                attaches: a.jpg
                fetch: a.jpg
                (calling)
                fetched: 7
                bot: <a.jpg, 7>
                (ended)
                fetched: 7
                (ignored: the conversation has moved on)
                """)
    }

    @Test func `what opens a private file is shown to nobody`() throws {
        var talk = Talk([Engine(try bot(Self.flow("photo: one\n    private: yes", "Thank you.")))])
        _ = try talk.say("hello")
        let file = HeardFile(
            FileReference(id: "m-1", name: "passport.jpg", kind: "image/jpeg", size: 5), source: ["key": "00secret"])
        guard case .turn(let turn) = try talk.happen(.heard(.files([file], text: ""), bubble: nil)) else {
            Issue.record("nothing came of it")
            return
        }
        let fetch = try #require(talk.fetches.first)
        #expect(fetch.isPrivate && fetch.files == [file])
        let shown = JSONValue.array(try #require(turn.shownEffects).map(\.json)).text
        #expect(!shown.contains("secret") && !shown.contains("passport"))
        let back = Event(
            .called(id: fetch.id, .fetched([file.file])), at: talk.now, seed: Seed(high: 1, low: 9))
        let seen = try #require(Engine(talk.bot).shown(back, in: turn.session))
        #expect(!seen.json.text.contains("passport"))
    }
}
