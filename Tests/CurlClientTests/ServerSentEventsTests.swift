import CurlClient
import Testing

/// Event streams, however they are split into pieces.
@Suite struct ServerSentEventsTests {
    private static let stream = """
        : a comment
        event: message.created
        id: 7
        data: {"id":"é"}

        data:first
        data: second
        retry: 10

        event: nothing

        event: cut

        """

    private func events(of text: String, inPiecesOf length: Int) -> [ServerSentEvents.Event] {
        var reader = ServerSentEvents()
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: length).flatMap { start in
            reader.take(Array(bytes[start..<min(start + length, bytes.count)]))
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `events come whole, whatever the pieces are`(length: Int) {
        for text in [Self.stream, Self.stream.replacing("\n", with: "\r\n")] {
            let events = events(of: text, inPiecesOf: length)
            #expect(events.map(\.name) == ["message.created", "message"])
            #expect(events.map(\.id) == ["7", nil])
            #expect(events.map(\.data) == ["{\"id\":\"é\"}", "first\nsecond"])
        }
    }
}
