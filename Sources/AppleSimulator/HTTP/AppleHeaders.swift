import HTTPTypes

/// Headers of a business's messages. Source: Apple, MSP REST API, Common Specifications, "HTTP Headers".
extension HTTPField.Name {
    static let messageID = name("id")
    static let sourceID = name("source-id")
    static let destinationID = name("destination-id")
    static let autoReply = name("auto-reply")

    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("`\(text)` is not the name of a header") }
        return name
    }
}
