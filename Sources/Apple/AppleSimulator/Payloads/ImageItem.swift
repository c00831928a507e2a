import JSON

/// An image of a message.
///
/// Source: Apple, Interactive Message Types, "ImageItem Dictionary". The page does not mark the identifier as required,
/// but an image without one could not be shown anywhere.
public struct ImageItem: Sendable {
    public let identifier: String
    /// The text that VoiceOver reads aloud.
    public let description: String?
    let image: Base64Image

    /// The size of the decoded image in bytes.
    public var size: Int { image.size }

    private static let known: Set<String> = ["data", "description", "identifier"]
    private static let misspelt = [
        "id": "identifier", "imageIdentifier": "identifier", "base64": "data", "url": "data",
        "Description": "description",
    ]

    init(checking value: JSONValue, _ limits: PayloadLimits) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        description = try fields.optionalText("description")
        image = try fields.required("data") { value throws(ValidationError) in
            try Base64Image(checking: value, png: limits.wantsPNG, limit: limits.imageSize)
        }
    }

    /// Reads the member `images` of `interactiveData.data`; without it a message has none.
    static func list(in data: Fields, _ limits: PayloadLimits) throws(ValidationError) -> [ImageItem] {
        let images = try data.optionalList("images") { value throws(ValidationError) in
            try ImageItem(checking: value, limits)
        }
        try requireUnique(images.map(\.identifier)) { "images[\($0)].identifier" }
        let size = images.reduce(0) { $0 + $1.size }
        if let limit = limits.imagesSize, size > limit {
            throw ValidationError("images", "together the images have \(size) bytes; \(limit) are allowed")
        }
        return images
    }

    var json: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "data": .string(image.text)]
        object.set("description", description.map { .string($0) })
        return .object(object)
    }
}
