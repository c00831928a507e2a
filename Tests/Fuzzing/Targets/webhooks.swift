import Channels
import Expressions
import Gzip
import JSON
import MessageModel

@testable import AppleMessages

private let now = Moment(seconds: 1_796_115_600)

/// Requests to `POST /message` after the token check, and data downloaded for them. The first line is the kind of the
/// rest: `post` and `packed`, with headers up to an empty line; `decoded`, the response of `/decodePayload`; `place`, a
/// vCard.
///
/// Any request is accepted, ignored with a reason, or refused with a 4xx, and accepted data can be stored.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let (word, rest) = line(of: bytes(start, count)[...])
    switch word {
    case "packed": post(rest, isPacked: true)
    case "decoded": if let content = DecodedReply.content(of: Array(rest)) { check(content) }
    case "place": _ = PlaceCard(Array(rest)).place
    default: post(rest, isPacked: false)
    }
    return 0
}

private func post(_ input: ArraySlice<UInt8>, isPacked: Bool) {
    var headers: [String: String] = [:]
    var rest = input
    while !rest.isEmpty, headers.count < 10 {
        let (header, next) = line(of: rest)
        rest = next
        guard let colon = header.firstIndex(of: ":") else { break }
        headers[header[..<colon].lowercased()] = String(header[header.index(after: colon)...])
    }
    let body = isPacked ? Gzip.compress(Array(rest), level: 1) : Array(rest)
    do throws(WebhookRefusal) {
        let message = try InboundPost.message(body, now: now, header: { headers[$0] }, businessIDs: nil)
        require(!message.arrival.id.isEmpty, "a message without an id was taken")
        check(message.arrival.content)
    } catch {
        require((400..<500).contains(error.status) && !error.description.isEmpty, "a refusal gives no reason")
    }
    if let json = try? JSONValue(parsing: rest) {
        let inspection = AppleInspection(of: json, answering: json).json
        require(inspection["kind"]?.string != nil, "an inspection names no kind")
    }
}

private func check(_ content: Arrival.Content) {
    switch content {
    case .heard(let heard):
        let again = try? Heard(json: JSONValue(parsing: heard.json.text))
        require(again == heard, "what was heard is another thing when it has been stored")
    case .passing(let reason): require(!reason.isEmpty, "something is passed over without a reason")
    case .reaction(let words, let quoted): require(words.contains(quoted), "a reaction quotes what it does not hold")
    case .closed, .sheetClosed: break
    }
}

/// Returns the first line, and the rest.
private func line(of input: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>) {
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    return (String(decoding: input[..<end], as: UTF8.self), input[end...].dropFirst())
}
