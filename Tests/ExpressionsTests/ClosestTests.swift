import Diagnostics
import Testing

@Suite struct ClosestTests {
    @Test(
        arguments: [
            ("vist", "visit"), ("vsiit", "visit"), ("Visit", "visit"), ("visitt", "visit"), ("goodby", "goodbye"),
            ("end", "end"), ("hour", "hours"), ("x", nil), ("menu", nil), ("", nil), ("persno", "person"),
            ("vissit", "visit"), ("en", "end"), ("an", nil), ("e", nil),
        ] as [(String, String?)])
    func `a word is near when a third of its letters may differ`(_ word: String, _ near: String?) {
        #expect(closest(to: word, among: ["visit", "hours", "goodbye", "person", "end"]) == near)
    }

    @Test func `the nearest of several is taken, the first of equals`() {
        #expect(closest(to: "boks", among: ["book", "boks2", "box", "bok"]) == "boks2")
        #expect(closest(to: "cat", among: ["car", "bat"]) == "car")
    }

    @Test func `few words are listed, many are not`() {
        #expect(suggestion(for: "x", among: ["alpha", "beta"]) == "there is `alpha`, `beta`")
        #expect(suggestion(for: "x", among: ["alpha", "beta"], are: "it knows") == "it knows `alpha`, `beta`")
        #expect(suggestion(for: "x", among: ["a1", "a2", "a3", "a4", "a5", "a6", "a7"].map { $0 + "long" }) == nil)
        #expect(suggestion(for: "x", among: []) == nil)
        #expect(suggestion(for: "alpa", among: ["alpha", "beta"]) == "did you mean `alpha`?")
    }
}
