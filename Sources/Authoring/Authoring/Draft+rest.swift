public import Diagnostics
extension Draft {
    /// The ways to correct what a diagnostic of this draft is about, the likeliest first.
    public func cures(for diagnostic: Diagnostic) -> [Cure] { [] }
}
