import MessageParts
import Testing

@Suite struct PartTreeTests {
    private static let text = "application/vnd.layer.text+json"
    private static let carousel = "application/vnd.layer.carousel+json"

    private func items(_ tree: PartTree) -> [String?] { tree.root.children.map(\.id) }

    @Test func `children are in the order of their numbers, those without one last, as they came`() throws {
        let parts = [
            part("a", "\(Self.text);role=carousel-item;parent-node-id=r"),
            part("b", "\(Self.text);role=carousel-item;parent-node-id=r;item-order=100"),
            part("c", "\(Self.text);role=carousel-item;parent-node-id=r;item-order=9"),
            part("r", "\(Self.carousel);role=root"),
            part("d", "\(Self.text);role=carousel-item;parent-node-id=layer:///messages/m/parts/r"),
        ]
        #expect(try items(PartTree(parts)) == ["c", "b", "a", "d"])
    }

    @Test func `a node id goes before the end of the id, and an address before a number`() throws {
        let parts = [
            MessagePart(
                id: "layer:///messages/m/parts/0", mimeType: "\(Self.carousel);role=root;node-id=own", body: nil),
            MessagePart(
                id: "layer:///messages/m/parts/1", mimeType: "\(Self.text);role=x;parent-node-id=own", body: nil,
                url: "https://api.example/messages/m/parts/uuid"),
        ]
        #expect(try items(PartTree(parts)) == ["uuid"])
    }

    @Test func `a second root and what belongs to nothing is left over`() throws {
        let parts = [
            part("a", "\(Self.text);role=root"), part("b", "\(Self.text);role=root"), part("c", "text/plain"),
        ]
        let tree = try PartTree(parts)
        #expect(tree.root.id == "a")
        #expect(tree.leftOver.map(\.id) == ["b", "c"])
    }

    @Test(
        arguments: [
            ([], "parts: a message has at least one part"),
            (
                [part("r", "\(text);role=root"), part("a", "\(text);role=x;parent-node-id=q")],
                "parts[1]: its parent `q` does not exist"
            ),
            (
                [part("r", "\(text);role=root"), part("r", "\(text);role=x;parent-node-id=r")],
                "parts[1]: its id `r` is also that of parts[0]"
            ),
            (
                [
                    part("r", "\(text);role=root"), part("a", "\(text);parent-node-id=b"),
                    part("b", "\(text);parent-node-id=a"),
                ], "parts[1]: its parents form a cycle"
            ),
            (
                [part("r", "\(text);role=root;parent-node-id=r")],
                "parts[0]: its parents form a cycle"
            ),
            (
                [part("a", text), part("r", "\(text);role=root;parent-node-id=a")], "parts[1]: the root has a parent"
            ),
        ] as [([MessagePart], String)])
    func `parts that make no message are refused with a reason`(_ parts: [MessagePart], _ reason: String) {
        #expect {
            try PartTree(parts)
        } throws: { error in
            (error as? PartsProblem)?.description == reason
        }
    }

    @Test func `parts that lie too deep in each other, or are too many, are refused`() {
        let deep = (0..<40).map { index in
            part(
                "p\(index)", index == 0 ? "\(Self.text);role=root" : "\(Self.text);role=x;parent-node-id=p\(index - 1)")
        }
        #expect(throws: PartsProblem(at: "parts[32]", "parts are nested more than 32 levels deep")) {
            try PartTree(deep)
        }
        let many = (0..<10_001).map { part("p\($0)", Self.text) }
        #expect(throws: PartsProblem(at: "parts", "there are 10001 parts, more than 10000")) { try PartTree(many) }
    }

    @Test(arguments: [
        ("{", "it is not JSON: the text ends where a key should be (byte 1)"), ("[]", "it is JSON, but not an object"),
    ])
    func `a body that is not what its type says is refused with its place`(_ body: String, _ reason: String) {
        #expect {
            try TypeRegistry.standard.message(of: [part("r", "\(Self.text);role=root", body)])
        } throws: { error in
            let problem = error as? PartsProblem
            return problem?.place == "parts[0].body" && problem?.reason.hasPrefix(reason.prefix(15)) == true
        }
    }

    @Test func `a body in base64 is read, and one that is none is refused`() throws {
        var root = part("r", "\(Self.text);role=root", "eyJ0ZXh0IjoiSGkifQ==")
        root.encoding = "base64"
        #expect(try TypeRegistry.standard.message(of: [root]).message.summary == "Hi")
        root.body = "%%%"
        #expect(throws: PartsProblem(at: "parts[0].body", "it is not base64, which `encoding` announces")) {
            try TypeRegistry.standard.message(of: [root])
        }
    }
}
