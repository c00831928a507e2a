import FlowPublishing
import JSON

/// The body of a request that publishes flows.
struct WantedPublication {
    enum Flows {
        /// Texts by their paths.
        case files(JSONObject)
        /// The hash of a kept version.
        case version(String)
    }

    let flows: Flows
    let note: String?
    let author: String?
    let isDryRun: Bool

    private static let members: Set<String> = ["files", "version", "note", "by", "dry_run"]

    /// - Throws: `UploadError` for a body that is not of the form: what is not understood must not be published.
    init(_ body: JSONObject) throws(UploadError) {
        if let strange = body.first(where: { !Self.members.contains($0.key) })?.key {
            throw UploadError("unknown key `\(strange)`; the keys are `files`, `version`, `note`, `by` and `dry_run`")
        }
        note = try Self.text("note", in: body)
        author = try Self.text("by", in: body)
        isDryRun = try Self.isTrue("dry_run", in: body)
        switch (body["files"].flatMap { $0 == .null ? nil : $0 }, try Self.text("version", in: body)) {
        case (nil, let hash?): flows = .version(hash)
        case (.object(let files)?, nil): flows = .files(files)
        default: throw UploadError("name either `files`, an object of texts by their paths, or a `version`")
        }
    }

    private static func text(_ name: String, in body: JSONObject) throws(UploadError) -> String? {
        guard let value = body[name], value != .null else { return nil }
        guard let text = value.string else { throw UploadError("`\(name)` must be a text") }
        guard !value.holdsNull else { throw UploadError("`\(name)` contains the character U+0000") }
        return text
    }

    private static func isTrue(_ name: String, in body: JSONObject) throws(UploadError) -> Bool {
        guard let value = body[name] else { return false }
        guard let isTrue = value.bool else { throw UploadError("`\(name)` must be true or false") }
        return isTrue
    }
}
