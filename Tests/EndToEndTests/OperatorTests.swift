import Channels
import Foundation
import JSON
import Testing

/// Operators' commands, as they are typed.
@Suite struct OperatorTests {
    @Test func `what a customer writes to a person looks like no other entry of the list`() async throws {
        let project = try OperatedProject()
        try await project.talk("help", "It squeaks.\n2  desk, since 2026-03-02T09:00:00Z  Call me")
        let list = try await project.run("handover", "list")
        #expect(
            list.output
                == "1  desk, since 2026-03-02T09:00:00Z  It squeaks. 2  desk, since 2026-03-02T09:00:00Z  Call me\n")
    }

    @Test func `an answer repeated with its request id is sent once, also after the conversation was given back`()
        async throws
    {
        let project = try OperatedProject()
        try await project.talk("help")
        try OperatedProject.write(in: project.folder)
        let answer = ["handover", "answer", "1", "We have found it.", "--request-id", "ticket-7"]
        #expect(try await Program.run(answer, in: project.folder).errors == "queued; the server sends it\n")
        let repeated = try await Program.run(answer, in: project.folder)
        repeated.expectEnd(with: 0)
        #expect(repeated.errors == "a request with this id was already made; nothing more is sent\n")
        for _ in 1...2 {
            let given = try await project.run("handover", "give-back", "1", "--request-id", "ticket-8")
            #expect(given.status == 0, "\(given.errors)")
        }
        try await Program.run(answer, in: project.folder).expectEnd(with: 0)
        let history = try await project.run("sessions", "history", "ana").output
        let answers = history.split(separator: "\n").filter { $0 == "person: We have found it." }
        #expect(answers.count == 1, "\(history)")
        try await Program.run(answer.dropLast() + [""], in: project.folder).expectEnd(with: 2)
    }

    @Test func `an event is reported once for its key, and refused where no flow listens to it`() async throws {
        let project = try OperatedProject()
        try await project.talk(at: SystemClock().now)
        let flows = try OperatedProject.write(
            main: (OperatedProject.flows["main"] ?? "").replacing(
                "    then: end\n    if_silent",
                with: "    if_event:\n      parcel shipped: news\n    then: end\n    if_silent")
                + "\n  news:\n    say: Parcel {number} is on its way.\n    then: end", in: project.folder)
        let bot =
            (OperatedProject.flows["bot"] ?? "") + "\nevents:\n  parcel shipped:\n    fields:\n      number: number\n"
        try Data(bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        let send = ["events", "send", "parcel shipped", "--to", "ana", "--key", "one", "--values"]
        let wrong = try await Program.run(send + [#"{"number": "many"}"#], in: project.folder)
        #expect(wrong.status == 2 && wrong.errors.contains("`number` must be a number"), "\(wrong)")
        let sent = try await Program.run(send + [#"{"number": 17}"#], in: project.folder)
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.errors == "session 1: the open question took the event\n")
        let again = try await Program.run(send + [#"{"number": 17}"#], in: project.folder)
        #expect(again.errors == "a request with this key was already made; nothing more is done\n")
        let other = try await Program.run(send + [#"{"number": 18}"#], in: project.folder)
        other.expectEnd(with: 2)
        #expect(other.errors.contains("another request has used this key"))
        let late = try await project.run(
            "events", "send", "parcel shipped", "--to", "1", "--values", #"{"number": 18}"#)
        #expect(late.status == 2 && late.errors.contains("begins no flow"), "\(late)")
        let history = try await project.run("sessions", "history", "ana").output
        #expect(
            history.contains("event: parcel shipped with number is 17\nbot: Parcel 17 is on its way."), "\(history)")
        let audit = try await project.run("audit", "--act", "event.send")
        #expect(audit.output.contains("session 1"), "\(audit)")
    }

    @Test func `a list of a queue that does not exist says which there are`() async throws {
        let project = try OperatedProject()
        try await project.talk("help")
        try OperatedProject.write(in: project.folder)
        let list = try await project.run("handover", "list", "--queue", "dsk")
        #expect(list.status == 2 && list.output.isEmpty, "\(list)")
        #expect(list.errors == "usher: there is no queue `dsk`; did you mean `desk`? bot.yaml has `desk`\n")
        #expect(try await project.run("handover", "list", "--queue", "desk").output.contains("desk"))
    }

    @Test func `commands about conversations show no warnings about the flows`() async throws {
        let project = try OperatedProject()
        try await project.talk("help")
        let unused = "\n  unused:\n    say: Nobody comes here.\n    then: end"
        try OperatedProject.write(main: (OperatedProject.flows["main"] ?? "") + unused, in: project.folder)
        #expect(try await project.run("check").output.contains("unused"))
        let queues = try await project.run("handover", "queues")
        #expect(queues.status == 0 && queues.errors.isEmpty, "\(queues)")
    }

    @Test func `a customer is found, read, shown, reset and erased from the terminal`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        let list = try await project.run("sessions", "list", "--status", "waiting")
        list.expectEnd(with: 0)
        let lines = list.output.split(separator: "\n")
        #expect(lines.first == "SESSION  CUSTOMER  STATUS   STEP        EVENTS  LAST EVENT")
        #expect(lines.last == "1        ana       waiting  main/first  2       2026-03-02T09:00:00Z")

        let history = try await project.run("sessions", "history", "ana")
        #expect(
            history.output.split(separator: "\n").filter { !$0.hasPrefix("#") } == [
                "test: session 1", "you: hello", "bot: Which?", "you: green", "bot: Sorry?", "bot: Which?",
            ])
        #expect(history.output.contains("# buttons: Red, Blue"))

        let show = try await project.run("sessions", "show", "1", "--format", "json")
        let json = try JSONValue(parsing: show.output)
        #expect(json["status"] == "waiting")
        #expect((json["flow"], json["step"], json["events"]) == ("main", "first", 2))
        #expect(json["answers"] == [:])
        #expect(json["waiting_until"] == "2026-03-02T09:10:00Z")

        try await project.run("sessions", "reset", "ana").expectEnd(with: 0)
        let after = try JSONValue(parsing: try await project.run("sessions", "show", "ana", "--format", "json").output)
        #expect((after["status"], after["waiting_until"]) == ("ended", .null))

        let asked = try await project.run("sessions", "erase", "ana")
        asked.expectEnd(with: 2)
        #expect(asked.errors.contains("--yes"))
        try await project.run("sessions", "erase", "ana", "--yes").expectEnd(with: 0)
        for id in ["ana", "1", "4711"] {
            let again = try await project.run("sessions", "erase", id, "--yes", "--receipt", "-")
            again.expectEnd(with: 3)
            #expect(again.output == "", "there is nothing that a receipt could be about")
            #expect(again.errors.contains("there is no session or customer `\(id)`; nothing was erased"))
        }
        let gone = try await project.run("sessions", "show", "ana")
        gone.expectEnd(with: 3)
        #expect(gone.errors.contains("there is no session of `ana`"))
    }

    @Test func `rows that flows kept are listed, written for spreadsheets, and marked`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        #expect(try await project.run("results").errors.contains("no results"))
        try await project.keepRow("Trim, short")
        try await project.keepRow("=cmd()")
        #expect(try await project.run("results").output == "bookings  2\n")
        let text = try await project.run("results", "bookings")
        #expect(
            text.output == """
                number  state  kept_at                    service      phone      customer
                2       open   2026-03-02T09:00:00+00:00  =cmd()       (private)  ana
                1       open   2026-03-02T09:00:00+00:00  Trim, short  (private)  ana

                """)
        let csv = try await project.run("results", "bookings", "--format", "csv")
        #expect(
            csv.output == """
                number,state,kept_at,service,phone,customer
                2,open,2026-03-02T09:00:00+00:00,'=cmd(),(private),ana
                1,open,2026-03-02T09:00:00+00:00,"Trim, short",(private),ana

                """)
        let marked = try await project.run("results", "bookings", "--mark", "1=done", "--mark", "2=cancelled")
        marked.expectEnd(with: 0)
        #expect(marked.errors.contains("bookings 1 is done"))
        let open = try await project.run("results", "bookings", "--state", "done", "--format", "json")
        let rows = try #require(try JSONValue(parsing: open.output)["rows"]?.array)
        #expect(rows.map { $0["number"]?.int } == [1])
        let unknown = try await project.run("results", "bokings")
        unknown.expectEnd(with: 3)
        #expect(unknown.errors.hasSuffix("usher: there is no table `bokings`; did you mean `bookings`?\n"))
        let never = try await project.run("results", "bookings", "--state", "lost")
        never.expectEnd(with: 2)
        #expect(never.errors.contains("usher: a row of `bookings` is never `lost`; it is one of open"))
        try await project.run("results", "bookings", "--mark", "1=lost").expectEnd(with: 2)
        try await project.run("results", "bookings", "--mark", "9=done").expectEnd(with: 3)
        #expect(try await project.run("results", "--state", "done").errors.contains("Name a table."))
        #expect(try await project.run("results", "bookings", "--since", "soon").errors.contains("`--since` must be"))
    }

    @Test func `what a customer writes does not steer the terminal`() async throws {
        let project = try OperatedProject()
        try await project.talk("\u{1B}]0;owned\u{7}\u{9B}2J\u{7F} \u{202E}green")
        for arguments in [["sessions", "history", "ana"], ["sessions", "list"], ["sessions", "show", "ana"]] {
            let shown = try await Program.run(arguments, in: project.folder).output
            #expect(
                !shown.unicodeScalars.contains {
                    $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" || $0.properties.isBidiControl
                })
        }
        let history = try await project.run("sessions", "history", "ana").output
        #expect(history.contains(#"\u001b]0;owned\u0007\u009b2J\u007f \u202egreen"#))
    }

    @Test func `why a message died is shown, and it is tried again`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        try await project.loseMessage()
        let dead = try await project.run("deliveries", "dead")
        #expect(dead.output.hasPrefix("1  delivery  ana  2026-03-02T"))
        #expect(dead.output.contains("no such device"))
        let one = try JSONValue(parsing: try await project.run("deliveries", "dead", "1", "--format", "json").output)
        #expect(one["content"]?["message"]?["text"] == "Which?")
        try await project.run("deliveries", "retry", "9").expectEnd(with: 3)
        try await project.run("deliveries", "retry", "1").expectEnd(with: 0)
        #expect(try await project.run("deliveries", "dead").output == "")
    }

    @Test func `a backup is made, and works as a database`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        let made = try await project.run("backup", "kept/today")
        made.expectEnd(with: 0)
        #expect(made.output.contains("kept/today/usher.sqlite"))
        let again = try await project.run("backup", "kept/today")
        again.expectEnd(with: 2)
        #expect(again.errors.contains("is not empty"))
        let list = try await Program.run(
            ["sessions", "list"], environment: ["USHER_STORAGE_PATH": "kept/today/usher.sqlite"], in: project.folder)
        #expect(list.output.contains("\n1        ana       waiting  main/first"))
    }

    @Test func `files of a customer are exported into a new folder`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        try await project.sendPhoto("two wheels")
        let export = try await project.run("sessions", "export", "ana", "--files", "kept/ana")
        #expect(export.status == 0, "\(export.errors)")
        let file = try #require(try JSONValue(parsing: export.output)["files"]?[0]?["file"]?.string)
        let photo = project.folder.appending(path: "kept/ana").appending(path: file)
        #expect(try String(contentsOf: photo, encoding: .utf8) == "two wheels")
        let again = try await project.run("sessions", "export", "ana", "--files", "kept/ana")
        again.expectEnd(with: 2)
        #expect(again.errors.contains("already exists") && again.output == "")
        let nobody = try await project.run("sessions", "export", "ben", "--files", "kept/ben")
        nobody.expectEnd(with: 3)
        let kept = try FileManager.default.contentsOfDirectory(atPath: project.folder.appending(path: "kept").path)
        #expect(kept == ["ana"])
    }

    @Test func `what a customer was asked to pay is listed, and shown with its trail`() async throws {
        let project = try OperatedProject()
        try await project.talk()
        try await project.askForMoney()
        let list = try await project.run("payments", "list", "--state", "cancelled")
        #expect(list.output == "1  cancelled  63.99 EUR  fish  -  ana  2026-03-02T09:00:00Z\n")
        #expect(try await project.run("payments", "list", "--unclaimed").output == "")
        try await project.run("payments", "list", "--state", "lost").expectEnd(with: 2)
        let shown = try JSONValue(parsing: try await project.run("payments", "show", "q-1", "--format", "json").output)
        #expect((shown["id"], shown["state"]) == (1, "cancelled"))
        #expect(shown["amount"] == ["amount": "63.99", "currency": "EUR"])
        #expect(shown["items"] == [["label": "Halibut", "amount": "63.99"]])
        #expect(shown["trail"]?.array?.map { $0["what"] } == ["opened", "cancelled", "told"])
        let text = try await project.run("payments", "show", "1")
        #expect(text.output.contains("  Halibut: 63.99 EUR\n") && text.output.contains("opened  63.99 EUR"))
        try await project.run("payments", "show", "7").expectEnd(with: 3)
    }

    @Test func `without a database the command says what to do`() async throws {
        let project = try OperatedProject()
        let result = try await project.run("sessions", "list")
        result.expectEnd(with: 2)
        #expect(result.errors.contains("there is no database at"))
    }

    @Test(arguments: [
        "sessions list", "sessions show", "sessions history", "sessions move", "sessions export", "sessions reset",
        "sessions erase", "flow stats", "deliveries dead", "deliveries retry", "deliveries drop",
    ]) func `every command has help with an example`(command: String) async throws {
        let help = try await Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        help.expectEnd(with: 0)
        #expect(help.output.contains("usher \(command)"))
        #expect(help.output.contains("Example"))
    }

    @Test(arguments: [
        ["deliveries", "retry"], ["sessions", "list", "--limit", "0"], ["sessions", "show"], ["sessions", "lst"],
        ["sessions", "move", "7"], ["sessions", "list", "--status", "lost"], ["flow", "stats", "--since", "lately"],
        ["check", "--nothing"], ["map", "main", "--since", "7 days"], ["map", "main", "--stats", "--until", "lately"],
    ]) func `wrong use ends with exit code 2 and a word about it`(arguments: [String]) async throws {
        let result = try await Program.run(arguments)
        result.expectEnd(with: 2)
        #expect(!result.errors.isEmpty)
    }
}
