/// Which passwords are accepted.
///
/// A long one is good however it is made of; rules for kinds of characters only make people write it down.
public enum PasswordRules {
    fileprivate static let shortest = 12
    fileprivate static let longest = 200
    fileprivate static let fewest = 5

    /// Why a password is not accepted; `nil` when it is.
    public static func objection(to password: String, of name: String) -> PasswordObjection? {
        if password.count < shortest { return .tooShort }
        if password.count > longest { return .tooLong }
        if password.lowercased().contains(name.lowercased()), name.count > 3 { return .containsName }
        return Set(password).count < fewest ? .tooUniform : nil
    }
}

/// Why a password is not accepted; the description is a sentence, the raw value a word for programs.
public enum PasswordObjection: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case tooShort = "too-short"
    case tooLong = "too-long"
    case containsName = "contains-name"
    case tooUniform = "too-uniform"

    public var description: String {
        switch self {
        case .tooShort: "a password has at least \(PasswordRules.shortest) characters"
        case .tooLong: "a password has at most \(PasswordRules.longest) characters"
        case .containsName: "a password does not contain the name of its account"
        case .tooUniform: "a password has at least \(PasswordRules.fewest) different characters"
        }
    }
}
