import Diagnostics

/// A name of the flow language, with the fields after its dots: `book.code`.
public struct Name: Sendable, Hashable {
    public let path: [String]

    public init(_ path: [String]) { self.path = path }

    public init(_ text: String) { path = text.split(separator: ".").map(String.init) }

    /// The step, set name or built-in at the beginning of the path.
    public var root: String { path.first ?? "" }
    /// The path after the first dot.
    public var fields: ArraySlice<String> { path.dropFirst() }
    /// Whether it names opening hours as a whole: `hours.desk`.
    public var isHours: Bool { path.count == 2 && path[0] == "hours" }

    public var text: String { path.joined(separator: ".") }

    /// Whether it ends in the field for the time of day: `now.time`.
    var isTimeOfDay: Bool { path.count > 1 && path.last == "time" }

    /// The largest number of characters in one part of a name.
    public static let longest = 40

    /// Whether `text` is valid as one part of a name: letters, digits, `-` and `_`, beginning with a letter, at most
    /// 40.
    public static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, first.isLetter, text.count <= longest else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// The closest valid name to `text`, with its fields: `people.front-desk.place` for `people.front desk.place`.
    static func text(like text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // A point before a blank ends a sentence.
        let isSentence = parts.dropFirst().contains { $0.isEmpty || $0.hasPrefix(" ") }
        let names = isSentence ? [nil] : parts.map { identifier(like: String($0)) }
        return names.contains(nil) ? identifier(like: text) : names.compactMap { $0 }.joined(separator: ".")
    }

    /// The closest valid part of a name to `text`: spaces become `-`, invalid characters are removed.
    public static func identifier(like text: String) -> String? {
        let kept = text.map { $0 == " " || $0 == "." ? "-" : $0 }
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        let name = String(kept.drop { $0 == "-" || $0 == "_" }.prefix(longest))
        return isIdentifier(name) ? name : nil
    }
}

/// Resolves names to values while a flow runs.
public protocol Scope {
    /// The value of the first part of a name; `nil` when it is empty.
    func value(ofRoot root: String) -> Value?

    /// The value of a whole name; `nil` when it is empty.
    func value(of name: Name) -> Value?

    /// Whether the value of a name is private, so that a text marks it.
    func isPrivate(_ name: Name) -> Bool

    /// The words for what a name stands for, where that is more than its value: opening hours.
    func words(for name: Name, as format: ValueFormat?, _ wording: Wording) -> String?
}

extension Scope {
    public func isPrivate(_ name: Name) -> Bool { false }

    public func words(for name: Name, as format: ValueFormat?, _ wording: Wording) -> String? { nil }

    public func value(of name: Name) -> Value? { value(ofRoot: name.root)?.value(at: name.fields) }
}

/// Resolves names to types while a flow is checked.
public protocol TypeScope {
    /// The type of the first part of a name; `nil` when no such name exists.
    func type(ofRoot root: String) -> ValueType?

    /// All known first parts, for suggestions.
    var roots: [String] { get }
}

extension TypeScope {
    /// The type of `name`, or what is wrong with it.
    ///
    /// - Parameter range: the location of the name in the text it was read from.
    func type(of name: Name, at range: Range<Int>) -> Result<ValueType, TypeProblem> {
        guard var type = type(ofRoot: name.root) else {
            return .failure(
                TypeProblem(
                    Problem(
                        .unknownName, "there is nothing called `\(name.root)`",
                        at: range.lowerBound..<range.lowerBound + name.root.utf8.count, label: "no such name",
                        help: suggestion(for: name.root, among: roots))))
        }
        var start = range.lowerBound + name.root.utf8.count + 1
        var passed = name.root
        for field in name.fields {
            guard let found = type.fields.first(where: { $0.name == field }) else {
                if type.mayHaveOtherFields { return .success(.unknown) }
                return .failure(
                    TypeProblem(
                        Problem(
                            .unknownField, "`\(passed)` has no `\(field)`", at: start..<start + field.utf8.count,
                            label: "no such field", help: fieldHelp(field, among: type.fields.map(\.name)))))
            }
            type = found.type
            start += field.utf8.count + 1
            passed += "." + field
        }
        return .success(type)
    }

    private func fieldHelp(_ field: String, among known: [String]) -> String {
        if known.isEmpty { return "it has no fields" }
        return suggestion(for: field, among: known, are: "it has")
            ?? "it has " + known.map { "`\($0)`" }.joined(separator: ", ")
    }
}

/// A problem as an error, so that it can be the failure of a `Result`.
struct TypeProblem: Error {
    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }
}
