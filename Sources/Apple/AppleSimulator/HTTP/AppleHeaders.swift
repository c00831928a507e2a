import HTTPTypes

/// Headers of a business's messages. Source: Apple, MSP REST API, Common Specifications, "HTTP Headers".
extension HTTPField.Name {
    static let messageID = name("id")
    static let sourceID = name("source-id")
    static let destinationID = name("destination-id")
    static let autoReply = name("auto-reply")
    static let includesDataReference = name("include-data-ref")
    static let bid = name("bid")

    // Headers of files; the old names are those of Apple's older pages and of programs written to them.
    static let mmcsSize = name("MMCS-Size")
    static let mmcsURL = name("MMCS-Url")
    static let mmcsSignature = name("MMCS-Signature")
    static let mmcsOwner = name("MMCS-Owner")
    static let oldSize = name("size")
    static let oldURL = name("url")
    static let oldSignature = name("signature")
    static let oldOwner = name("owner")

    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("`\(text)` is not the name of a header") }
        return name
    }
}
