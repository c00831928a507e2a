import JSON
import Testing

@testable import AppleSimulator

@Suite struct `The control API` {
    @Test func `plays a whole conversation`() async throws {
        try await withSimulator { harness in
            let business = try await harness.ask(
                "POST", "/businesses",
                [
                    "id": "shop", "msp_id": .string(Harness.mspID), "secret": .string(Harness.secret),
                    "webhook": .string(try await harness.receiver.address), "audience": "list",
                    "redelivery": ["attempts": 2, "wait": 5],
                ])
            #expect(business.status == 200)
            #expect(business.json["redelivery"] == ["attempts": 2, "wait": 5])
            #expect(business.json["secret"] == nil)

            let made = try await harness.ask(
                "POST", "/devices", ["kind": "iphone", "business": "shop", "locale": "en_US", "intent": "buy"])
            let (id, customer) = (try #require(made.json["id"]?.string), try #require(made.json["customer"]?.string))
            let device = "/devices/\(id)"

            let text = try await harness.ask("POST", device + "/text", ["text": "Hello"])
            #expect(text.json["delivered"] == true)
            #expect(text.json["posts"]?[0]?["status"] == 200)
            #expect(text.json["posts"]?[0]?["answer"] == "seen")

            let bubbles = [Messages.quickReply, Messages.listPicker, Messages.timePicker]
            for (index, bubble) in bubbles.enumerated() {
                let message = bubble(CustomerID(customer), index + 1).setting("sourceId", to: "shop")
                #expect(try await harness.post(message).status == 200)
            }
            let requests: [(String, JSONValue)] = [
                ("/tap", ["items": ["city"], "request": "which-bike"]), ("/tap", ["items": ["m1", "s1"]]),
                ("/pick", ["slot": 2]), ("/typing", ["state": "end"]), ("/typing", [:]),
                ("/react", ["reaction": "liked"]), ("/close", [:]),
            ]
            for (path, body) in requests {
                let answer = try await harness.ask("POST", device + path, body)
                #expect(answer.status == 200, "\(path): \(answer.reason)")
                #expect(answer.json["delivered"] == true)
            }
            let types = harness.receiver.webhooks.map { $0.body["type"]?.string ?? "" }
            #expect(
                types == [
                    "typing_start", "text", "interactive", "interactive", "interactive", "typing_end", "typing_start",
                    "text", "close",
                ])
            let log = try await harness.ask("GET", "/log?after=9")
            #expect(log.json["log"]?.array?.count == 3)
            #expect(log.json["last"] == 12)
        }
    }

    @Test func `lists who there is and what can be asked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.mac)
            let health = try await harness.ask("GET", "/health")
            #expect(health.json["status"] == "ok")
            #expect(health.json["gateway"]?.string == harness.base + "/v1")
            #expect(health.json["devices"] == 1)
            #expect(health.json["now"] == "2026-09-21T14:13:20.000Z")
            let businesses = try await harness.ask("GET", "/businesses")
            #expect(businesses.json["businesses"]?.array?.map { $0["id"] } == [.string(Harness.business.text)])
            let devices = try await harness.ask("GET", "/devices")
            #expect(devices.json["devices"]?[0] == device.json)
            #expect(try await harness.ask("GET", "/devices/\(device.id)").json == device.json)
            let routes = try await harness.ask("GET", "").json["routes"]?.array ?? []
            #expect(routes.count == ControlAPI.routes.count)
            #expect(routes.contains { $0["request"] == "POST /simulator/devices/{id}/text" })
        }
    }

    @Test func `switches faults on and off`() async throws {
        try await withSimulator { harness in
            let faults: [JSONValue] = [
                ["on": "gateway", "kind": "status", "status": 503, "count": 2],
                ["on": "webhook", "kind": "delay", "seconds": .number(JSONNumber(1)), "probability": 1, "count": 3],
                ["on": "webhook", "kind": "double-tap", "count": 1, "customer": "urn:mbid:ana"],
                ["on": "gateway", "kind": "drop-after", "count": 1],
            ]
            for fault in faults { #expect(try await harness.ask("POST", "/faults", fault).status == 200) }
            _ = try await harness.post(Messages.text(to: try harness.device().customer))
            let listed = try await harness.ask("GET", "/faults").json["faults"]
            #expect(
                listed == [
                    ["id": 1, "on": "gateway", "kind": "status", "struck": 1, "status": 503, "count": 2],
                    [
                        "id": 2, "on": "webhook", "kind": "delay", "struck": 0, "seconds": 1, "count": 3,
                        "probability": 1,
                    ],
                    [
                        "id": 3, "on": "webhook", "kind": "double-tap", "struck": 0, "seconds": 0, "count": 1,
                        "customer": "urn:mbid:ana",
                    ],
                    ["id": 4, "on": "gateway", "kind": "drop-after", "struck": 0, "count": 1],
                ])
            #expect(try await harness.ask("DELETE", "/faults/2").json == ["removed": 2])
            #expect(try await harness.ask("DELETE", "/faults/2").status == 404)
            #expect(try await harness.ask("GET", "/faults").json["faults"]?.array?.map { $0["id"] } == [1, 3, 4])
            #expect(try await harness.ask("DELETE", "/faults").status == 200)
            #expect(try await harness.ask("GET", "/faults").json == ["faults": []])
        }
    }

    @Test func `forgets on reset, but not the businesses unless asked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.text(to: device.customer))
            harness.simulator.add(try FaultRule(on: .gateway, .dropBefore, count: 1))
            #expect(try await harness.ask("POST", "/reset").status == 200)
            #expect(try await harness.ask("GET", "/devices/\(device.id)").status == 404)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 404)
            #expect(harness.simulator.log().map(\.status) == [404])
            #expect(harness.simulator.businesses.count == 1)
            #expect(try harness.device().customer != device.customer, "the bot remembers the old one")
            #expect(try await harness.ask("POST", "/reset", ["businesses": true]).status == 200)
            #expect(harness.simulator.businesses.isEmpty)
        }
    }

    @Test func `a customer can have several devices, and come back under an id of before`() async throws {
        try await withSimulator { harness in
            let (phone, business) = (try harness.device(), JSONValue.string(Harness.business.text))
            let mac = try await harness.ask(
                "POST", "/devices", ["kind": "mac", "business": business, "customer": .string(phone.customer.text)])
            #expect(mac.json["customer"]?.string == phone.customer.text)
            _ = try await harness.post(Messages.text(to: phone.customer))
            for id in ["d1", "d2"] {
                #expect(try await harness.ask("GET", "/devices/\(id)/messages").json["messages"]?.array?.count == 1)
            }
            let back = try await harness.ask(
                "POST", "/devices", ["business": business, "customer": "urn:mbid:from-last-week"])
            #expect(back.json["customer"] == "urn:mbid:from-last-week")
        }
    }

    /// An invalid request, and the error that it gets.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let body: JSONValue?
        let status: Int
        let reason: String

        init(_ method: String, _ path: String, sends body: JSONValue? = nil, status: Int = 400, _ reason: String) {
            self.method = method
            self.path = path
            self.body = body
            self.status = status
            self.reason = reason
        }

        var testDescription: String { "\(method) \(path) \(body?.text ?? "")" }
    }

    private static let secret = JSONValue.string(Harness.secret)

    @Test(arguments: [
        Wrong("GET", "/nonsense", status: 404, "GET /simulator lists all requests"),
        Wrong("PUT", "/devices", status: 404, "there is no PUT /simulator/devices"),
        Wrong("GET", "/health?x=1", "there is no parameter `x` here; none is known"),
        Wrong("POST", "/businesses", sends: ["id": "b"], "msp_id: this is required"),
        Wrong(
            "POST", "/businesses", sends: ["name": "b"], "name: there is no key `name` here; the keys are `audience`"),
        Wrong("POST", "/businesses", sends: business("secret", "abc"), "secret: expected at least 32 bytes in base64"),
        Wrong("POST", "/businesses", sends: business("webhook", "bot"), "webhook: `bot` is not the base of an address"),
        Wrong("POST", "/businesses", sends: business("id", "b b"), "id: expected 1 to 256 visible ASCII"),
        Wrong("POST", "/businesses", sends: business("audience", "x"), "`\"x\"` is none of `string`, `list`"),
        Wrong("POST", "/businesses", sends: business("redelivery", ["attempts": 0]), "`attempts` goes from 1 to 100"),
        Wrong(
            "POST", "/businesses", sends: business("redelivery", ["wait": 5]), "redelivery.attempts: this is required"),
        Wrong(
            "POST", "/businesses", sends: business("redelivery", ["attempts": 1, "wait": -1]),
            "redelivery.wait: expected seconds from 0 to 86400"),
        Wrong(
            "POST", "/businesses", sends: business("secret", .string(Harness.otherSecret)), status: 409,
            "an MSP has one"),
        Wrong("DELETE", "/businesses/x", status: 404, "there is no business `x`"),
        Wrong("POST", "/devices", sends: [:], "business: this is required"),
        Wrong("POST", "/devices", sends: ["business": "x"], status: 404, "register it first"),
        Wrong("POST", "/devices", sends: device("kind", "pager"), "is none of `iphone`, `old-iphone`, `mac`"),
        Wrong("POST", "/devices", sends: device("customer", "ana"), "does not begin with `urn:mbid:`"),
        Wrong("POST", "/devices", sends: device("customer", "urn:mbid:a b"), "visible ASCII"),
        Wrong(
            "POST", "/devices", sends: device("capabilities", ["LIST", "FAX"]),
            "capabilities[1]: \"FAX\" is none of `AUTH`"),
        Wrong("POST", "/devices", sends: device("capabilities", "LIST"), "expected a list, found a string"),
        Wrong("POST", "/devices", sends: device("list_replies", "all"), "is none of `chosen`, `groups`"),
        Wrong("POST", "/devices", sends: device("percent_encoded", 1), "expected true or false"),
        Wrong("POST", "/devices", sends: device("zone", "Mars"), "zone: `Mars` is not a time zone, such as"),
        Wrong(
            "POST", "/devices", sends: device("wire", ["size": "huge"]),
            "wire.size: `\"huge\"` is none of `number`, `text`"),
        Wrong("POST", "/devices", sends: device("wire", ["colour": "red"]), "wire.colour: there is no key `colour`"),
        Wrong("POST", "/devices/d9/form", sends: [:], status: 404, "there is no device `d9`"),
        Wrong("POST", "/devices/d1/form", sends: [:], status: 409, "no bubble of that kind"),
        Wrong("POST", "/devices/d1/form", sends: ["cancel": true], status: 409, "no bubble of that kind"),
        Wrong("POST", "/devices/d1/form", sends: ["pages": []], "pages: expected an object"),
        Wrong("POST", "/devices/d1/form", sends: ["pages": ["a": 1]], "pages.a: expected a string"),
        Wrong("POST", "/devices/d1/app", sends: ["fields": ["a": "b"]], status: 409, "no bubble of that kind"),
        Wrong("POST", "/devices/d9/place", sends: ["latitude": 1, "longitude": 1], status: 404, "there is no device"),
        Wrong("GET", "/devices/d1/messages/1/files/1", status: 404, "the entry 1 of the device `d1` has no file 1"),
        Wrong("GET", "/devices/d9", status: 404, "there is no device `d9`"),
        Wrong("POST", "/devices/d9/text", sends: ["text": "x"], status: 404, "there is no device `d9`"),
        Wrong("POST", "/devices/d1/text", sends: [:], "text: this is required"),
        Wrong("POST", "/devices/d1/text", sends: ["text": ""], "text: this is required and is empty"),
        Wrong("POST", "/devices/d1/text", sends: [], "expected an object, found a list"),
        Wrong("POST", "/devices/d1/text?x=1", sends: ["text": "x"], "there is no parameter `x` here"),
        Wrong("POST", "/devices/d1/tap", sends: ["items": "city"], "items: expected a list, found a string"),
        Wrong("POST", "/devices/d1/tap", sends: ["items": [1]], "items[0]: expected a string"),
        Wrong(
            "POST", "/devices/d1/tap", sends: ["items": ["city"], "message": "a", "request": "b"],
            "request: give either `message` or `request`"),
        Wrong("POST", "/devices/d1/tap", sends: ["items": ["city"]], status: 409, "no bubble of that kind"),
        Wrong("POST", "/devices/d1/pick", sends: [:], "slot: this is required"),
        Wrong("POST", "/devices/d1/pick", sends: ["slot": []], "slot: expected a string, found a list"),
        Wrong("POST", "/devices/d1/typing", sends: ["state": "maybe"], "is none of `start`, `end`"),
        Wrong("POST", "/devices/d1/react", sends: ["reaction": "hated"], "reaction: expected `loved`, `liked`"),
        Wrong("POST", "/devices/d1/react", sends: ["reaction": "liked"], status: 409, "no message to react to"),
        Wrong("POST", "/devices/d1/close", sends: ["really": true], "there is no key `really` here"),
        Wrong("GET", "/devices/d1/messages?after=x", "after: expected a whole number from 0"),
        Wrong("GET", "/devices/d1/messages?after=-1", "after: expected a whole number from 0"),
        Wrong("GET", "/devices/d1/messages?wait=301", "wait: expected seconds from 0 to 300"),
        Wrong("GET", "/devices/d1/messages?wait=long", "wait: expected seconds from 0 to 300"),
        Wrong("GET", "/devices/d1/messages?sent=maybe", "sent: expected true or false"),
        Wrong("GET", "/log?since=1", "there is no parameter `since` here; `after` are known"),
        Wrong(
            "POST", "/faults", sends: ["kind": "delay"],
            "on: this is required and is missing: `gateway`, `webhook`, `pre-upload`"),
        Wrong("POST", "/faults", sends: ["on": "gateway", "kind": "delay"], "`count` or `probability` is required"),
        Wrong("POST", "/faults", sends: ["on": "gateway", "count": 1], "kind: this is required"),
        Wrong("POST", "/faults", sends: fault("kind", "fire"), "is none of `status`, `drop-before`"),
        Wrong("POST", "/faults", sends: fault("kind", "double-tap"), "happens on `webhook` only"),
        Wrong("POST", "/faults", sends: fault("kind", "out-of-order"), "happens on `webhook` only"),
        Wrong("POST", "/faults", sends: fault("kind", "second-device"), "happens on `webhook` only"),
        Wrong("POST", "/faults", sends: fault("kind", "old-tap"), "happens on `webhook` only"),
        Wrong("POST", "/faults", sends: fault("kind", "truncated"), "`truncated` happens on `download` only"),
        Wrong("POST", "/faults", sends: fault("kind", "wrong-key"), "`wrong-key` happens on `webhook` only"),
        Wrong(
            "POST", "/faults", sends: ["on": "download", "kind": "clock-skew", "count": 1, "seconds": 1],
            "`clock-skew` happens on `gateway`, `webhook` only"),
        Wrong("POST", "/faults", sends: fault("kind", "clock-skew"), "seconds: this is required"),
        Wrong(
            "POST", "/faults", sends: ["on": "gateway", "kind": "clock-skew", "count": 1, "seconds": -90_000],
            "expected seconds from -86400 to 86400"),
        Wrong("POST", "/faults", sends: fault("status", 200), "status: from 400 to 599"),
        Wrong("POST", "/faults", sends: fault("seconds", 3), "seconds: this belongs to `delay`, `late-answer`"),
        Wrong("POST", "/faults", sends: fault("count", 0), "count: at least 1"),
        Wrong("POST", "/faults", sends: fault("probability", 2), "probability: above 0 and at most 1"),
        Wrong("DELETE", "/faults/7", status: 404, "there is no fault 7"),
        Wrong("DELETE", "/faults/x", "`x` is not the number of a fault"),
        Wrong("POST", "/reset", sends: ["all": true], "there is no key `all` here; the keys are `businesses`"),
    ]) func `explains what is wrong and changes nothing`(_ wrong: Wrong) async throws {
        try await withSimulator { harness in
            try await harness.simulator.register(
                Business(id: "b", mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1"))
            _ = try harness.device()
            let answer = try await harness.ask(wrong.method, wrong.path, wrong.body)
            #expect(answer.status == wrong.status)
            #expect(answer.reason.contains(wrong.reason), "\(answer.reason)")
            #expect(harness.simulator.businesses.map(\.secret.count) == [32, 32])
            #expect(harness.simulator.devices.count == 1)
            #expect(harness.simulator.faults.active.isEmpty)
            #expect(harness.receiver.webhooks.isEmpty)
            #expect(try await harness.simulator.messages(of: "d1", withSent: true).isEmpty)
        }
    }

    private static func business(_ key: String, _ value: JSONValue) -> JSONValue {
        let good: JSONValue = [
            "id": "new", "msp_id": .string(Harness.mspID), "secret": secret, "webhook": "http://127.0.0.1:8080",
        ]
        return good.setting(key, to: value)
    }

    private static func device(_ key: String, _ value: JSONValue) -> JSONValue {
        (["business": .string(Harness.business.text)] as JSONValue).setting(key, to: value)
    }

    private static func fault(_ key: String, _ value: JSONValue) -> JSONValue {
        (["on": "gateway", "kind": "status", "count": 1] as JSONValue).setting(key, to: value)
    }
}
