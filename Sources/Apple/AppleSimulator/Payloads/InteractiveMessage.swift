import JSON

/// A message with a bubble that the customer answers by tapping.
///
/// Source: Apple, Interactive Message Types, "InteractiveData Common Properties".
public struct InteractiveMessage: Sendable {
    /// Comes back with the answer, so that the business knows what was answered.
    public let requestIdentifier: String
    public let version: String?
    public let images: [ImageItem]
    /// What is asked: a `QuickReply`, a `ListPicker`, a `TimePicker`, a `Form`, an `Authentication` or a `Payment`.
    public var feature: any InteractiveFeature { checked }
    /// How the bubble looks before it is answered; quick replies have none.
    public let receivedMessage: BubbleText?
    /// How it looks afterwards.
    public let replyMessage: BubbleText?

    let checked: any CheckedFeature
}

/// What a bubble asks of the customer.
public protocol InteractiveFeature: Sendable {
    /// The word for it on a device: `quick-reply`, `list-picker`, `time-picker`, `form`, `authentication`, `payment`.
    static var kind: String { get }
    /// What a device has to be able to do to show it; `nil` when every device can.
    static var capability: Capability? { get }
    /// What can be chosen, in the order shown.
    var options: [Option] { get }
}

/// One thing the customer can choose.
public struct Option: Sendable, Hashable {
    public let identifier: String
    public let title: String
}

/// A feature that reads itself from a payload, shows itself on a device and answers for the customer.
///
/// Each kind has a file here for what is sent, a file under `Devices` for what comes back, and a line in
/// `InteractiveMessage.features`.
protocol CheckedFeature: InteractiveFeature {
    /// The key under `interactiveData.data`.
    static var key: String { get }
    /// What people write by mistake in place of the key.
    static var misspellings: [String] { get }
    /// Whether the bubble is drawn from `receivedMessage` and `replyMessage`.
    static var hasBubbleTexts: Bool { get }

    /// Reads the value of `key`, or says what Apple would not take.
    init(checking value: JSONValue, _ context: PayloadContext) throws(Complaint)

    /// What a transcript shows beside the bubble's title.
    var display: JSONObject { get }

    /// What the device sends back under `key` when the customer chooses `chosen`, which are among `options`.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(Complaint) -> JSONValue
}

extension InteractiveMessage {
    /// The features that are simulated.
    static let features: [any CheckedFeature.Type] = [
        QuickReply.self, ListPicker.self, TimePicker.self, Form.self, Authentication.self, Payment.self,
    ]

    /// Features of Apple's that are not simulated yet, by their key under `interactiveData.data`.
    static let unsimulatedFeatures = [
        "notification": "invitations are"
    ]
}
