import Diagnostics
import FlowModel

/// `Config/services.yaml` as written: where customers sign in, who is paid, the apps that open, and cards of our own.
struct ServicesSyntax: Sendable {
    var providers = Table<ProviderSyntax>()
    var merchants = Table<MerchantSyntax>()
    var apps = Table<AppServiceSyntax>()
    var cards = Table<CustomCardSyntax>()

    /// Nothing of the file could be read.
    static let unreadable: ServicesSyntax = {
        var services = ServicesSyntax()
        services.providers.isDamaged = true
        services.merchants.isDamaged = true
        services.apps.isDamaged = true
        services.cards.isDamaged = true
        return services
    }()

    /// The things of one kind, in the order written.
    struct Table<Item: Sendable & ServiceSyntax>: Sendable {
        var items: [Item] = []
        /// Whether one may be missing because a line could not be read.
        var isDamaged = false

        func named(_ name: String) -> Item? { items.first { $0.name.value == name } }

        var names: [String] { items.map(\.name.value) }
    }
}

/// Something in `Config/services.yaml` that flows name.
protocol ServiceSyntax {
    var name: Word { get }
}

struct ProviderSyntax: ServiceSyntax, Sendable {
    var name: Word
    var provider: SignInProvider
    /// Its addresses, by their keys.
    var addresses: [Word] = []
    /// Whether something in it could not be read.
    var isDamaged = false
}

struct MerchantSyntax: ServiceSyntax, Sendable {
    var name: Word
    var merchant: Merchant
    /// Where its capabilities stand; `nil` when they are not written.
    var capabilities: Span?
    var gateway: Word?
    var processor: Word?
    var isDamaged = false
}

struct AppServiceSyntax: ServiceSyntax, Sendable {
    var name: Word
    var app: MessageApp
    var icon: Word?
    var web: Word?
    var isDamaged = false
}

struct CustomCardSyntax: ServiceSyntax, Sendable {
    var name: Word
    var card: CustomCard
    /// What goes out where the type is unknown.
    var apple: TextSyntax?
    var isDamaged = false
}
