import JSON

extension InteractiveMessage {
    /// The extension that draws the bubbles of Messages for Business.
    static let businessExtension =
        "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension"

    /// The keys of Apple's first sample of an interactive message; those for iMessage apps have no meaning here.
    private static let knownKeys: Set<String> = [
        "bid", "data", "receivedMessage", "replyMessage", "sessionIdentifier", "useLiveLayout", "appId", "appName",
        "appIcon", "URL",
    ]
    private static let misspeltKeys = [
        "BID": "bid", "receivedmessage": "receivedMessage", "received_message": "receivedMessage",
        "replymessage": "replyMessage", "reply_message": "replyMessage",
    ]

    private static let knownDataKeys: Set<String> = Set(features.map { $0.key })
        .union(unsimulatedFeatures.keys)
        .union(["version", "mspVersion", "requestIdentifier", "images"])
    private static let misspeltDataKeys: [String: String] = {
        var right = ["requestId": "requestIdentifier", "requestidentifier": "requestIdentifier", "image": "images"]
        for feature in features {
            for misspelling in feature.misspellings { right[misspelling] = feature.key }
        }
        return right
    }()

    /// Reads `interactiveData`.
    init(checking value: JSONValue, limits: PayloadLimits, locale: String? = nil) throws(ValidationError) {
        let fields = try Fields(value, known: Self.knownKeys, misspelt: Self.misspeltKeys)
        try Self.check(bid: try fields.text("bid"))
        let data = try fields.required("data") { value throws(ValidationError) in
            try Fields(value, known: Self.knownDataKeys, misspelt: Self.misspeltDataKeys)
        }
        var context = PayloadContext(limits: limits, locale: locale)
        (requestIdentifier, version, images) = try within("data") { () throws(ValidationError) in
            (try data.text("requestIdentifier"), try Self.version(in: data), try ImageItem.list(in: data, limits))
        }
        context.images = Set(images.map(\.identifier))
        let feature = try within("data") { () throws(ValidationError) in try Self.feature(in: data, context) }
        (receivedMessage, replyMessage) = try Self.bubbleTexts(in: fields, for: feature, context)
        checked = feature
    }

    private static func check(bid: String) throws(ValidationError) {
        guard bid != businessExtension else { return }
        throw ValidationError("bid", "`\(bid)` is not the extension of Messages for Business, `\(businessExtension)`")
    }

    /// Reads the version. Apple's page requires `version`; its sample programs for pickers send `mspVersion` alone.
    /// Either is accepted.
    private static func version(in data: Fields) throws(ValidationError) -> String? {
        if let version = try data.optionalText("version") { return version }
        guard try data.optionalText("mspVersion") != nil else {
            throw ValidationError("version", "this is required and is missing; it is \"1.0\"")
        }
        return nil
    }

    private static func feature(in data: Fields, _ context: PayloadContext) throws(ValidationError)
        -> any CheckedFeature
    {
        for (key, name) in unsimulatedFeatures where data.has(key) {
            throw ValidationError(key, "\(name) not simulated yet")
        }
        let present = features.filter { data.has($0.key) }
        guard let feature = present.first else {
            throw ValidationError(
                "one of \(features.map { "`\($0.key)`" }.joined(separator: ", ")) is required and is missing")
        }
        if let second = present.dropFirst().first {
            throw ValidationError(second.key, "a message has one feature, and this one has `\(feature.key)` already")
        }
        return try data.required(feature.key) { value throws(ValidationError) -> any CheckedFeature in
            try feature.init(checking: value, context)
        }
    }

    /// Reads the texts of the bubble. Quick replies have no bubble of their own. The others need `receivedMessage`;
    /// `replyMessage` is required by one of Apple's tables and absent from Apple's own samples, so it is optional here.
    private static func bubbleTexts(
        in fields: Fields, for feature: any CheckedFeature, _ context: PayloadContext
    ) throws(ValidationError) -> (BubbleText?, BubbleText?) {
        guard type(of: feature).hasBubbleTexts else {
            for key in ["receivedMessage", "replyMessage"] where fields.has(key) {
                throw ValidationError(key, "a message with `\(type(of: feature).key)` has no such bubble")
            }
            return (nil, nil)
        }
        let received = try fields.required("receivedMessage") { value throws(ValidationError) in
            try BubbleText(checking: value, context)
        }
        let reply = try fields.optional("replyMessage") { value throws(ValidationError) in
            try BubbleText(checking: value, context)
        }
        return (received, reply)
    }
}
