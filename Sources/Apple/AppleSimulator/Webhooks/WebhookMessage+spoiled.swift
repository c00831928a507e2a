import JSON

extension WebhookMessage {
    /// Whether the message references files in the store.
    var bringsFiles: Bool { content["attachments"] != nil || content["interactiveDataRef"] != nil }

    /// Returns the message with a wrong key or signature for its files, if a fault requires that.
    func spoiled(by fault: FaultRule.Kind?) -> WebhookMessage {
        let spoil: (JSONValue) -> JSONValue
        switch fault {
        case .wrongKey: spoil = { $0.replacing(["key", "dataRefSig"], with: { _ in FileKey().wire() }) }
        case .wrongSignature:
            spoil = { $0.replacing(["signature", "signature-base64"], with: Self.turned) }
        default: return self
        }
        var content = content
        if let files = content["attachments"]?.array { content["attachments"] = .array(files.map(spoil)) }
        if let reference = content["interactiveDataRef"] { content["interactiveDataRef"] = spoil(reference) }
        return WebhookMessage(id: id, type: type, content: content, isTap: isTap)
    }

    /// Returns a signature of the same form with a different character in the middle.
    private static func turned(_ signature: String) -> String {
        var characters = Array(signature)
        let middle = characters.count / 2
        characters[middle] = characters[middle] == "0" ? "1" : "0"
        return String(characters)
    }
}

extension JSONValue {
    fileprivate func replacing(_ keys: [String], with change: (String) -> String) -> JSONValue {
        guard var object else { return self }
        for key in keys {
            if let text = object[key]?.string { object[key] = .string(change(text)) }
        }
        return .object(object)
    }
}
