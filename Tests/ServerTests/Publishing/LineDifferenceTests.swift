import ConversationRuntime
import JSON
import TestSupport
import Testing

@testable import FlowPublishing
@testable import Server

/// Counting added and removed lines.
@Suite struct LineDifferenceTests {
    private static func lines(_ text: String) -> [Substring] { text.map { Substring(String($0)) } }

    @Test(arguments: [
        ("", "", 0, 0), ("", "abc", 3, 0), ("abc", "", 0, 3), ("abc", "abc", 0, 0), ("abc", "axc", 1, 1),
        ("abc", "abcd", 1, 0), ("abc", "zabc", 1, 0), ("abcabba", "cbabac", 2, 3), ("abcd", "dcba", 3, 3),
        ("aaa", "aa", 0, 1), ("aa", "aaaa", 2, 0), ("ab", "ba", 1, 1), ("a", "b", 1, 1),
    ])
    func `the fewest lines count`(_ old: String, _ new: String, _ added: Int, _ removed: Int) {
        let found = LineDifference(from: Self.lines(old), to: Self.lines(new))
        #expect((found.added, found.removed, found.isShortest) == (added, removed, true))
    }

    @Test func `it finds what Swift's own search finds`() {
        var seed: UInt64 = 7
        let chance = { (limit: UInt64) -> Int in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % limit)
        }
        for _ in 0..<500 {
            let (old, new) = (0..<2).map { _ in (0..<chance(30)).map { _ in Substring("line \(chance(6))") } }.pair
            let expected = new.difference(from: old)
            let found = LineDifference(from: old, to: new)
            #expect(
                (found.added, found.removed) == (expected.insertions.count, expected.removals.count), "\(old) \(new)")
        }
    }

    @Test func `a few changes in a long file cost little, and are found to the line`() {
        let old = (0..<100_000).map { Substring("line \($0)") }
        var new = old
        new[10] = "another"
        new.remove(at: 50_000)
        new.insert("one more", at: 90_000)
        let found = LineDifference(from: old, to: new)
        #expect((found.added, found.removed, found.isShortest) == (2, 2, true))
        #expect(found.work < 1_000_000, "\(found.work)")
    }

    @Test(arguments: [1_000, 10_000, 50_000])
    func `the work is bounded however much differs, and what is not compared counts as gone and come`(_ count: Int) {
        let begin: [Substring] = ["same", "again"]
        let old = begin + (0..<count).map { Substring("old \($0)") } + ["end"]
        let new = begin + (0..<count + 5).map { Substring("new \($0)") } + ["end"]
        let found = LineDifference(from: old, to: new, limit: 100_000)
        #expect((found.added, found.removed, found.isShortest) == (count + 5, count, false))
        #expect(found.work < 200_000, "\(found.work)")
    }

    @Test func `lines that are mostly the same in another order are bounded too`() {
        let old = (0..<20_000).map { Substring("\($0 % 2)") }
        let new = (0..<20_000).map { Substring("\($0 % 3 % 2)") }
        let found = LineDifference(from: old, to: new, limit: 100_000)
        #expect(!found.isShortest)
        #expect(found.work < 200_000, "\(found.work)")
    }

    @Test func `a version with a long file that is another one says so`() throws {
        let version = { (word: String) in
            FlowVersion(
                hash: word,
                files: [
                    .init(
                        role: .flow, path: "Flows/long.yaml", checksum: word, size: 1,
                        content: Array((0..<6_000).map { "\(word) \($0)" }.joined(separator: "\n").utf8))
                ])
        }
        let difference = VersionDifference(from: version("old"), to: version("new"))
        #expect(
            difference.json == [
                ["path": "Flows/long.yaml", "change": "changed", "added": 6_000, "removed": 6_000, "rough": true]
            ])
    }
}

extension Array {
    fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
