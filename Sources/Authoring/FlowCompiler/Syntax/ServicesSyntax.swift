import Diagnostics
import FlowModel

/// `Config/services.yaml` as written: sign-in providers, merchants, apps, and custom cards.
struct ServicesSyntax: Sendable {
    var providers = Table<ProviderSyntax>()
    var merchants = Table<MerchantSyntax>()
    var apps = Table<AppServiceSyntax>()
    var cards = Table<CustomCardSyntax>()

    /// For a file of which nothing could be read.
    static let unreadable: ServicesSyntax = {
        var services = ServicesSyntax()
        services.providers.isDamaged = true
        services.merchants.isDamaged = true
        services.apps.isDamaged = true
        services.cards.isDamaged = true
        return services
    }()

    /// The services of one kind, in the order written.
    struct Table<Item: Sendable & ServiceSyntax>: Sendable {
        var items: [Item] = []
        /// Whether one may be missing because a line could not be read.
        var isDamaged = false

        func named(_ name: String) -> Item? { items.first { $0.name.value == name } }

        var names: [String] { items.map(\.name.value) }
    }
}

/// A declaration in `Config/services.yaml` that flows refer to.
protocol ServiceSyntax {
    var name: Word { get }
}

struct ProviderSyntax: ServiceSyntax, Sendable {
    var name: Word
    var provider: SignInProvider
    /// Its addresses, by their keys.
    var addresses: [Word] = []
    /// Whether a part of it could not be read.
    var isDamaged = false
}

struct MerchantSyntax: ServiceSyntax, Sendable {
    var name: Word
    var merchant: Merchant
    /// The location of its capabilities; `nil` when they are absent.
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
    /// The text for devices that do not know the type.
    var apple: TextSyntax?
    var isDamaged = false
}

/// The words of `proof`.
enum ProofWord: String, Sendable, CaseIterable { case none, code }
