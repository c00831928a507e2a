import Diagnostics
import Expressions
import FlowModel
import Foundation

/// One card of `show` as written.
struct CardSyntax: Sendable {
    var kind: CardTemplate.Kind
    /// The location of the key that determines its kind.
    var key: Span
    var each: EachSyntax?
    /// Texts and addresses in the order written.
    var texts: [(key: CardTemplate.Key, text: TextSyntax)] = []
    var values: [CardValueSyntax] = []
    var image: ImageSyntax?
    var options: [(label: TextSyntax, value: TextSyntax)] = []
    var discounts: [(label: TextSyntax, amount: CardValueSyntax)] = []
    /// The cards of a carousel, or the products of a receipt.
    var cards: [CardSyntax] = []
    /// For a custom card, its name in services.yaml.
    var type: Word?
    var action = CardActionSyntax()
    var buttons: [CardButtonSyntax] = []
    var overlays = OverlaysSyntax()
}

/// A number, money, a time or a place of a card.
struct CardValueSyntax: Sendable {
    /// Its key.
    var key: String
    var value: AssignedSyntax
    /// The required type.
    var wanted: ValueType
    var source: SourceText
}

/// The effect of a tap, and the data it sends.
struct CardActionSyntax: Sendable {
    enum Tap: Sendable {
        case open(TextSyntax)
        case map
        case event(String)
    }

    var tap: Tap?
    var data: [InputSyntax] = []
    /// Whether some of the data may be missing because it could not be read.
    var isDamaged = false
}

struct CardButtonSyntax: Sendable {
    var label: TextSyntax
    var action: CardActionSyntax
}

/// The overlays of a message, `apple:` and `web:`.
struct OverlaysSyntax: Sendable {
    var apple: OverlaySyntax?
    var web: OverlaySyntax?
}

/// One value of such a block.
indirect enum OverlaySyntax: Sendable {
    case text(TextSyntax)
    case number(Decimal)
    case flag(Bool)
    case list([OverlaySyntax])
    case block([(key: Word, value: OverlaySyntax)])
}
