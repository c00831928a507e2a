public import Expressions
public import MessageModel

/// The context for converting between messages and rich messages.
public struct PartsBridge: Sendable {
    /// The language and formats of values.
    public var wording: Wording
    /// Returns the address of one of our own pages; `nil` where there is none.
    public var page: @Sendable (LinkMessage.Target) -> String?
    /// Returns the address at which a picture or a file of the project can be fetched; `https` addresses are returned
    /// unchanged.
    public var file: @Sendable (String) -> String
    /// Returns a file of the project that is embedded in its message; `nil` where its address is sufficient.
    public var source: @Sendable (String) -> PartData?
    /// The identities that may answer questions.
    public var enabledFor: [String]
    let registry: TypeRegistry

    /// Creates a bridge.
    ///
    /// - Parameters:
    ///   - registry: the known types of rich messages.
    ///   - wording: the language and formats of values.
    ///   - enabledFor: the identities that may answer questions.
    ///   - page: returns the address of one of our own pages; by default there are none.
    ///   - file: returns the address of a picture or a file; by default unchanged.
    ///   - source: returns a file that is embedded in its message; by default none.
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
