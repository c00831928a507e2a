import JSON

/// A message with a bubble that the customer answers by tapping.
///
/// Source: Apple, Interactive Message Types, "InteractiveData Common Properties".
public struct InteractiveMessage: Sendable {
    /// The identifier that is returned with the answer, so that the business can match it to the question.
    public let requestIdentifier: String
    public let version: String?
    public let images: [ImageItem]
    /// The question: a `QuickReply`, a `ListPicker`, a `TimePicker`, a `Form`, an `Authentication` or a `Payment`.
    public var feature: any InteractiveFeature { checked }
    /// The bubble before the answer; quick replies have none.
    public let receivedMessage: BubbleText?
    /// The bubble after the answer.
    public let replyMessage: BubbleText?

    let checked: any CheckedFeature
}

/// The question that a bubble asks.
public protocol InteractiveFeature: Sendable {
    /// The word for the kind on a device: `quick-reply`, `list-picker`, `time-picker`, `form`, `authentication`,
    /// `payment`.
    static var kind: String { get }
    /// The capability that a device needs to show it; `nil` when all devices can.
    static var capability: Capability? { get }
    /// The options in the order shown.
    var options: [Option] { get }
}

/// One option that the customer can choose.
public struct Option: Sendable, Hashable {
    public let identifier: String
    public let title: String
}

/// A feature that parses itself from a payload, displays itself on a device and generates the customer's answer.
///
/// Each kind has a file here for what is sent, a file under `Devices` for what is returned, and a line in
/// `InteractiveMessage.features`.
protocol CheckedFeature: InteractiveFeature {
    /// The key under `interactiveData.data`.
    static var key: String { get }
    /// Common misspellings of the key.
    static var misspellings: [String] { get }
    /// Whether the bubble is drawn from `receivedMessage` and `replyMessage`.
    static var hasBubbleTexts: Bool { get }

    /// Reads the value of `key`; throws what Apple would refuse.
    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError)

    /// The data that a transcript shows beside the bubble's title.
    var display: JSONObject { get }

    /// Returns what the device sends back under `key` when the customer chooses `chosen`, which are among `options`.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue
}

extension InteractiveMessage {
    /// The simulated features.
    static let features: [any CheckedFeature.Type] = [
        QuickReply.self, ListPicker.self, TimePicker.self, Form.self, Authentication.self, Payment.self,
    ]

    /// Apple's features that are not simulated yet, by their key under `interactiveData.data`.
    static let unsimulatedFeatures = [
        "notification": "invitations are"
    ]
}
