import Foundation
import JSON

/// Bubbles that a business sends again by referring to an earlier one, instead of sending all the data.
///
/// Source: Apple's sample programs for `include-data-ref`: the response to a message contains a reference to the
/// uploaded data, valid for 30 days, and `interactiveDataRef` in a later message is that reference, complete.
struct BubbleReferences: Sendable {
    let store: AttachmentStore

    private static let known: Set<String> = [
        "bid", "owner", "url", "size", "signature", "signature-base64", "title", "dataRefSig",
    ]

    /// Stores the interactive data of a message, and returns the reference.
    func keep(_ data: JSONValue, for business: BusinessID) async throws -> JSONValue {
        let key = FileKey()
        let title = data["receivedMessage"]?["title"]?.string
        let proof = Hexadecimal.text(FileKey().bytes)
        let content = StoredFile.Content.bubble(key, bid: data["bid"]?.string ?? "", title: title, proof: proof)
        let file = try await store.add(data.bytes, key: key, as: content, for: business)
        return Self.name(of: file, bid: data["bid"]?.string ?? "", title, proof)
    }

    private static func name(of file: StoredFile, bid: String, _ title: String?, _ proof: String) -> JSONValue {
        var name: JSONObject = [
            "bid": .string(bid), "owner": .string(file.owner), "url": .string(file.url), "size": .int(file.size),
            "signature": .string(Hexadecimal.text(file.signature)),
            "signature-base64": .string(Data(file.signature).base64EncodedString()), "dataRefSig": .string(proof),
        ]
        name.set("title", title.map { .string($0) })
        return .object(name)
    }

    /// Returns the message with the data in place of a reference; unchanged when it contains none.
    func resolve(_ message: JSONValue, for business: BusinessID) throws(ValidationError) -> JSONValue {
        guard var object = message.object, let name = object["interactiveDataRef"], !name.isNull else { return message }
        guard object["interactiveData"] == nil else {
            throw ValidationError("interactiveDataRef", "a message has `interactiveData` or names them, not both")
        }
        let data = try within("interactiveDataRef") { () throws(ValidationError) -> JSONValue in
            try self.data(of: name, for: business)
        }
        object["interactiveDataRef"] = nil
        object["interactiveData"] = data
        return .object(object)
    }

    private func data(of name: JSONValue, for business: BusinessID) throws(ValidationError) -> JSONValue {
        let fields = try Fields(name, known: Self.known)
        let url = try fields.text("url")
        let file: StoredFile
        do {
            file = try store.file(url, of: business)
        } catch {
            throw ValidationError("url", error.reason)
        }
        guard case .bubble(let key, let bid, let title, let proof) = file.content else {
            throw ValidationError(
                "url", "this names no bubble that was sent; the answers of customers cannot be sent on")
        }
        let right = Self.name(of: file, bid: bid, title, proof)
        for member in Self.known.sorted() where right[member] != nil && fields.optional(member) != right[member] {
            throw ValidationError(member, "this differs from the response to the first message; send it back unchanged")
        }
        guard let data = try? JSONValue(parsing: store.bytes(of: file, key: key)) else {
            throw ValidationError("url", "the data is no longer readable")
        }
        return data
    }
}
