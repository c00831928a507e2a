import Testing

@testable import Simulation

@Suite struct WildcardTests {
    @Test(arguments: [
        ("Hello", "Hello", true), ("Hello", "hello", false), ("Hello", "Hello!", false), ("*", "", true),
        ("*", "anything", true), ("Hello*", "Hello", true), ("Hello*", "Hello there", true),
        ("*there", "Hello there", true),
        ("H*o", "Hello", true), ("H*o", "Ho", true), ("H*o", "H", false), ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "a-c-b", false), ("aba*aba", "ababa", false), ("**", "x", true), ("a  b", "a\nb", true),
        ("*1*Book*", "Hi!\n1 Book\n2 Bring", true), ("", "", true), ("", "x", false),
    ])
    func `a star stands for anything, everything else for itself`(_ pattern: String, _ text: String, _ fits: Bool) {
        #expect(Wildcard(pattern).fits(text) == fits)
    }
}
