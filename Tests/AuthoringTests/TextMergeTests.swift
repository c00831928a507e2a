import Testing

@testable import Authoring

@Suite struct TextMergeTests {
    private func merge(_ base: String, _ ours: String, _ theirs: String) -> TextMerge {
        TextMerge(base: base, ours: ours, theirs: theirs)
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n"), ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
        ("a\nb\nc\n", "a\nnew\nb\nc\n", "a\nb\n", "a\nnew\nb\n"),
        ("", "mine\n", "", "mine\n"), ("", "", "theirs\n", "theirs\n"), ("a\nb\n", "a\nx\n", "a\nx\n", "a\nx\n"),
        ("a", "a", "a\nb", "a\nb"), ("a\nb\nc\nd\ne", "a\nb\nC\nd\ne", "1\na\nb\nc\nd\ne\n6", "1\na\nb\nC\nd\ne\n6"),
        ("a\rb\rc\r", "A\rb\rc\r", "a\rb\rC\r", "A\rb\rC\r"),
        ("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n", "A\r\nb\r\nC\r\n"),
        ("ä\nö\nü\n", "ä\nö\nü!\n", "Ä\nö\nü\n", "Ä\nö\nü!\n"),
    ])
    func `changes of different lines stand side by side`(base: String, ours: String, theirs: String, merged: String) {
        let merge = merge(base, ours, theirs)
        #expect(merge.text == merged)
        #expect(merge.conflicts.isEmpty)
        #expect(self.merge(base, theirs, ours).text == merged)
    }

    @Test func `where both have changed the same line, ours stands and both are reported`() {
        let merge = merge("say: Hello\nthen: end\n", "say: Hi\nthen: end\n", "say: Good day\nthen: end\n")
        #expect(merge.text == "say: Hi\nthen: end\n")
        #expect(
            merge.conflicts == [
                TextMerge.Conflict(line: 1, base: "say: Hello\n", ours: "say: Hi\n", theirs: "say: Good day\n")
            ])
    }

    @Test func `a line that one removes and the other changes is a conflict`() {
        let merge = merge("a\nb\nc\n", "a\nc\n", "a\nB\nc\n")
        #expect(merge.text == "a\nc\n")
        #expect(merge.conflicts == [TextMerge.Conflict(line: 2, base: "b\n", ours: "", theirs: "B\n")])
    }
}
