import Diagnostics
import Expressions
import Synchronization
import Testing

@testable import FlowCompiler

/// Texts that have just been compiled are not compiled again.
@Suite struct CompilationMemoryTests {
    private let now = Moment(seconds: 1_772_442_000)

    private func files(_ text: String) -> ProjectFiles {
        ProjectFiles(
            texts: [SourceFile(path: "Flows/bot.yaml", bytes: Array(text.utf8))], assets: [:], version: "1")
    }

    /// Whether files are compiled, and not remembered: only then is it asked whether the result is still needed.
    private func isCompiled(
        _ text: String, at moment: Moment, isStrict: Bool = true, by memory: CompilationMemory
    ) -> Bool {
        let isAsked = Mutex(false)
        let options = CompilerOptions(now: moment, isStrict: isStrict)
        _ = memory.compilation(of: files(text), options: options) {
            isAsked.withLock { $0 = true }
            return false
        }
        return isAsked.withLock { $0 }
    }

    @Test func `the same texts are compiled once, and others anew`() {
        let memory = CompilationMemory()
        #expect(isCompiled("bot: A", at: now, by: memory))
        #expect(!isCompiled("bot: A", at: now + .seconds(59), by: memory))
        #expect(isCompiled("bot: B", at: now, by: memory))
        #expect(!isCompiled("bot: A", at: now, by: memory))
        #expect(isCompiled("bot: A", at: now, isStrict: false, by: memory))
        let known = memory.compilation(of: files("bot: A"), options: CompilerOptions(now: now))
        let fresh = Compiler.compile(files("bot: A"), options: CompilerOptions(now: now))
        #expect(known.report.text() == fresh.report.text())
    }

    @Test func `what is past is looked at again after a minute, and when the clock is set back`() {
        let memory = CompilationMemory()
        #expect(isCompiled("bot: A", at: now, by: memory))
        #expect(isCompiled("bot: A", at: now + .minutes(2), by: memory))
        #expect(isCompiled("bot: A", at: now - .seconds(1), by: memory))
    }

    @Test func `what is no longer needed is not remembered`() {
        let memory = CompilationMemory()
        let options = CompilerOptions(now: now)
        #expect(memory.compilation(of: files("bot: A"), options: options, unless: { true }) == nil)
        #expect(isCompiled("bot: A", at: now, by: memory))
    }
}
