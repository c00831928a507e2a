import JSON
import LanguageProtocol

/// Any bytes as what an editor sends: they are split into the same messages however they arrive, and each message has a
/// meaning or an error.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let whole = Stream(pieces: [input])
    // The first byte says how large the pieces are.
    let size = Int(input.first ?? 0) % 50 + 1
    let pieces = stride(from: 0, to: input.count, by: size).map { Array(input[$0..<min($0 + size, input.count)]) }
    let divided = Stream(pieces: pieces)
    require(divided.bodies == whole.bodies, "pieces give other messages")
    require((divided.failure == nil) == (whole.failure == nil), "pieces fail otherwise")
    require(whole.bodies.reduce(0) { $0 + $1.count } <= input.count, "more than was sent")

    var cycle = LifeCycle()
    var queue = MessageQueue()
    for body in whole.bodies + [input] {
        let message = IncomingMessage(body: body)
        if case .malformed(_, let error) = message { require(error.code < 0, "an error without a code") }
        for answer in queue.append(message) { written(answer) }
        if let next = queue.next() {
            if case .reject(let error) = cycle.admit(next) { written(.response(nil, .failure(error))) }
            if case .request(let id, let method, let parameters) = next {
                written(.request(id, method: method, parameters: parameters))
            }
        }
    }
    return 0
}

/// What we write can be read again.
private func written(_ message: OutgoingMessage) {
    var reader = FrameReader()
    reader.append(message.bytes)
    let body = (try? reader.next()) ?? nil
    require(body.flatMap { try? JSONValue(parsing: $0) } == message.json, "an answer that cannot be read")
}

/// The messages of a stream, up to where it can be read.
private struct Stream {
    var bodies: [[UInt8]] = []
    var failure: FrameReader.Failure?

    init(pieces: [[UInt8]]) {
        var reader = FrameReader()
        for piece in pieces where failure == nil {
            reader.append(piece)
            do throws(FrameReader.Failure) {
                while let body = try reader.next() { bodies.append(body) }
            } catch {
                failure = error
            }
        }
    }
}
