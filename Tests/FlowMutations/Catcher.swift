/// What may notice that a flow no longer means what it meant.
public enum Catcher: String, CaseIterable, Sendable {
    /// `usher check` has an error, or a warning that the flow did not have.
    case check
    /// `usher explore` finds something that it did not find before.
    case explore
    /// A test that the author has written fails.
    case tests
    /// A test fails that `usher test --write` has written for the flow as it was.
    case written
    /// An `always:` or `never:` line no longer holds.
    case properties
    /// `usher diff` has a sentence. It compares with the flow as it was, which all others do not know.
    case diff

    /// Those that need no other version of the flow.
    public static let alone: Set<Catcher> = [.check, .explore, .tests, .written, .properties]
}
