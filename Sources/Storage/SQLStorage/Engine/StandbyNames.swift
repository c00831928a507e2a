/// The names in a `synchronous_standby_names`, such as `ANY 1 (standby_1, "standby-2")`.
package struct StandbyNames: Sendable, Hashable {
    /// In the order of the setting, without quotation marks.
    package private(set) var all: [String]

    package init(_ setting: String) {
        var names: [String] = []
        var name = ""
        var (isQuoted, isComplete) = (false, true)
        func end() {
            if !isComplete { names.append(name) }
            (name, isComplete) = ("", true)
        }
        for character in setting {
            switch character {
            case "\"":
                // A doubled quotation mark stands for itself.
                if !isQuoted, !isComplete { name.append(character) }
                (isQuoted, isComplete) = (!isQuoted, false)
            case _ where isQuoted: name.append(character)
            case "(":
                // What precedes is the method and the number of standbys.
                end()
                names = []
            case ")", ",": end()
            case _ where character.isWhitespace: end()
            default:
                name.append(character)
                isComplete = false
            }
        }
        end()
        all = names
    }

    /// Whether the standby with this `application_name` is named: PostgreSQL compares without regard to case, and `*` names all.
    package func contains(_ standby: String) -> Bool {
        all.contains { $0 == "*" || $0.lowercased() == standby.lowercased() }
    }
}
