import Foundation
import JSON
import MessageParts

/// Measures the time to convert a carousel of 50 products from parts to a message and back, and to HTML: the cost for
/// every participant of a conversation who sees it.
@main
struct CarouselSpeed {
    private static let items = 50
    private static let rounds = 200

    static func main() throws {
        var names = NodeNames(seed: "carousel")
        let carousel = RichMessage(
            CarouselContent((1...items).map { RichMessage(product($0)) }))
        let parts = TypeRegistry.standard.parts(of: carousel, message: "layer:///messages/1", &names)
        let text = JSONValue.array(parts.map(\.json)).text
        print("\(items) items in \(parts.count) parts, \(text.utf8.count / 1_000) KB of JSON")

        try measure("JSON to message") { _ = try read(text) }
        let message = try read(text)
        measure("message to JSON") {
            var names = NodeNames(seed: "carousel")
            let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/1", &names)
            _ = JSONValue.array(parts.map(\.json)).text
        }
        let presenter = MessagePresenter()
        measure("message to HTML") { _ = presenter.html(of: message).text }
        guard try read(text) == read(text) else { throw Different() }
    }

    struct Different: Error {}

    private static func product(_ number: Int) -> ProductContent {
        var product = ProductContent(name: "Bicycle \(number)")
        product.brand = "Spoke & Chain"
        product.description =
            "Light, quick and good for every road that has ever been paved, and for some that were not."
        product.imageURLs = ["https://images.example.com/bicycles/\(number).jpg"]
        product.price = Decimal(number) + 0.99
        product.url = "https://shop.example.com/bicycles/\(number)"
        return product
    }

    private static func read(_ text: String) throws -> RichMessage {
        let parts = try JSONValue(parsing: text).array?.map { try MessagePart(json: $0) } ?? []
        return try TypeRegistry.standard.message(of: parts).message
    }

    private static func measure(_ name: String, _ work: () throws -> Void) rethrows {
        for _ in 0..<10 { try work() }
        let took = try (0..<rounds).map { _ in
            let started = ContinuousClock.now
            try work()
            return started.duration(to: .now)
        }.sorted()
        let (middle, worst) = (took[rounds / 2], took[rounds * 99 / 100])
        print("\(name): median \(milliseconds(middle)) ms, 99th percentile \(milliseconds(worst)) ms")
    }

    private static func milliseconds(_ length: Duration) -> String {
        String(format: "%.2f", Double(length.components.attoseconds) / 1e15 + Double(length.components.seconds) * 1_000)
    }
}
