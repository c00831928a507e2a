/// The language of a customer's device, with its region if that is known: `de`, `de-CH`.
package struct DeviceLanguage: Sendable, Equatable {
    /// With hyphens, as browsers write it.
    package let tag: String
    /// With underscores, as Apple's devices and transcripts write it.
    var locale: String { tag.replacing("-", with: "_") }

    /// The language alone, without its region.
    package var language: Substring { tag.prefix { $0 != "-" } }

    /// `nil` when a text cannot be a language.
    package init?(_ text: String) {
        let plain = text.replacing("_", with: "-")
        let isTag = plain.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil
        guard isTag, plain.utf8.count <= 35 else { return nil }
        tag = plain
    }
}
