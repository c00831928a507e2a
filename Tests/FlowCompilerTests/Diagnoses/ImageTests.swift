import Expressions
import FlowCompiler
import Testing

/// Diagnostics of pictures: they must exist, have the required dimensions, and be small enough to send.
@Suite struct ImageTests {
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        /// The value of `image:`.
        let image: String
        let codes: [String]
        var testDescription: String { name }
    }

    private static let assets: [String: Asset] = [
        "icon.png": Asset(bytes: PictureFiles.png(120, 120)),
        "item.png": Asset(bytes: PictureFiles.png(180, 180)),
        "large.png": Asset(bytes: PictureFiles.png(789, 450)),
        "photo.jpg": Asset(bytes: PictureFiles.jpeg(180, 180)),
        "sub/icon.png": Asset(bytes: PictureFiles.png(120, 120)),
        "heavy.png": Asset(bytes: PictureFiles.png(180, 180, size: 200_001)),
        "huge.png": Asset(bytes: PictureFiles.png(180, 180, size: 5_000_001)),
        "text.txt": Asset(bytes: Array("no picture".utf8)),
    ]

    private func report(_ flow: String, isStrict: Bool = true) -> [Found] {
        let marked = Marked(Case.flow(flow))
        var project = TestProject(["broken.yaml": marked.text])
        project.assets = Self.assets
        project.isStrict = isStrict
        return project.report.found
    }

    @Test(arguments: [
        Picture(name: "right", image: "item.png", codes: []),
        Picture(name: "not there", image: "nowhere.png", codes: ["image-missing"]),
        Picture(name: "another case", image: "Item.png", codes: ["image-missing"]),
        Picture(name: "of another size", image: "icon.png", codes: ["image-size"]),
        Picture(name: "in a folder, of another size", image: "sub/icon.png", codes: ["image-size"]),
        Picture(name: "too big for new devices", image: "heavy.png", codes: ["image-too-big"]),
        Picture(name: "too big", image: "huge.png", codes: ["image-too-big"]),
        Picture(name: "no picture", image: "text.txt", codes: ["image-format"]),
        Picture(name: "not PNG", image: "photo.jpg", codes: ["image-format"]),
        Picture(name: "on the web", image: "https://example.com/a.png", codes: []),
        Picture(name: "on the web without encryption", image: "http://example.com/a.png", codes: ["bad-address"]),
        Picture(name: "half an address", image: "www.example.com/a.png", codes: ["bad-address"]),
        Picture(name: "out of a name", image: "\"{customer.id}\"", codes: []),
    ])
    func `a picture of an answer exists and is square`(_ picture: Picture) {
        let flow =
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      image: \(picture.image)\n    - Cake\n  then: end"
        #expect(report(flow) == picture.codes.map { Found(8, 16, $0) })
    }

    @Test(arguments: [
        ("icon", "icon.png", true), ("icon", "item.png", false), ("small", "item.png", true),
        ("large", "large.png", true), ("large", "icon.png", false),
    ])
    func `a picture of a bubble has the size of the bubble`(_ size: String, _ image: String, _ fits: Bool) {
        let flow =
            "hello:\n  ask: Which?\n  bubble:\n    image: \(image)\n    size: \(size)\n  as: list\n  answers: [Bread, Cake]\n  then: end"
        #expect(report(flow) == (fits ? [] : [Found(7, 14, "image-size")]))
    }

    @Test func `a bubble without a size shows an icon`() {
        let flow =
            "hello:\n  ask: Which?\n  bubble:\n    image: item.png\n  as: list\n  answers: [Bread, Cake]\n  then: end"
        #expect(report(flow) == [Found(7, 14, "image-size")])
    }

    @Test func `where the size could not be read nothing is said about the picture`() {
        let flow =
            "hello:\n  ask: Which?\n  bubble:\n    image: item.png\n    size: big\n  as: list\n  answers: [Bread, Cake]\n  then: end"
        #expect(report(flow) == [Found(8, 13, "unknown-word")])
    }

    @Test func `a big picture is told only where the limits are strict`() {
        let flow =
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      image: heavy.png\n    - Cake\n  then: end"
        #expect(report(flow, isStrict: false) == [])
    }

    @Test func `any format will do where the limits are not strict, as long as it is a picture`() {
        func flow(_ image: String) -> String {
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      image: \(image)\n    - Cake\n  then: end"
        }
        #expect(report(flow("photo.jpg"), isStrict: false) == [])
        #expect(report(flow("text.txt"), isStrict: false).map(\.code) == ["image-format"])
    }

    @Test func `pictures of one message are not too big together, each counted once`() {
        var assets = Self.assets
        for name in ["a", "b", "c"] {
            assets["\(name).png"] = Asset(bytes: PictureFiles.png(180, 180, size: 2_000_000))
        }
        func codes(_ names: [String]) -> [String] {
            let items = names.enumerated().map { "    - label: \($0)\n      image: \($1).png\n" }.joined()
            var project = TestProject([
                "broken.yaml": Marked(Case.flow("hello:\n  ask: Which?\n  answers:\n\(items)  then: end")).text
            ])
            project.assets = assets
            project.isStrict = false
            return project.report.found.map(\.code)
        }
        #expect(codes(["a", "b", "a", "b"]) == [])
        #expect(codes(["a", "b", "c"]) == ["image-too-big"])
    }

    @Test(arguments: [("photo.jpg", "image-format"), ("heavy.png", "image-too-big"), ("item.png", nil)])
    func `beside a link only what Apple shows there`(_ image: String, _ code: String?) {
        let flow = "hello:\n  show:\n    link: https://a.example\n    title: A\n    image: \(image)\n  then: end"
        #expect(report(flow).map(\.code) == [code].compactMap { $0 })
    }

    @Test func `a picture that goes along as a file has any size and format`() {
        #expect(report("hello:\n  show:\n    image: huge.png\n  then: end") == [])
        #expect(report("hello:\n  show:\n    image: photo.jpg\n  then: end") == [])
    }

    @Test func `the picture of a time is as wide as Apple wants it`() {
        #expect(
            report("hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  image: icon.png\n  then: end") == [
                Found(7, 12, "image-size")
            ])
    }

    @Test(arguments: [(1, 1), (120, 120), (65_535, 3)])
    func `width and height are read from PNG and JPEG`(_ width: Int, _ height: Int) {
        for bytes in [PictureFiles.png(width, height), PictureFiles.jpeg(width, height)] {
            #expect(Asset(bytes: bytes).pixels?.width == width)
            #expect(Asset(bytes: bytes).pixels?.height == height)
        }
    }

    @Test func `what is cut off or no picture has no size, wherever it ends`() {
        for whole in [PictureFiles.png(120, 120), PictureFiles.jpeg(120, 120)] {
            for length in 0..<whole.count {
                let pixels = Asset(bytes: Array(whole[..<length])).pixels
                #expect(pixels == nil || pixels?.width == 120)
            }
        }
        #expect(Asset(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]).pixels == nil)
    }
}

/// The beginnings of picture files, according to their standards.
enum PictureFiles {
    static func png(_ width: Int, _ height: Int, size: Int = 64) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let numbers = [width, height].flatMap { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return head + numbers + Array(repeating: 0, count: size - head.count - numbers.count)
    }

    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        let comment: [UInt8] = [0xFF, 0xFE, 0x00, 0x04, 0x61, 0x62]
        let frame: [UInt8] =
            [0xFF, 0xC0, 0x00, 0x11, 0x08]
            + [height, width].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return [0xFF, 0xD8] + comment + frame + Array(repeating: 0, count: 10)
    }
}
