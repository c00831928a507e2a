import Foundation

/// The options of a command that prints a report: each is a name, such as `--seed`, followed by its value.
///
/// When an option is repeated, the last value counts.
public struct ReportOptions: Sendable {
    private var values: [String: String] = [:]

    /// - Parameter names: the options that the command has.
    public init(_ arguments: some Sequence<String>, named names: [String]) throws(ReportOptionError) {
        var arguments = arguments.makeIterator()
        while let name = arguments.next() {
            guard names.contains(name) else { throw .unknown(name, known: names) }
            guard let value = arguments.next() else { throw .lacksValue(name) }
            values[name] = value
        }
    }

    public func text(_ name: String, otherwise standard: String) -> String { values[name] ?? standard }

    /// A whole number that is not negative.
    public func number(_ name: String, otherwise standard: Int) throws(ReportOptionError) -> Int {
        guard let value = values[name] else { return standard }
        guard let number = Int(value), number >= 0 else { throw .noNumber(name, value) }
        return number
    }

    /// Whether an option that is written as 0 or 1 is on.
    public func isOn(_ name: String, otherwise standard: Bool) throws(ReportOptionError) -> Bool {
        switch values[name] {
        case nil: return standard
        case "0"?: return false
        case "1"?: return true
        case let value?: throw .noSwitch(name, value)
        }
    }
}

/// The reason why a command that prints a report does not start.
public enum ReportOptionError: Error, Equatable, CustomStringConvertible {
    case unknown(String, known: [String])
    case lacksValue(String)
    case noNumber(String, String)
    case noSwitch(String, String)

    public var description: String {
        switch self {
        case .unknown(let name, let known):
            "there is no option `\(name)`; the options are \(known.joined(separator: ", "))"
        case .lacksValue(let name): "`\(name)` has no value; write one after it"
        case .noNumber(let name, let value): "`\(name)` must be a whole number from 0, and `\(value)` is not one"
        case .noSwitch(let name, let value): "`\(name)` must be 0 or 1, and `\(value)` is neither"
        }
    }

    /// Ends the command with the error, and the exit code for wrong use.
    public func endCommand() -> Never {
        FileHandle.standardError.write(Data("\(self)\n".utf8))
        exit(Self.wrongUse)
    }

    private static let wrongUse: Int32 = 2
}
