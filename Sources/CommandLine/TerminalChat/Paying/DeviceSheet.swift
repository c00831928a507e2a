import JSON

/// A payment sheet as a simulated device shows it.
struct DeviceSheet: Sendable {
    struct Line: Sendable {
        let label: String
        let amount: String
        let isPending: Bool
    }

    struct Card: Sendable {
        let name: String
        let title: String
        /// `credit` or `debit`.
        let type: String
    }

    let request: String
    let currency: String
    let lines: [Line]
    let total: Line
    /// The shipping methods, each with its price.
    let shipping: [DeviceMessage.Choice]
    let chosen: String?
    /// The shipping address; `nil` when none is requested.
    let address: String?
    let card: Card?
    let cards: [Card]
    /// The validation errors of the business, and why the last change failed.
    let complaints: [String]
    /// Whether the last change was reverted.
    let isTakenBack: Bool

    init(_ json: JSONValue) {
        request = json["request"]?.string ?? ""
        currency = json["currency"]?.string ?? ""
        lines = (json["lines"]?.array ?? []).map(Line.init)
        total = Line(json["total"] ?? .null)
        shipping = (json["shipping"]?.array ?? []).map { DeviceMessage.Choice(shipping: $0) }
        chosen = json["chosen"]?.string
        address = json["address"]?.string
        card = json["card"].map(Card.init)
        cards = (json["cards"]?.array ?? []).map(Card.init)
        isTakenBack = json["problem"] != nil
        complaints =
            (json["errors"]?.array ?? []).compactMap { $0["message"]?.string }
            + [json["problem"]?.string].compactMap { $0 }
    }
}

extension DeviceSheet.Line {
    init(_ json: JSONValue) {
        self.init(
            label: json["label"]?.string ?? "", amount: json["amount"]?.string ?? "",
            isPending: json["type"] == "pending")
    }
}

extension DeviceSheet.Card {
    init(_ json: JSONValue) {
        self.init(
            name: json["name"]?.string ?? "", title: json["title"]?.string ?? "", type: json["type"]?.string ?? "")
    }
}

extension DeviceMessage.Choice {
    /// A shipping method.
    fileprivate init(shipping json: JSONValue) {
        let note = [json["detail"], json["amount"]].compactMap { $0?.string }.joined(separator: ", ")
        self.init(id: json["identifier"]?.string ?? "", title: json["label"]?.string ?? "", note: note, heading: nil)
    }
}
