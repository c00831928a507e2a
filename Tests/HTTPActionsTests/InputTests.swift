import Expressions
import FlowEngine
import Foundation
import Testing

/// Inputs are sent with the types of the flow's values.
@Suite struct InputTests {
    static let start = TimeSlot(start: Calling.now)

    static let values: [(type: String, value: Value, sent: String)] = [
        ("text", .text("Puncture \"rear\""), #""Puncture \"rear\"""#),
        ("number", .number(Decimal(string: "12.50") ?? 0), "12.5"),
        ("number", .number(Decimal(string: "1234567890123456789012345678") ?? 0), "1234567890123456789012345678"),
        ("money", money("24.9", "EUR"), #"{"amount":"24.90","currency":"EUR"}"#),
        ("money", money("1500", "JPY"), #"{"amount":"1500","currency":"JPY"}"#),
        ("date", .date(day), #""2026-12-24""#),
        ("time", .time(start), #""2026-12-01T10:00:00+01:00""#),
        (
            "time", .time(TimeSlot(start: Calling.now, duration: .minutes(45))),
            #"{"start":"2026-12-01T10:00:00+01:00","duration":2700}"#
        ),
        ("duration", .duration(.minutes(90)), "5400"),
        ("duration", .duration(.milliseconds(1_500)), "1.5"),
        ("yes/no", .yesNo(true), "true"),
        ("text", .choice(Choice(id: "brakes", label: "Brakes, front and rear")), #""brakes""#),
        ("list of text", .list([.text("Bell"), .text("Lock")]), #"["Bell","Lock"]"#),
        ("list of text", .list([]), "[]"),
        (
            "room", .record(Fields([("name", .text("Loft")), ("price", money("80", "EUR"))])),
            #"{"name":"Loft","price":{"amount":"80.00","currency":"EUR"}}"#
        ),
        (
            "place", .place(PlaceValue(name: "Workshop", city: "Kiel", latitude: Decimal(string: "54.32"))),
            #"{"name":"Workshop","city":"Kiel","latitude":54.32}"#
        ),
    ]

    @Test(arguments: values) func `a name alone in a body keeps its type`(
        type: String, value: Value, sent: String
    ) async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            "post: http://127.0.0.1:PORT/\nbody:\n  value: {value}\ntakes:\n  value: \(type)", on: server)
        #expect(await calling.call([("value", value)]) == .gave(Fields()))
        #expect(server.requests.map(\.body) == [#"{"value":\#(sent)}"#])
        #expect(server.requests.first?.header("Content-Type") == "application/json")
    }

    @Test func `a file says where it can be had, as far as anybody knows`() async throws {
        let file = Value.file(FileReference(id: "m-1/ä", name: "bike.jpg", kind: "image/jpeg", size: 7))
        let known = #"{"id":"m-1/ä","name":"bike.jpg","kind":"image/jpeg","size":7"#
        let url = #","url":"https://bot.shop.example/files/m-1%2F%C3%A4"}"#
        for (content, sent) in [("https://bot.shop.example/files/", known + url), (nil, known + "}")] {
            let server = try FakeServer(.ok(""))
            let calling = try Calling(
                "post: http://127.0.0.1:PORT/\nbody:\n  one: {one}\n  all: {all}\ntakes:\n  one: file\n  all: list of file",
                on: server, content: content)
            #expect(await calling.call([("one", file), ("all", .list([file]))]) == .gave(Fields()))
            #expect(server.requests.map(\.body) == [#"{"one":\#(sent),"all":[\#(sent)]}"#])
        }
    }

    @Test func `what is empty is left out, or has a word in its place`() async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            """
            post: http://127.0.0.1:PORT/
            headers:
              X-Note: {note}
            query:
              note: {note}
              kind: {note, or none}
              page: 1
            body:
              note: {note}
              text: "Note: {note}"
              kind: {note, or none}
              gone: {note, or nothing}
              inner:
                note: {note}
              list:
                - {note}
                - last
            takes:
              note: text, optional
            """, on: server)
        #expect(await calling.call() == .gave(Fields()))
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /?kind=none&page=1")
        #expect(request.body == #"{"kind":"none","inner":{},"list":["last"]}"#)
        #expect(request.header("X-Note") == nil)
    }

    @Test func `names are escaped where they stand in an address`() async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            """
            get: http://127.0.0.1:PORT/rooms/{room}/free?fixed=a%20b
            query:
              q: {room}
              at: {at}
              day: {at, iso}
              price: {price}
            takes:
              room: text
              at: time
              price: money
            """, on: server)
        let outcome = await calling.call([
            ("room", .text("Löwe/1?a=b&c+d #e%")), ("at", .time(Self.start)), ("price", money("3", "EUR")),
        ])
        #expect(outcome == .gave(Fields()))
        let line = try #require(server.requests.first?.line)
        #expect(line.hasPrefix("GET /rooms/L%C3%B6we%2F1%3Fa%3Db%26c%2Bd%20%23e%25/free?fixed=a%20b&q=L%C3%B6we"))
        let query = URLComponents(string: String(line.dropFirst(4)))?.queryItems ?? []
        #expect(query.first { $0.name == "q" }?.value == "Löwe/1?a=b&c+d #e%")
        #expect(query.first { $0.name == "at" }?.value == "2026-12-01T10:00:00+01:00")
        #expect(query.first { $0.name == "day" }?.value == "2026-12-01T10:00:00+01:00")
        #expect(server.requests.first?.body == "")
    }

    @Test(arguments: ["post", "put", "patch"])
    func `inputs that nothing uses are the body, unless one is written`(method: String) async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            """
            \(method): http://127.0.0.1:PORT/shops/{shop}/bookings
            headers:
              X-Desk: {desk}
            query:
              page: {page}
            takes:
              shop: text
              desk: text
              page: number
              start: time
              price: money
              room: room, optional
              note: text, optional
            """, on: server)
        let outcome = await calling.call([
            ("shop", .text("kiel")), ("desk", .text("front")), ("page", .number(2)), ("start", .time(Self.start)),
            ("price", money("3", "EUR")), ("room", .record(Fields([("name", .text("Loft"))]))),
        ])
        #expect(outcome == .gave(Fields()))
        let request = try #require(server.requests.first)
        #expect(request.line == "\(method.uppercased()) /shops/kiel/bookings?page=2")
        #expect(request.header("X-Desk") == "front")
        #expect(
            request.body
                == #"{"start":"2026-12-01T10:00:00+01:00","price":{"amount":"3.00","currency":"EUR"},"room":{"name":"Loft"}}"#
        )
        #expect(request.header("Content-Type") == "application/json")
    }

    @Test(arguments: ["get", "delete"])
    func `inputs that nothing uses are the query of a request without a body`(method: String) async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            """
            \(method): http://127.0.0.1:PORT/shops/{shop}?kind=a
            query:
              day: {on}
            takes:
              shop: text
              on: date
              start: time
              price: money
              tags: list of text
              vip: yes/no
              note: text, optional
            """, on: server)
        let outcome = await calling.call([
            ("shop", .text("kiel")), ("on", .date(day)),
            ("start", .time(TimeSlot(start: Calling.now, duration: .minutes(45)))),
            ("price", money("3", "EUR")), ("tags", .list([.text("a&b"), .text("c")])), ("vip", .yesNo(true)),
        ])
        #expect(outcome == .gave(Fields()))
        let request = try #require(server.requests.first)
        #expect(
            request.line
                == "\(method.uppercased()) /shops/kiel?kind=a&day=2026-12-24&start=2026-12-01T10:00:00%2B01:00&price=3.00%20EUR&tags=a%26b&tags=c&vip=true"
        )
        #expect(request.body == "")
    }

    @Test func `a request whose inputs all have a place has no body`() async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling("post: http://127.0.0.1:PORT/{name}\ntakes:\n  name: text", on: server)
        #expect(await calling.call([("name", .text("a"))]) == .gave(Fields()))
        #expect(server.requests.first?.body == "")
        #expect(server.requests.first?.header("Content-Type") == nil)
    }

    @Test(arguments: ["..", "."]) func `no input leads to another folder of the address`(input: String) async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling("get: http://127.0.0.1:PORT/public/{name}\ntakes:\n  name: text", on: server)
        #expect(await calling.call([("name", .text(input))]) == .failed("refused"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a line break in an input makes no header of its own`() async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            "get: http://127.0.0.1:PORT/\nheaders:\n  X-Name: {name}\ntakes:\n  name: text", on: server)
        #expect(await calling.call([("name", .text("Ana\r\nX-Admin: yes"))]) == .failed("refused"))
        #expect(server.requests.isEmpty)
    }

    @Test func `formats and texts around names go out as text`() async throws {
        let server = try FakeServer(.ok(""))
        let calling = try Calling(
            """
            put: http://127.0.0.1:PORT/
            headers:
              Accept: application/vnd.shop+json
            body:
              start: {start, iso}
              text: "{name} at {start, iso}"
              count: {count}
              words: "{count} rooms"
            takes:
              start: time
              name: text
              count: number
            """, on: server)
        _ = await calling.call([
            ("start", .time(Self.start)), ("name", .text("Ana")), ("count", .number(1200)),
        ])
        #expect(
            server.requests.first?.body
                == #"{"start":"2026-12-01T10:00:00+01:00","text":"Ana at 2026-12-01T10:00:00+01:00","count":1200,"words":"1200 rooms"}"#
        )
        #expect(server.requests.first?.header("Accept") == "application/vnd.shop+json")
        #expect(server.requests.first?.line == "PUT /")
    }
}

/// 24 December 2026.
let day = CalendarDate(year: 2026, month: 12, day: 24) ?? CalendarDate(dayNumber: 0)

func money(_ amount: String, _ code: String) -> Value {
    guard let amount = Decimal(string: amount), let currency = Currency(code) else { return .text("no money") }
    return .money(Money(amount, currency))
}
