/// Which passwords are accepted.
///
/// A long one is good however it is made of; rules for kinds of characters only make people write it down.
public enum PasswordRules {
    private static let shortest = 12
    private static let longest = 200

    /// Why a password is not accepted, as a sentence; `nil` when it is.
    public static func objection(to password: String, of name: String) -> String? {
        if password.count < shortest { return "a password has at least \(shortest) characters" }
        if password.count > longest { return "a password has at most \(longest) characters" }
        if password.lowercased().contains(name.lowercased()), name.count > 3 {
            return "a password does not contain the name of its account"
        }
        if Set(password).count < 5 { return "a password has at least 5 different characters" }
        return nil
    }
}
