import CurlClient
import JSON
import TestSupport
import Testing

@testable import Studio

/// Customers on the map, what they typed that fitted nothing, and the answer to add.
@Suite struct TrafficTests {
    @Test func `what fitted nothing is counted by its words, and becomes an answer`() async throws {
        try await DeskServer.run { server in
            for words in ["flat tyre", "Flat  tyre!", "the chain"] {
                let customer = try await DeskServer.Customer(of: server)
                try await customer.says("hello")
                _ = try await customer.hears("What needs fixing?")
                try await customer.says(words)
                _ = try await customer.hears("Please choose one of the answers.")
            }
            let found = try await server.send("POST", "/studio/api/traffic", ["flow": "shop", "of": "here"])
            let traffic = try server.json(found)
            #expect(traffic["replies"]?.array?.map { $0["count"]?.int } == [2, 1])
            let reply = try #require(traffic["replies"]?[0])
            #expect(reply["step"] == "welcome")
            #expect(reply["text"] == "Flat tyre!")
            #expect(reply["answers"] == ["Puncture", "Brakes"])
            let box = traffic["map"]?["boxes"]?.array?.first { $0["id"] == "welcome" }
            #expect(box?["counts"]?[0]?.string?.hasPrefix("3 visits") == true)

            let edit = try server.json(
                try await server.send(
                    "POST", "/studio/api/answer",
                    ["flow": "shop", "step": "welcome", "label": "flat tyre", "like": "Puncture"]))
            #expect(edit["path"] == "Flows/shop.yaml")
            #expect(edit["text"]?.string?.contains("Flat tyre: wish") == true)
            // Nothing is written before the author's own page does it.
            #expect(try server.folder.read("Flows/shop.yaml") == DeskServer.flow)
            let draft = DeskServer.flow.replacing("      Brakes:", with: "      Flat tyre: wish\n      Brakes:")
            let after = try await server.send(
                "POST", "/studio/api/traffic",
                ["flow": "shop", "of": "here", "drafts": ["Flows/shop.yaml": .string(draft)]])
            #expect(try server.json(after)["replies"]?.array?.map { $0["text"]?.string } == ["the chain"])
        }
    }

    @Test func `numbers need the key, and a server that there is none of is said`() async throws {
        try await DeskServer.run { server in
            for path in ["traffic", "answer"] {
                let foreign = try await server.send("POST", "/studio/api/\(path)", ["flow": "shop"]) {
                    $0["Cookie"] = nil
                }
                #expect(foreign.status == 401, "\(path)")
                let other = try await server.send("POST", "/studio/api/\(path)", ["flow": "shop"]) {
                    $0["Origin"] = "https://evil.example"
                }
                #expect(other.status == 403, "\(path)")
            }
            let none = try await server.send("POST", "/studio/api/traffic", ["flow": "shop", "of": "server"])
            #expect(none.status == 404)
            let strange = try await server.send("POST", "/studio/api/traffic", ["flow": "shop", "of": "moon"])
            #expect(strange.status == 400)
            let closed = try await server.send(
                "POST", "/studio/api/answer", ["flow": "shop", "step": "thanks", "label": "flat tyre"])
            #expect(closed.status == 422)
        }
    }
}
