import Diagnostics
import FlowCompiler
import Testing

/// Whatever change is made to a correct file, the compiler returns, and every location in its diagnostics is inside the
/// file.
@Suite struct MutationTests {
    @Test(arguments: 0..<300)
    func `a spoilt project is compiled to the end and told about in its own files`(_ seed: Int) throws {
        var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var project = Fixtures.files("Correct/bakery")
        let index = Int.random(in: project.texts.indices, using: &random)
        let file = project.texts[index]
        var bytes = file.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) { Self.spoil(&bytes, using: &random) }
        project.texts[index] = SourceFile(path: file.path, bytes: bytes)

        let compilation = Compiler.compile(project, options: Fixtures.options)
        #expect((compilation.bot == nil) == (compilation.report.errors > 0), "a bot there is exactly without errors")
        let sizes = Dictionary(uniqueKeysWithValues: project.texts.map { ($0.path, $0.bytes.count) })
        for diagnostic in compilation.report.diagnostics {
            for span in [diagnostic.span] + diagnostic.related.map(\.span) {
                let size = try #require(sizes[span.file], "\(span.file) is no file of the project")
                #expect(span.range.lowerBound >= 0 && span.range.upperBound <= size, "\(diagnostic)")
            }
            #expect(!diagnostic.message.isEmpty)
        }
        #expect(compilation.report.text().isEmpty == compilation.report.diagnostics.isEmpty)
        if seed.isMultiple(of: 10) {
            #expect(Compiler.compile(project, options: Fixtures.options).report.text() == compilation.report.text())
        }
    }

    /// Characters that mean something to the parser, and some that should mean nothing.
    private static let pieces: [[UInt8]] =
        [
            ":", ": ", "#", " #", "- ", "-", "{", "}", "[", "]", "\"", "'", "|", ">", "&a ", "*a", "!", "<<: ", "\t",
            " ",
            "\n", "\r\n", "\n\n", ",", "“", "”", "\u{A0}", "e\u{301}", "👩‍🍳", "東", "then", "steps:", "say: ", "\0",
            "---\n",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]

    /// Changes a file at one place: removes, inserts or swaps bytes, or changes the indentation of a line.
    static func spoil(_ bytes: inout [UInt8], using random: inout Seeded) {
        guard !bytes.isEmpty else { return }
        let at = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, at + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(at..<end)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
        case 2: bytes.replaceSubrange(at..<at + 1, with: pieces.randomElement(using: &random) ?? [])
        case 3: bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: bytes.indices, using: &random))
        case 4: bytes.removeSubrange(at...)
        case 5: bytes.swapAt(at, Int.random(in: bytes.indices, using: &random))
        default:
            let line = (bytes[..<at].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
            bytes.insert(contentsOf: Array(repeating: 0x20, count: Int.random(in: 1...3, using: &random)), at: line)
        }
    }

    /// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed, everywhere.
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
