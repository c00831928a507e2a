import Foundation
import Usher

/// A shop for bicycle bells: its own server, with a bot in it.
@main
struct BellShop {
    static func main() async throws {
        do {
            try await bot(project: ".", cart: Cart()).run()
        } catch let error as UsherError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// The bot of the project in a folder, with what it can do here.
    static func bot(project: String, cart: Cart) throws(UsherError) -> UsherBot {
        var bot = try UsherBot(project: project)
        bot.register("AddToCart") { (item: Item, key: String) in try await cart.add(item, once: key) }
        return bot
    }
}

/// What `AddToCart` takes, as `Config/actions.yaml` declares it.
struct Item: Codable {
    var bell: String
    var count: Int
}

/// What it gives.
struct Total: Codable {
    var total: Money
}

/// The cart of the shop's own server.
actor Cart {
    private(set) var items: [Item] = []
    private var totals: [String: Total] = [:]
    private let prices: [String: Decimal] = ["Ding": 9, "Dong": Decimal(string: "12.50") ?? 12]

    /// Adds an item, once for a key: after a crash the same call comes again.
    func add(_ item: Item, once key: String) throws -> Total {
        if let known = totals[key] { return known }
        guard prices[item.bell] != nil else { throw ActionProblem("sold out") }
        items.append(item)
        let sum = items.reduce(Decimal(0)) { sum, item in sum + (prices[item.bell] ?? 0) * Decimal(item.count) }
        let total = Total(total: Money(sum, "EUR"))
        totals[key] = total
        return total
    }
}
