import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import Studio

/// The desk in `usher dev`: what people do with conversations, and who is let in.
@Suite struct DeskTests {
    @Test func `people read, answer once and give back`() async throws {
        try await DeskServer.run { server in
            let customer = try await DeskServer.Customer(of: server)
            try await customer.says("help")
            let entry = try await server.handover()
            #expect(entry["queue"] == "counter")
            #expect(entry["answered"] == false)
            let id = try #require(entry["id"]?.int)
            // An answer that a slow network sends twice arrives once.
            for _ in 1...2 {
                let sent = try await server.send(
                    "POST", "/desk/api/handovers/\(id)/messages", ["text": "Jo here.", "id": "a-1"])
                #expect(sent.status == 200)
            }
            let heard = try await customer.hears("Jo here.")
            #expect(heard.count { $0 == "Jo here." } == 1)
            let read = try await server.get("/desk/api/handovers/\(id)")
            #expect(read["answered"] == true)
            #expect(read["note"] == "The bell rings.")
            #expect(read["transcript"]?.array?.contains("person: Jo here.") == true)
            try await customer.says("thank you")
            try await poll(until: { try await server.get("/desk/api/handovers/\(id)")["answered"] == false })
            for _ in 1...2 {
                let back = try await server.send("POST", "/desk/api/handovers/\(id)/give-back", ["id": "b-1"])
                #expect(back.status == 200)
            }
            _ = try await customer.hears("See you soon!")
            let left = try await server.get("/desk/api/handovers")["handovers"]
            #expect(left == [])
            let late = try await server.send("POST", "/desk/api/handovers/\(id)/messages", ["text": "Hello?"])
            #expect(late.status == 404)
        }
    }

    @Test func `rows are listed, exported and marked`() async throws {
        try await DeskServer.run { server in
            let customer = try await DeskServer.Customer(of: server)
            for words in ["hello", "Puncture", "=1+1, \"please\""] { try await customer.says(words) }
            _ = try await customer.hears("See you soon!")
            let table = try await server.get("/desk/api/results")["results"]?[0]
            #expect(table?["name"] == "bookings")
            #expect(table?["rows"] == 1)
            let changed = try await server.send("POST", "/desk/api/results/bookings/1", ["state": "done"])
            #expect(changed.status == 200)
            let done = try await server.get("/desk/api/results/bookings?state=done")["rows"]?[0]
            #expect(done?["fields"]?["wish"] == "(private)")
            let file = try await server.send("GET", "/desk/api/results/bookings?format=csv&private=true")
            #expect(file.header("Content-Type") == "text/csv")
            #expect(file.header("Content-Disposition")?.contains("bookings.csv") == true)
            let text = String(decoding: file.body, as: UTF8.self)
            let lines = text.split(separator: "\n")
            #expect(lines.first == "\u{feff}number,state,kept_at,service,wish,customer")
            // What a customer has written is no formula.
            #expect(lines.last?.contains("Puncture,\"'=1+1, \"\"please\"\"\",") == true, "\(text)")
            let none = try await server.send("GET", "/desk/api/results/bookings?format=csv&state=open")
            #expect(String(decoding: none.body, as: UTF8.self).split(separator: "\n").count == 1)
            let wrong = try await server.send("GET", "/desk/api/results/bookings?format=pdf")
            #expect(wrong.status == 400)
        }
    }

    @Test(arguments: [
        ("POST", "/desk", "GET"), ("PUT", "/desk/assets/1/desk.js", "GET"), ("GET", "/desk/api/session", "POST"),
        ("DELETE", "/desk/api/about", "GET"), ("POST", "/desk/api/events", "GET"),
        ("PUT", "/desk/api/handovers/1/take", "POST"),
    ]) func `a path of the desk says which methods it has`(
        _ method: String, _ path: String, _ allowed: String
    ) async throws {
        try await DeskServer.run { server in
            let refused = try await server.send(method, path, method == "GET" ? nil : [:])
            #expect(refused.status == 405 && refused.header("Allow") == allowed, "\(refused)")
            guard path.contains("/api/"), !path.hasSuffix("/session") else { return }
            let stranger = try await server.send(method, path, [:]) { $0["Cookie"] = nil }
            #expect(stranger.status == 401 || stranger.status == 403, "\(stranger)")
        }
    }

    @Test func `the page needs no key, and everything behind it does`() async throws {
        try await DeskServer.run { server in
            let page = try await server.send("GET", "/desk") { $0 = ["Accept-Language": "de-AT, en"] }
            #expect(page.status == 200)
            #expect(String(decoding: page.body, as: UTF8.self).contains("<html lang=\"de\""))
            #expect(page.header("Content-Security-Policy")?.contains("frame-src 'self'") == true)
            let paths = ["about", "events", "handovers", "handovers/1", "results", "results/bookings", "content/1"]
            for path in paths {
                let answer = try await server.send("GET", "/desk/api/\(path)") { $0["Cookie"] = nil }
                #expect(answer.status == 401, "\(path)")
            }
            for path in ["handovers/1/messages", "handovers/1/give-back", "results/bookings/1"] {
                let answer = try await server.send("POST", "/desk/api/\(path)", ["text": "Hi"]) {
                    $0["Cookie"] = "usher_studio_\(server.port)=0"
                }
                #expect(answer.status == 401, "\(path)")
            }
            // The operators' API has its own token, which this server does not have.
            #expect(try await server.send("GET", "/admin/api/handovers").status == 404)
        }
    }

    @Test func `the key of the studio opens the desk, and each has a cookie of its own`() async throws {
        try await DeskServer.run { server in
            let key: JSONValue = ["key": .string(server.key.text)]
            let own = try await server.send("POST", "/desk/api/session", key) { $0["Cookie"] = nil }
            #expect(own.status == 204)
            let cookie = try #require(own.header("Set-Cookie"))
            #expect(cookie.hasPrefix(server.cookie))
            #expect(cookie.contains("; Path=/desk;"))
            #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains(server.key.text))
            let both = try await server.send("POST", "/studio/api/session", key) { $0["Cookie"] = nil }
            let cookies = both.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            #expect(cookies.count == 2)
            #expect(cookies.contains { $0.contains("; Path=/desk;") })
            let wrong = try await server.send("POST", "/desk/api/session", ["key": "0123456789abcdef0123456789abcdef"])
            #expect(wrong.status == 401)
            #expect(wrong.header("Set-Cookie") == nil)
        }
    }

    @Test func `a foreign name that leads here, and other sites, are refused and change nothing`() async throws {
        try await DeskServer.run { server in
            let customer = try await DeskServer.Customer(of: server)
            try await customer.says("help")
            let id = try #require(try await server.handover()["id"]?.int)
            for host in [
                "evil.example", "evil.example:\(server.port)", "127.0.0.1:1", "127.0.0.1", "192.168.1.2:\(server.port)",
            ] {
                for path in ["/desk", "/desk/api/about", "/desk/api/handovers", "/desk/assets/1/desk.js"] {
                    let answer = try await server.send("GET", path) { $0["Host"] = host }
                    #expect(answer.status == 421, "\(host) \(path)")
                }
            }
            let origins = ["https://evil.example", "null", "http://localhost:\(server.port)", "http://127.0.0.1:1"]
            for origin in origins {
                let requests: [(path: String, body: JSONValue)] = [
                    ("handovers/\(id)/messages", ["text": "Hi"]), ("handovers/\(id)/give-back", [:]),
                    ("results/bookings/1", ["state": "done"]), ("session", ["key": .string(server.key.text)]),
                ]
                for (path, body) in requests {
                    let answer = try await server.send("POST", "/desk/api/\(path)", body) { $0["Origin"] = origin }
                    #expect(answer.status == 403, "\(origin) \(path)")
                    #expect(answer.headers.allSatisfy { !$0.name.lowercased().hasPrefix("access-control") })
                }
                let read = try await server.send("GET", "/desk/api/handovers") { $0["Origin"] = origin }
                #expect(read.status == 403)
            }
            let silent = try await server.send("POST", "/desk/api/handovers/\(id)/give-back", [:]) {
                $0["Origin"] = nil
            }
            #expect(silent.status == 403)
            let cross = try await server.send("GET", "/desk/api/handovers") {
                $0["Origin"] = nil
                $0["Sec-Fetch-Site"] = "cross-site"
            }
            #expect(cross.status == 403)
            for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                let form = try await server.send("POST", "/desk/api/handovers/\(id)/give-back", [:]) {
                    $0["Content-Type"] = kind
                }
                #expect(form.status == 415, "\(kind)")
            }
            let read = try await server.get("/desk/api/handovers/\(id)")
            #expect(read["transcript"]?.array?.contains { $0.string?.hasPrefix("person:") == true } == false)
        }
    }

    @Test func `bodies have bounds`() async throws {
        try await DeskServer.run { server in
            let customer = try await DeskServer.Customer(of: server)
            try await customer.says("help")
            let id = try #require(try await server.handover()["id"]?.int)
            let large = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 21)
            for path in ["handovers/\(id)/messages", "results/bookings/1"] {
                let answer = try await server.send("POST", "/desk/api/\(path)", bytes: large)
                #expect(answer.status == 413, "\(path)")
            }
            let long = String(repeating: "x", count: 10_001)
            let answer = try await server.send(
                "POST", "/desk/api/handovers/\(id)/messages", ["text": .string(long)])
            #expect(answer.status == 400)
        }
    }
}
