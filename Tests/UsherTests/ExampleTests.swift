import Foundation
import Testing
import Usher

@testable import BellShop

/// The example of `Docs/Embedding.md` behaves as the page says.
@Suite struct ExampleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Docs/Examples/Embedding").path

    @Test func `a customer of the simulated Apple fills the cart of the server`() async throws {
        let cart = Cart()
        try await BellShop.bot(project: folder, cart: cart).simulate { customer in
            try await #expect(customer.says("Hello").last == "quick-reply: Ding, Dong, Gong")
            try await #expect(customer.taps("Dong") == ["How many?", "quick-reply: 1, 2, 3"])
            try await #expect(customer.taps("2") == ["In your cart. That makes €25.00."])
        }
        #expect(await cart.items.map(\.bell) == ["Dong"])
        #expect(await cart.items.map(\.count) == [2])
    }

    @Test func `what is sold out has a name`() async throws {
        let cart = Cart()
        try await BellShop.bot(project: folder, cart: cart).simulate { customer in
            try await customer.says("Hello")
            try await customer.taps("Gong")
            try await #expect(customer.taps("1") == ["Sorry, we have none left."])
        }
        #expect(await cart.items.isEmpty)
    }

    @Test func `its own package builds the same sources`() throws {
        let manifest = try String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)
        #expect(
            manifest.contains(
                #".executableTarget(name: "BellShop", dependencies: [.product(name: "Usher", package: "usher")])"#))
        #expect(manifest.contains(#".package(name: "usher", path: "../../..")"#))
    }
}
