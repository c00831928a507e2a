import ArgumentParser
import Foundation
import Gzip
import JSON
import MessageParts

/// A message in a file, or on standard input.
struct MessageFile {
    /// The format of the message.
    enum Form {
        /// Parts, and the id of their message if it is known.
        case parts([MessagePart], message: String?)
        /// A request body in Apple's format.
        case apple(JSONValue)
    }

    let json: JSONValue
    let form: Form
    private let name: String

    /// In bytes, both as stored and uncompressed.
    private static let largest = 5_000_000

    /// Reads the message; reports an error and ends the command.
    init(_ path: String) throws {
        name = path == "-" ? "standard input" : path
        var bytes = try Self.bytes(at: path, name)
        do {
            if Gzip.isCompressed(bytes) { bytes = try Gzip.decompress(bytes, limit: Self.largest) }
            json = try JSONValue(parsing: bytes)
            form = try Self.form(of: json)
        } catch {
            throw Self.finding(name, error)
        }
    }

    private static func bytes(at path: String, _ name: String) throws -> [UInt8] {
        guard let handle = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
            try Bootstrap.refuse("cannot read \(path); does it exist, and do you have permission to read it?")
        }
        let data: Data?
        do {
            data = try handle.read(upToCount: largest + 1)
        } catch {
            try Bootstrap.refuse("cannot read \(name); is it a file?")
        }
        guard let data, !data.isEmpty else { throw finding(name, JSONError("it is empty")) }
        guard data.count <= largest else { throw finding(name, JSONError("it is larger than 5 MB")) }
        return [UInt8](data)
    }

    /// A list, or an object with `parts`, is parts; any other object is in Apple's format.
    private static func form(of json: JSONValue) throws(any Error) -> Form {
        guard let parts = json.array ?? json["parts"]?.array else {
            if json.object != nil { return .apple(json) }
            throw JSONError("it is neither a list of parts nor an object")
        }
        var read: [MessagePart] = []
        for (index, part) in parts.enumerated() {
            do {
                read.append(try MessagePart(json: part))
            } catch {
                throw PartsProblem(at: "parts[\(index)]", "\(error)")
            }
        }
        return .parts(read, message: json["id"]?.string)
    }

    /// Runs `work`; reports an error with the name of the file and ends the command with exit code 1.
    func orFinding<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws -> Result {
        do {
            return try work()
        } catch {
            throw Self.finding(name, error)
        }
    }

    /// Reports a remark about a message that can still be read.
    func note(_ remark: String) { Console.note("usher: \(name): \(remark)") }

    private static func finding(_ name: String, _ error: any Error) -> ExitCode {
        Console.note("usher: \(name): \(error)")
        return ExitCode(1)
    }
}
