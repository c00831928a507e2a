public import JSON

/// The identifier that a client gives a request: a number or a text.
public enum RequestID: Sendable, Hashable {
    case number(Int)
    case text(String)

    init?(_ json: JSONValue?) {
        switch json {
        case .number(let number)?:
            guard let value = number.int else { return nil }
            self = .number(value)
        case .string(let text)?: self = .text(text)
        default: return nil
        }
    }

    public var json: JSONValue {
        switch self {
        case .number(let value): .int(value)
        case .text(let value): .string(value)
        }
    }
}

/// An error as the response to a request (JSON-RPC 2.0, with the codes of LSP).
public struct RPCError: Error, Sendable, Hashable {
    public let code: Int
    public let message: String

    public init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    public static let serverNotInitialized = RPCError(-32002, "`initialize` must be the first request")
    public static let requestCancelled = RPCError(-32800, "the request was cancelled")
    public static let contentModified = RPCError(-32801, "the text has changed since the request")
    public static func parseError(_ reason: String) -> RPCError {
        RPCError(-32700, "the message is not JSON: \(reason)")
    }
    public static func invalidRequest(_ reason: String) -> RPCError { RPCError(-32600, reason) }
    public static func methodNotFound(_ method: String) -> RPCError { RPCError(-32601, "`\(method)` is not supported") }
    public static func invalidParameters(_ reason: String) -> RPCError { RPCError(-32602, reason) }
    public static func internalError(_ reason: String) -> RPCError { RPCError(-32603, reason) }
    /// The request is understood and cannot be carried out, such as a rename to a name that exists.
    public static func requestFailed(_ reason: String) -> RPCError { RPCError(-32803, reason) }

    var json: JSONValue { ["code": .int(code), "message": .string(message)] }
}

/// A message from the client.
public enum IncomingMessage: Sendable, Hashable {
    case request(RequestID, method: String, parameters: JSONValue)
    case notification(method: String, parameters: JSONValue)
    /// The answer to a request of ours; `nil` for the result of an answer that is an error.
    case response(RequestID?, result: JSONValue?)
    /// Not a message of JSON-RPC; the error is the answer.
    case malformed(RequestID?, RPCError)

    /// Reads the body of a message.
    public init(body: [UInt8]) {
        do throws(JSONError) {
            self.init(try JSONValue(parsing: body))
        } catch {
            // JavaScript writes half a surrogate pair where it has one in a text; the rest of the text still counts.
            if let whole = LoneSurrogates.replaced(in: body), let json = try? JSONValue(parsing: whole) {
                self.init(json)
            } else {
                self = .malformed(nil, .parseError("\(error)"))
            }
        }
    }

    private init(_ json: JSONValue) {
        guard let object = json.object else {
            self = .malformed(nil, .invalidRequest("a message is an object"))
            return
        }
        let id = RequestID(object["id"])
        let hasID = object["id"].map { !$0.isNull } ?? false
        guard object["jsonrpc"]?.string == "2.0" else {
            self = .malformed(id, .invalidRequest("`jsonrpc` must be \"2.0\""))
            return
        }
        guard let method = object["method"] else {
            guard object["result"] != nil || object["error"] != nil else {
                self = .malformed(id, .invalidRequest("a message has a method, a result or an error"))
                return
            }
            self = .response(id, result: object["error"] == nil ? object["result"] : nil)
            return
        }
        guard let method = method.string, !hasID || id != nil else {
            self = .malformed(id, .invalidRequest("`method` must be a text, and `id` a number or a text"))
            return
        }
        let parameters = object["params"] ?? .null
        self =
            id.map { .request($0, method: method, parameters: parameters) }
            ?? .notification(method: method, parameters: parameters)
    }
}

/// A message to the client.
public enum OutgoingMessage: Sendable, Hashable {
    case response(RequestID?, Result<JSONValue, RPCError>)
    case notification(method: String, parameters: JSONValue)
    case request(RequestID, method: String, parameters: JSONValue)

    public var json: JSONValue {
        var object = JSONObject([("jsonrpc", "2.0")])
        switch self {
        case .response(let id, let result):
            object["id"] = id?.json ?? .null
            switch result {
            case .success(let value): object["result"] = value
            case .failure(let error): object["error"] = error.json
            }
        case .notification(let method, let parameters):
            object["method"] = .string(method)
            object["params"] = parameters
        case .request(let id, let method, let parameters):
            object["id"] = id.json
            object["method"] = .string(method)
            object["params"] = parameters
        }
        return .object(object)
    }

    /// The bytes on the stream, with their header.
    public var bytes: [UInt8] { Frame.bytes(of: json.bytes) }
}

/// Escapes of half a surrogate pair, which no text can contain.
enum LoneSurrogates {
    /// Replaces each by the replacement character, which counts as much in UTF-16; `nil` when there are none.
    static func replaced(in body: [UInt8]) -> [UInt8]? {
        var result = body
        var found = false
        var at = 0
        while at < body.count {
            guard body[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            guard let unit = unit(at, in: body) else {
                // Another escape, such as `\\`, whose second byte begins nothing.
                at += 2
                continue
            }
            if (0xD800..<0xDC00).contains(unit), let next = self.unit(at + 6, in: body),
                (0xDC00..<0xE000).contains(next)
            {
                at += 12
                continue
            }
            if (0xD800..<0xE000).contains(unit) {
                result.replaceSubrange(at + 2..<at + 6, with: Array("fffd".utf8))
                found = true
            }
            at += 6
        }
        return found ? result : nil
    }

    /// The code unit of the escape `\uXXXX` at an offset.
    private static func unit(_ at: Int, in body: [UInt8]) -> UInt16? {
        guard at + 6 <= body.count, body[at] == UInt8(ascii: "\\"), body[at + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = body[at + 2..<at + 6]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
