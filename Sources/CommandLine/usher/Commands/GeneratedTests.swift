import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import Projects
import Simulation

/// `usher test --write`: the tests that are written for ways that no other test takes.
struct GeneratedTests {
    let folder: ProjectFolder
    let compilation: Compilation
    let seconds: Int

    /// Finds the tests, writes the files that have changed, and reports what was done.
    func write(beside transcripts: [SourceFile], with bot: Bot) throws {
        let began = ContinuousClock.now
        let end = began + .seconds(seconds)
        let bar = ProgressLine()
        let written = WrittenTests(
            of: compilation.coverageItems(of: folder.onlyFile?.flowOfTranscript), beside: transcripts,
            with: PlayBot(bot), unless: { ContinuousClock.now > end },
            whenTried: { progress in
                if progress.states.isMultiple(of: 50) {
                    bar.say("looking for tests of \(progress.flow): \(counted(progress.states, "state"))")
                }
            })
        bar.clear()
        var isChanged = false
        for file in written.files where try write(file, beside: transcripts) { isChanged = true }
        if !isChanged {
            let isNeeded = written.files.contains { $0.tests > 0 }
            Console.note(
                isNeeded
                    ? "the written tests are up to date"
                    : written.missing > 0
                        ? "no test was written" : "no test was written: yours take every step, answer and exit"
            )
        }
        if written.missing > 0 {
            let isLate = ContinuousClock.now > end
            let ways = written.missing == 1 ? "one step or way out" : "\(written.missing) steps and ways out"
            Console.note(
                "no conversation was found for \(ways); "
                    + (isLate ? "give it more --seconds" : "`usher test --coverage` shows them"))
        }
    }

    /// Returns whether the file has changed.
    private func write(_ file: WrittenTests.File, beside transcripts: [SourceFile]) throws -> Bool {
        let before = transcripts.first { $0.path == file.path }.map { String(decoding: $0.bytes, as: UTF8.self) }
        guard file.text != before else { return false }
        guard let text = file.text else {
            try Console.orWrongUse { () throws(ProjectError) in try folder.remove(file.path) }
            Console.note("\(file.path) was removed: yours take every step, answer and exit")
            return true
        }
        try Console.orWrongUse { () throws(ProjectError) in try folder.put(file.path, text) }
        Console.note("\(counted(file.tests, "test")) written to \(file.path)")
        return true
    }
}
