import Diagnostics
import FlowModel
import JSON
import Plays
import Simulation
import Testing

/// What a page reads of a play.
@Suite struct PlayTests {
    @Test func `each line is a turn with what appears on the phone, in order`() async throws {
        let play = try await Shop.play("you: hi\ntap: Order\ntap: Red\nyou: 030 901820\n")
        let turns = try #require(play["turns"]?.array)
        #expect(
            turns.map(\.shownWords) == [
                ["customer: hi", "bot: Good day!", "bot: What can we do?", "bot: • Order\n• Bring\n• Details\n• Talk"],
                ["customer: Order", "bot: Which colour?\n• Red\n• Blue and green\n• Black\nTap to choose"],
                ["customer: Red", "bot: Your number?"],
                ["customer: 030 901820", "bot: Red: your number is A-1."],
            ])
        #expect(turns.each("line").map(\.int) == [1, 2, 3, 4])
        #expect(turns.each("status").map(\.string) == ["waiting", "waiting", "waiting", "ended"])
        #expect(play["status"] == "ended" && play["at"] == .null && play["stop"] == .null)
    }

    @Test func `a conversation that does not begin with words begins with a greeting`() async throws {
        let play = try await Shop.play("tap: Talk\nperson: How can I help?\nperson: gives back\nclose:\n")
        #expect(
            play["turns"]?.array?.map(\.shownWords) == [
                [
                    "bot: Good day!", "bot: What can we do?", "bot: • Order\n• Bring\n• Details\n• Talk",
                    "customer: Talk",
                    "hand-over: counter",
                ], ["person: How can I help?"], ["give-back: ", "bot: See you!"], ["close: "],
            ])
    }

    @Test func `the route says from where to where, by which exit, with the port and the line`() async throws {
        let play = try await Shop.play("you: hi\ntap: Order\nyou: help\n")
        let moves = (play["turns"]?.array ?? []).map { turn in
            (turn["moves"]?.array ?? []).map { move in
                let from = move["from"]?["step"]?.string ?? "-"
                let route = move["route"]?.string.map { " [\($0)]" } ?? ""
                let line = move["line"]?.int.map { " \($0)" } ?? ""
                return "\(from) -\(move["exit"]?.string ?? "")-> \(move["to"]?["step"]?.string ?? "-")\(route)\(line)"
            }
        }
        #expect(
            moves == [
                ["- -start-> welcome"],
                ["welcome -answer 0-> which [welcome>answer 0]", "which -line 0-> colour [which>line 0] 13"],
                ["colour -anywhere-> person"],
            ])
        #expect(play["at"]?["step"] == "person" && play["at"]?["file"] == "Flows/shop.yaml")
    }

    @Test func `the place has the lines of the step`() async throws {
        let play = try await Shop.play("you: hi\n")
        #expect(play["at"]?["lines"] == [6, 10])
        let lines = Shop.shop.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[5] == "  welcome:" && lines[9] == "    then: which")
    }

    @Test func `values change, and private ones are only names`() async throws {
        let play = try await Shop.play("you: hi\ntap: Order\ntap: Red\nyou: 030 901820\n", payloads: .all)
        let changes = (play["turns"]?.array ?? []).map { $0["changes"]?.array ?? [] }
        #expect(changes[0].isEmpty)
        #expect(
            changes[1] == [["flow": "shop", "name": "welcome", "type": "an answer", "before": nil, "after": "Order"]])
        #expect(changes[2] == [["flow": "shop", "name": "colour", "type": "an answer", "before": nil, "after": "Red"]])
        #expect(changes[3][0]["private"] == true && changes[3][0]["filled"] == true && changes[3][0]["after"] == nil)
        let values = play["values"]?.array ?? []
        #expect(values.each("name").map(\.string) == ["welcome", "colour", "phone", "order"])
        #expect(values.each("line").map(\.int) == [2, 3, 4, 4])
        // The customer's own words are on the phone; elsewhere the number is not.
        var rest = play
        if case .object(var object) = rest {
            object["turns"] = .array(
                (play["turns"]?.array ?? []).map { turn in
                    guard case .object(var turn) = turn else { return turn }
                    turn["text"] = nil
                    turn["shown"] = .array((turn["shown"]?.array ?? []).filter { $0["from"] == "bot" })
                    return .object(turn)
                })
            rest = .object(object)
        }
        #expect(!rest.text.contains("901820"))
    }

    @Test func `calls have their inputs and what answered`() async throws {
        func calls(_ given: String) async throws -> JSONValue? {
            let play = try await Shop.play("\(given)you: hi\ntap: Order\ntap: Red\nyou: 030 901820\n")
            return play["turns"]?.array?.last?["calls"]?[0]
        }
        let usual = try await calls("")
        #expect(usual?["action"] == "order" && usual?["outcome"] == "gave" && usual?["example"] == "first")
        #expect(usual?["inputs"]?["colour"] == "Red" && usual?["gives"]?["number"] == "A-1")
        #expect(usual?["inputs"]?["phone"]?.string?.contains("901820") == false)
        let sold = try await calls("given: order answers sold out\n")
        #expect(sold?["outcome"] == "failed" && sold?["problem"] == "sold out" && sold?["example"] == "sold out")
    }

    @Test func `the clock says what happens by itself`() async throws {
        let play = try await Shop.play("you: hi\nwait: 4 minutes\n")
        #expect(play["clock"]?["now"] == "2026-03-02T10:04:00+01:00")
        #expect(play["clock"]?["wakes"] == [["kind": "silence", "at": "2026-03-02T10:10:00+01:00", "in": "6 minutes"]])
        let later = try await Shop.play("you: hi\ntap: Bring\npick: first time\nwait: 23 hours\n")
        #expect(later["turns"]?.array?.last?.shownWords == ["wait: 23 hours", "bot: See you in an hour!"])
    }

    // Stops.

    @Test func `a line that no longer goes stops there, and says what could stand in its place`() async throws {
        let play = try await Shop.play("you: hi\ntap: Order\ntap: Blue\nyou: 030 901820\n")
        #expect(play["turns"]?.array?.count == 2)
        let stop = try #require(play["stop"])
        #expect(stop["line"] == 3 && stop["verb"] == "tap" && stop["text"] == "Blue" && stop["reason"] == "line")
        #expect(stop["code"] == "transcript-not-offered" && stop["message"] == "`Blue` was not offered")
        #expect(stop["help"] == "there were `Red`, `Blue and green`, `Black`")
        #expect(
            stop["cures"] == [
                ["title": "Tap \u{201C}Blue and green\u{201D}", "line": "tap: Blue and green"],
                ["title": "Leave this line out", "line": nil],
            ])
        #expect(
            play["offers"]?.array?.prefix(3).map { $0["lines"]?[0] } == [
                "tap: Red", "tap: Blue and green", "tap: Black",
            ])
        #expect(play["at"]?["step"] == "colour")
    }

    @Test func `what was said before a first line that does not go is shown`() async throws {
        let play = try await Shop.play("tap: Nothing\n")
        #expect(play["turns"]?[0]?.shownWords.first == "bot: Good day!")
        #expect(play["turns"]?[0]?.shownWords.last?.hasPrefix("bot:") ?? false)
        #expect(play["stop"]?["line"] == 1)
    }

    @Test(arguments: [
        ("you: hi\nclick: Order\n", 2, "there is no verb `click`"),
        ("you: hi\nOrder\n", 2, "this line has no colon"),
        ("given: order answers nobody\nyou: hi\n", 1, "`order` has no example `nobody`"),
        ("start: nowhere\n", 1, "the flow has no step called `nowhere`"),
        ("you: hi\npick: first time\n", 2, "nothing to pick: `welcome` asks for an answer"),
        ("you: hi\ntap: Order\nfill: make = x\n", 3, "nothing to fill: `colour` asks for an answer"),
    ])
    func `a line that cannot be played is a stop with its reason`(_ lines: String, _ line: Int, _ message: String)
        async throws
    {
        let stop = try await Shop.play(lines)["stop"]
        #expect(stop?["line"]?.int == line && stop?["message"]?.string == message)
    }

    @Test func `bot and expect lines that are not so are differences, and the play goes on`() async throws {
        let play = try await Shop.play(
            "you: hi\nbot: Good evening!\nexpect: at colour\nexpect: at nowhere\ntap: Order\nbot: Which colour?\n")
        #expect(play["stop"] == .null)
        let turns = play["turns"]?.array ?? []
        #expect(
            turns.map { $0["difference"]?["message"]?.string } == [
                nil, "the bot said nothing that fits \"Good evening!\"",
                "the conversation is at `welcome`, not at `colour`",
                "there is no step called `nowhere`", nil, nil,
            ])
        #expect(turns[1]["difference"]?["comparison"]?.string?.contains("Good day!") ?? false)
    }

    @Test func `plays are bounded`() throws {
        let plays = PlayBot(try #require(Shop.flows().valid?.bot))
        var limits = PlayLimits()
        limits.lines = 5
        let many = ThreadText("you: hi\n" + String(repeating: "expect: at welcome\n", count: 20))
        let long = Play(of: many, flow: "shop", on: .iphone, with: plays, limits: limits)
        #expect(long.stop?.reason == .limit && long.stop?.line == 6 && long.turns.count == 5)
        limits = PlayLimits()
        limits.events = 3
        let waits = Play(
            of: ThreadText("you: hi\nyou: a\nyou: b\nwait: 1 day\nyou: c\n"), flow: "shop", on: .iphone, with: plays,
            limits: limits)
        #expect(waits.stop?.reason == .limit && waits.stop?.line == 4)
        var asked = 0
        let abandoned = Play(of: many, flow: "shop", on: .iphone, with: plays) {
            asked += 1
            return asked > 3
        }
        #expect(abandoned.stop?.reason == .abandoned && abandoned.turns.count == 3)
    }

    @Test func `a play ends at a line when it is asked to`() async throws {
        let play = try await Shop.play("you: hi\ntap: Order\ntap: Red\n", until: 2)
        #expect(play["turns"]?.array?.count == 2 && play["stop"] == .null && play["at"]?["step"] == "colour")
    }

    // Devices.

    @Test func `the same taps go on every device`() async throws {
        for device in PlayDevice.allCases {
            let play = try await Shop.play(
                "given: device is web\nyou: hi\ntap: Order\ntap: Blue and green\nyou: 030 901820\n", on: device)
            #expect(play["stop"] == .null && play["status"] == "ended", "\(device)")
            let forms = (play["turns"]?.array ?? []).flatMap { $0["shown"]?.array ?? [] }.each("form").compactMap(
                \.string)
            switch device {
            case .iphone, .mac, .web, .asWritten: #expect(forms == ["buttons", "list", "text"], "\(device)")
            case .oldIphone, .textOnly: #expect(forms == ["numbers", "numbers", "text"], "\(device)")
            }
        }
    }

    @Test func `the pages of a form are answered one by one where there are no forms`() async throws {
        let lines = "you: hi\ntap: Details\nfill: make = Gazelle\nfill: insured = Not insured\n"
        let phone = try await Shop.play(lines)
        #expect(
            phone["turns"]?.array?.last?.shownWords == [
                "customer: insured = Not insured", "bot: Gazelle: Not insured.",
            ])
        let mac = try await Shop.play(lines, on: .mac)
        #expect(mac["stop"] == .null, "\(mac["stop"]?.text ?? "")")
        #expect(mac["turns"]?.array?.last?.shownWords.first == "customer: Gazelle")
        #expect(mac["turns"]?.array?.last?.shownWords.last == "bot: Gazelle: Not insured.")
        let missing = try await Shop.play("you: hi\ntap: Details\nfill: make = Gazelle\n", on: .textOnly)
        #expect(missing["stop"]?["message"] == "no line fills in the page `insured`, which is asked here")
    }

    // Payloads.

    @Test func `payloads are those of Apple, with what is left out`() async throws {
        let none = try await Shop.play("you: hi\ntap: Order\n")
        let unwanted = (none["turns"]?.array ?? []).flatMap { $0["shown"]?.array ?? [] }.each("payload")
        #expect(unwanted == [])
        let last = try await Shop.play("you: hi\ntap: Order\n", payloads: .last)
        let bubbles = (last["turns"]?.array ?? []).map { $0["shown"]?.array?.each("payload") ?? [] }
        #expect(bubbles.map(\.count) == [0, 1])
        let body = bubbles[1][0][0]
        #expect(body?["type"] == "interactive")
        let items = body?["interactiveData"]?["data"]?["listPicker"]?["sections"]?[0]?["items"]?.array
        #expect(items?.each("title") == ["Red", "Blue and green", "Black"])
        let web = try await Shop.play("you: hi\n", on: .web, payloads: .all)
        let ofBrowser = (web["turns"]?.array ?? []).flatMap { $0["shown"]?.array ?? [] }.each("payload")
        #expect(ofBrowser == [])
    }

    // Flows that are being written.

    @Test func `while the text has errors, the last valid flows answer`() async throws {
        let valid = Shop.flows()
        let broken = Shop.flows(shop: Shop.shop.replacing("then: which", with: "then: whcih"), after: valid)
        #expect(!broken.isCurrent && broken.valid != nil && broken.report.errors == 1)
        let request = PlayRequest(
            threads: [.init(id: "t", flow: "shop", text: ThreadText("you: hi\n"))], devices: [.iphone])
        let answer = await broken.play(request).json
        #expect(answer["valid"] == true && answer["current"] == false && answer["errors"] == 1)
        #expect(answer["plays"]?[0]?["at"]?["step"] == "welcome" && answer["plays"]?[0]?["at"]?["lines"] == nil)
        let never = Shop.flows(shop: "flow: shop\n")
        let nothing = await never.play(request).json
        #expect(nothing["valid"] == false && nothing["plays"] == [] && nothing["problem"] == "the flows have errors")
        #expect(never.tests().results.isEmpty && never.map(of: "shop") == nil)
    }

    @Test func `requests are read strictly`() throws {
        let good: JSONValue = [
            "threads": [["id": "a", "flow": "shop", "text": "you: hi"]], "devices": ["iphone", "web", "web"],
            "payloads": "last", "until": 4,
        ]
        let request = try PlayRequest(json: good)
        #expect(request.devices == [.iphone, .web] && request.payloads == .last && request.last == 4)
        #expect(request.threads[0].text.text == "you: hi\n")
        for (key, value) in [
            ("devices", ["nokia"]), ("payloads", "some"), ("threads", [["flow": "shop"]]), ("threads", "x"),
        ] as [(String, JSONValue)] {
            guard case .object(var object) = good else { continue }
            object[key] = value
            #expect(throws: JSONError.self) { try PlayRequest(json: .object(object)) }
        }
    }
}
