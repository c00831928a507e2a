import CurlClient
import Expressions
import FlowEngine
import FlowModel
import JSON

@testable import HTTPActions

private let zone = Zone("Europe/Berlin") ?? .utc

/// An action with a result of every type.
private let action: Action = {
    var action = Action(name: "Everything")
    let types: [(String, ValueType)] = [
        ("t", .text), ("n", .number), ("m", .money), ("d", .date), ("w", .time), ("u", .duration), ("y", .yesNo),
        ("p", .place), ("l", .list(.record([ValueType.RecordField("a", .text)]))), ("x", .list(.time)),
    ]
    action.gives = types.map { ValueType.RecordField($0.0, $0.1, isOptional: true) }
    return action
}()

/// Responses of other systems to calls. The first line is the status, the rest the body.
///
/// Any response gives a result of the declared types, or one of the problems that an action may have; a reason never
/// contains parts of the response.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)[...]
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    let status = Int(String(decoding: input[..<end], as: UTF8.self)) ?? 200
    let body = Array(input[end...].dropFirst())
    let attempt = AnswerReader(action: action, zone: zone).attempt(HTTPResponse(status: status, body: body))
    switch attempt.result {
    case .gave(let fields):
        require((200..<300).contains(status), "a refusal is taken for a result")
        require(fields.attempt(as: action.gives).result == .gave(fields), "a result is of another type")
        for field in action.gives {
            guard let value = fields[field.name] else { continue }
            require((try? Value(json: value.json)) == value, "`\(field.name)` is another value when it has been stored")
        }
    case .failed(let problem):
        require(["refused", "bad answer"].contains(problem), "a problem that nobody knows: \(problem)")
        require((attempt.reason ?? "").utf8.count < 200, "the reason is endless")
    }
    return 0
}
