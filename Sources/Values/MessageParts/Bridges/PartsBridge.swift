public import Expressions
public import MessageModel

/// What has to be known beside a message to write it in parts, or parts as a message.
public struct PartsBridge: Sendable {
    /// How values are written in the reader's language.
    public var wording: Wording
    /// The address of one of our own pages; `nil` where there is none.
    public var page: @Sendable (LinkMessage.Target) -> String?
    /// The address under which a picture or a file of the project is had; `https` addresses stay what they are.
    public var file: @Sendable (String) -> String
    /// A file of the project that travels beside its message; `nil` where its address is enough.
    public var source: @Sendable (String) -> PartData?
    /// The identities that may answer questions.
    public var enabledFor: [String]
    let registry: TypeRegistry

    public init(
        _ registry: TypeRegistry = .standard, wording: Wording = .standard, enabledFor: [String] = [],
        page: @escaping @Sendable (LinkMessage.Target) -> String? = { _ in nil },
        file: @escaping @Sendable (String) -> String = { $0 },
        source: @escaping @Sendable (String) -> PartData? = { _ in nil }
    ) {
        self.registry = registry
        self.wording = wording
        self.enabledFor = enabledFor
        self.page = page
        self.file = file
        self.source = source
    }

    var cards: CardWording { CardWording(wording) }
}
