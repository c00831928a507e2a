public import JSON

/// What a channel may disclose about the conversation that a message belongs to.
public struct DeliveryContext: Sendable, Hashable {
    /// The language in which the customer is answered; `nil` when unknown.
    public var language: String?
    /// The region that decides how dates and amounts are formatted, such as `US`; `nil` for region-neutral formatting.
    public var region: String?
    /// The intent from the entry link through which the customer came.
    public var intent: String?
    public var group: String?

    public init(language: String? = nil, region: String? = nil, intent: String? = nil, group: String? = nil) {
        self.language = language
        self.region = region
        self.intent = intent
        self.group = group
    }
}

extension DeliveryContext: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("language", language)
            json.set("region", region)
            json.set("intent", intent)
            json.set("group", group)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            language: json["language"]?.string, region: json["region"]?.string, intent: json["intent"]?.string,
            group: json["group"]?.string)
    }
}
