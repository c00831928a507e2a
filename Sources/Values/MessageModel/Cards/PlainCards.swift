/// A text with a title, a second line and its author.
public struct TextCard: Sendable, Hashable {
    public var text: String
    public var title: String?
    public var note: String?
    public var author: String?

    public init(text: String, title: String? = nil, note: String? = nil, author: String? = nil) {
        self.text = text
        self.title = title
        self.note = note
        self.author = author
    }
}

/// A web page.
public struct LinkCard: Sendable, Hashable {
    /// An `https` address.
    public var address: String
    public var title: String?
    public var note: String?
    public var author: String?
    public var image: Picture?

    public init(
        address: String, title: String? = nil, note: String? = nil, author: String? = nil, image: Picture? = nil
    ) {
        self.address = address
        self.title = title
        self.note = note
        self.author = author
        self.image = image
    }
}

/// A file to download.
public struct FileCard: Sendable, Hashable {
    /// A path in `Flows/images` or an `https` address.
    public var source: String
    public var title: String?
    public var author: String?

    public init(source: String, title: String? = nil, author: String? = nil) {
        self.source = source
        self.title = title
        self.author = author
    }

    /// The last part of its path or address.
    public var name: String { source.fileName }

    private static let stored = "stored:"

    /// A file that is stored as customers' files are, under an id without slashes.
    public init(stored id: String, name: String) {
        let plain = name.map { "/?#%\\".contains($0) || $0.isNewline ? "_" : $0 }
        self.init(source: Self.stored + id + "/" + String(plain))
    }

    /// The id of a stored file in the source of a card; `nil` for all other sources.
    public static func storedID(in source: String) -> String? {
        guard source.hasPrefix(stored) else { return nil }
        return source.dropFirst(stored.count).split(separator: "/").first.map(String.init)
    }
}

/// A picture.
public struct ImageCard: Sendable, Hashable {
    public var picture: Picture
    public var title: String?
    public var note: String?
    public var artist: String?

    public init(picture: Picture, title: String? = nil, note: String? = nil, artist: String? = nil) {
        self.picture = picture
        self.title = title
        self.note = note
        self.artist = artist
    }
}

extension String {
    /// The last part of a path or an address, without query and fragment.
    var fileName: String {
        let path = prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? self
    }
}
