import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Waiting for messages` {
    @Test func `ends at once when something comes`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?wait=60")
            try await harness.clock.untilAsleep()
            #expect(try await harness.post(Messages.text("Hello", to: device.customer)).status == 200)
            let answer = try await poll
            #expect(answer.json["messages"]?.array?.map { $0["text"] } == ["Hello"])
            #expect(answer.json["last"] == 1)
        }
    }

    @Test func `does not begin when something is there`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            for id in 1...3 { _ = try await harness.post(Messages.text("Text \(id)", to: device.customer, id: id)) }
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages?after=1&wait=60")
            #expect(answer.json["messages"]?.array?.map { $0["text"] } == ["Text 2", "Text 3"])
            #expect(answer.json["last"] == 3)
        }
    }

    @Test func `is over after the time it was given, by the clock`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?after=0&wait=2.5")
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .milliseconds(2500))
            let answer = try await poll
            #expect(answer.status == 200)
            #expect(answer.json == ["messages": [], "last": 0])
        }
    }

    @Test func `is not ended by what the customer sends, unless that is asked for`() async throws {
        try await withSimulator({ $0.typesBeforeText = false }) { harness in
            let device = try harness.device()
            async let business = harness.simulator.messages(of: device.id, wait: .seconds(60))
            async let both = harness.simulator.messages(of: device.id, withSent: true, wait: .seconds(60))
            try await harness.clock.untilAsleep(2)
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            #expect(try await both.map(\.isReceived) == [false])
            _ = try await harness.post(Messages.text(to: device.customer))
            #expect(try await business.map(\.isReceived) == [true])
        }
    }

    @Test func `is told when the device is taken away`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            async let poll = harness.ask("GET", "/devices/\(device.id)/messages?wait=60")
            try await harness.clock.untilAsleep()
            #expect(try await harness.ask("DELETE", "/devices/\(device.id)").status == 200)
            let answer = try await poll
            #expect(answer.status == 404)
            #expect(answer.reason.contains("taken away"))
        }
    }

    @Test func `is let go when the caller goes away`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let transcript = try harness.simulator.world.device(device.id).transcript
            let poll = Task { try await harness.ask("GET", "/devices/\(device.id)/messages?wait=60") }
            try await harness.clock.untilAsleep()
            poll.cancel()
            await #expect(throws: HTTPFailure.self) { try await poll.value }
            while transcript.waiting > 0 { await Task.yield() }
        }
    }

    @Test func `many wait for one device`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await harness.simulator.messages(of: device.id, wait: .seconds(60)).count }
                }
                try await harness.clock.untilAsleep(20)
                _ = try await harness.post(Messages.text(to: device.customer))
                for try await count in group { #expect(count == 1) }
            }
        }
    }
}

@Suite struct `What devices show` {
    @Test func `bubbles with what can be chosen, in the order shown`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let list = Messages.listPicker(to: device.customer, id: 2)
                .setting("interactiveData.data.listPicker.sections[0].order", to: 5)
                .setting("interactiveData.data.listPicker.sections[0].items[0].order", to: 9)
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            _ = try await harness.post(list)
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 3))
            _ = try await harness.post(Messages.richLink(to: device.customer, id: 4))
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages")
            let shown = try #require(answer.json["messages"]?.array)
            #expect(
                shown[0] == [
                    "number": 1, "at": "2026-09-21T13:33:20.000Z", "from": "business", "kind": "quick-reply",
                    "id": "11111111-2222-4333-8444-000000000001", "request": "which-bike", "summary": "Which bike?",
                    "items": [
                        ["identifier": "city", "title": "City bike"], ["identifier": "race", "title": "Racing bike"],
                        ["identifier": "cargo", "title": "Cargo bike"],
                    ], "answered": false,
                ])
            #expect(shown[1]["title"] == "The menu")
            #expect(shown[1]["subtitle"] == "Tap to choose")
            #expect(
                shown[1]["sections"] == [
                    [
                        "title": "Mains", "multiple": false,
                        "items": [["identifier": "m1", "title": "Pasta"], ["identifier": "m2", "title": "Fish"]],
                    ],
                    [
                        "title": "Starters", "multiple": true,
                        "items": [
                            ["identifier": "s2", "title": "Salad"],
                            ["identifier": "s1", "title": "Soup", "subtitle": "Of the day", "image": "soup"],
                        ],
                    ],
                ])
            #expect(shown[2]["event"] == "Repair")
            #expect(shown[2]["location"] == "Workshop")
            #expect(shown[2]["timezone_offset"] == 60)
            #expect(
                shown[2]["slots"]?[1] == [
                    "identifier": "t2", "start": "2026-11-23T13:30:00.000Z", "start_time": "2026-11-23T13:30:00Z",
                    "duration": 1800,
                ])
            #expect(shown[3]["url"] == "https://www.example.com/bikes")
            #expect(shown[3]["image"] == true)
            #expect(shown.allSatisfy { $0["payload"] == nil })
        }
    }

    @Test func `the whole conversation, with the messages as they went, when asked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.oldIPhone)
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            let bubble = Messages.quickReply(to: device.customer)
            _ = try await harness.post(bubble)
            _ = try await harness.simulator.close(from: device.id)
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages?sent=true&payload=true")
            let shown = try #require(answer.json["messages"]?.array)
            #expect(shown.map { $0["kind"] } == ["text", "quick-reply", "close"])
            #expect(shown.map { $0["from"] } == ["customer", "business", "customer"])
            #expect(shown.map { $0["delivered"] } == [true, nil, true])
            #expect(shown[1]["lost"] == "this device cannot show it, as its capability list lacks QUICK")
            #expect(shown[1]["payload"] == bubble)
            #expect(shown[0]["payload"] == harness.receiver.webhooks(of: "text").first?.body)
        }
    }

    @Test func `a choice with what was chosen`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            _ = try await harness.simulator.tap(["race"], from: device.id)
            let choice = try await harness.simulator.messages(of: device.id, withSent: true)[1].json(withPayload: false)
            #expect(choice["kind"] == "choice")
            #expect(choice["request"] == "which-bike")
            #expect(choice["chosen"] == [["identifier": "race", "title": "Racing bike"]])
        }
    }
}

@Suite struct `Bounded memory` {
    @Test func `a transcript keeps the newest entries, and their numbers`() async throws {
        try await withSimulator({ $0.memory.transcriptEntries = 3 }) { harness in
            let device = try harness.device()
            for id in 1...10 { _ = try await harness.post(Messages.text("Text \(id)", to: device.customer, id: id)) }
            #expect(try await harness.simulator.messages(of: device.id).map(\.number) == [8, 9, 10])
            #expect(try harness.simulator.lastNumber(of: device.id) == 10)
            #expect(try await harness.simulator.messages(of: device.id, after: 9).map(\.number) == [10])
        }
    }

    @Test func `a transcript keeps no more bytes than it may`() async throws {
        try await withSimulator({ $0.memory.transcriptBytes = 3000 }) { harness in
            let device = try harness.device()
            let text = String(repeating: "x", count: 1000)
            for id in 1...5 { _ = try await harness.post(Messages.text(text, to: device.customer, id: id)) }
            #expect(try await harness.simulator.messages(of: device.id).map(\.number) == [4, 5])
        }
    }

    @Test func `the log keeps the newest exchanges`() async throws {
        try await withSimulator({ $0.memory.logEntries = 2 }) { harness in
            let device = try harness.device()
            for id in 1...5 { _ = try await harness.post(Messages.text(to: device.customer, id: id)) }
            #expect(harness.simulator.log().map(\.number) == [4, 5])
        }
    }

    @Test func `a bounded log finds by number what it has kept`() {
        var log = BoundedLog<Int>(countLimit: 50)
        #expect(log[1] == nil)
        #expect(log.last { _ in true } == nil)
        for number in 1...1000 {
            log.append(number)
            #expect(log.lastNumber == number)
            #expect(log.count == min(number, 50))
            #expect(log.firstNumber == max(1, number - 49))
            #expect(log[number] == number)
            #expect(log[number - 50] == nil)
            #expect(log[number + 1] == nil)
        }
        #expect(Array(log.elements(after: 990)) == Array(991...1000))
        #expect(Array(log.elements(after: 0)) == Array(951...1000))
        #expect(Array(log.elements(after: 1000)).isEmpty)
        #expect(Array(log.elements(after: 5000)).isEmpty)
        #expect(log.last { $0 % 100 == 0 }?.number == 1000)
        #expect(log.last { $0 < 960 }?.element == 959)
        #expect(log.last { $0 < 100 } == nil)
        log[960] = -1
        #expect(log[960] == -1)
        log[10] = 5
        #expect(log[10] == nil)
        log.removeAll()
        #expect(log.count == 0)
        log.append(7)
        #expect(log.lastNumber == 1001)
        #expect(log[1001] == 7)
    }

    @Test func `only the newest ids are remembered`() {
        var taken = TakenMessages(limit: 3)
        for id in ["a", "b", "c"] { #expect(taken.note(id, content: 1) == .new) }
        #expect(taken.note("a", content: 1) == .same)
        #expect(taken.note("a", content: 2) == .different)
        for id in ["d", "e"] { #expect(taken.note(id, content: 1) == .new) }
        #expect(taken.note("c", content: 1) == .same)
        #expect(taken.note("a", content: 1) == .new, "long forgotten")
        #expect(taken.note("c", content: 1) == .new)
    }
}

@Suite struct `Times at GMT` {
    @Test(arguments: [
        ("1970-01-01T00:00Z", 0), ("1970-01-01T00:00:01+0000", 1), ("2026-11-23T09:00+00:00", 1_795_424_400),
        ("2024-02-29T23:59:59Z", 1_709_251_199), ("2000-03-01T00:00Z", 951_868_800), ("1969-12-31T23:59:59Z", -1),
        ("2100-03-01T00:00Z", 4_107_542_400),
    ]) func `are read to the second`(_ row: (String, Int)) {
        #expect(UTCTime.moment(row.0) == Moment(seconds: row.1))
    }

    @Test(arguments: [
        "", "2026-11-23", "2026-11-23T9:00Z", "2026-11-23T24:00Z", "2026-11-23T09:60Z", "2026-11-23T09:00:60Z",
        "2026-13-01T00:00Z", "2026-00-01T00:00Z", "2026-04-31T00:00Z", "2100-02-29T00:00Z", "2026-11-23T09:00",
        "2026-11-23T09:00:00.000Z", "2026-11-23T09:00+0100", "2026-11-23T09:00-0000", "2026-11-23t09:00Z",
        "2026-11-23T09:00:Z", "2026-1１-23T09:00Z",
    ]) func `are nothing else`(_ text: String) {
        #expect(UTCTime.moment(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_795_424_400_123, "2026-11-23T09:00:00.123Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (1_709_164_799_999, "2024-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    ]) func `are written to the millisecond`(_ row: (Int, String)) {
        #expect(UTCTime.text(Moment(milliseconds: row.0)) == row.1)
    }
}
