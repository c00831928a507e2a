import Diagnostics
import TestSupport
import Testing
import Yams

@testable import FlowCompiler

/// `fmt` on hundreds of random files.
@Suite struct RandomTextTests {
    @Test(arguments: 0..<10) func `whatever can be read is laid out once, and means the same to everyone`(round: Int)
        throws
    {
        var readable = 0
        for number in 0..<50 {
            let seed = UInt64(round * 100 + number)
            let text = RandomText.file(seed: seed)
            let source = SourceFile(path: "Flows/random.yaml", text: text)
            let errors = FileReader.read(source, as: .flow).diagnostics.filter { $0.severity == .error }
            let written = formatted(text)
            #expect((written == nil) == !errors.isEmpty, "seed \(seed): \(errors.map(\.message))\n\(text)")
            guard let written else { continue }
            readable += 1
            try check(text, written, seed)
        }
        #expect(readable > 15, "most files of chance should be readable")
    }

    private func check(_ text: String, _ written: String, _ seed: UInt64) throws {
        #expect(formatted(written) == written, "seed \(seed)\n\(text)")
        let again = FileReader.read(SourceFile(path: "Flows/random.yaml", text: written), as: .flow)
        // The texts of chance have lines that begin with a dash.
        let left = again.diagnostics.filter { $0.code != .swallowedItem }
        #expect(left.isEmpty, "seed \(seed): nothing is left to warn of\n\(written)")
        let comments = { (text: String) in text.split(separator: "\n").count { $0.contains("# comment") } }
        #expect(comments(written) == comments(text), "seed \(seed)\n\(text)")
        let (ours, yams) = (Said.ours(written, as: .flow)?.withLists, Result { try Said.yams(written) })
        switch yams {
        case .success(let said): #expect(said == ours, "seed \(seed)\n\(written)")
        case .failure(let error): Issue.record("seed \(seed): \(error)\n\(written)")
        }
    }
}
