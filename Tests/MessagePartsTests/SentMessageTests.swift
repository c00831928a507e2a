import Expressions
import Foundation
import JSON
import MessageParts
import Testing

/// Messages in their conversation: their senders, and their delivery status.
@Suite struct SentMessageTests {
    private static let ana = SentMessage.Participant(id: "ana", name: "Ana")

    private static func sent(_ recipients: [String: MessageStatus], isPending: Bool = false) -> SentMessage {
        SentMessage(
            RichMessage(TextContent("Hello")), from: ana, at: Moment(seconds: 1_772_442_000), recipients: recipients,
            isPending: isPending)
    }

    @Test(
        arguments: [
            ([:], false, .new, "not sent"), ([:], true, .pending, "sending"), (["ben": .sent], true, .sent, "sent"),
            (["ben": .delivered], false, .delivered, "delivered"), (["ben": .read], false, .read, "read"),
            (["ana": .read, "ben": .sent], false, .sent, "sent"), (["ana": .read], false, .sent, "sent"),
            (["ben": .delivered, "cleo": .delivered, "dora": .sent], false, .delivered, "delivered to 2 recipients"),
            (["ben": .read, "cleo": .delivered], false, .read, "read by 1 recipient"),
            (["ben": .sent, "cleo": .sent], false, .sent, "sent"),
        ] as [([String: MessageStatus], Bool, MessageStatus, String)])
    func `the highest status of the others counts`(
        _ recipients: [String: MessageStatus], _ isPending: Bool, _ status: MessageStatus, _ words: String
    ) {
        let message = Self.sent(recipients, isPending: isPending)
        #expect(message.status == status)
        #expect(message.statusWords() == words)
    }

    @Test(arguments: [
        ("de", "von 2 Personen gelesen"), ("fr", "lu par 2 destinataires"), ("es", "leído por 2 destinatarios"),
        ("ja", "2 人が既読"), ("ar", "قرأها مستلمين"),
    ])
    func `how far it has come is said in the reader's language`(_ language: String, _ words: String) {
        let message = Self.sent(["ben": .read, "cleo": .read, "dora": .sent])
        #expect(message.statusWords(MessageWords(Wording(language: language, zone: .utc))) == words)
    }

    @Test func `who sent it is told with what it says`() {
        #expect(Self.sent([:]).notification() == "Ana: Hello")
        var message = Self.sent([:])
        message.sender.name = nil
        #expect(message.notification() == "Hello")
    }

    @Test func `stars are given once, and shown to everybody`() throws {
        var message = RichMessage(FeedbackContent("How was it?", enabledFor: ["ben"]), id: "f")
        let presenter = MessagePresenter(.standard, .standard, viewer: "ben")
        #expect(presenter.html(of: message).text.contains(#"data-name="rating" data-state="FWW""#))
        #expect(!MessagePresenter(.standard, .standard, viewer: "ana").html(of: message).text.contains("<button"))
        var log = ResponseLog()
        for (id, name, value) in [("1", "rating", 4), ("2", "rating", 1)] as [(String, String, JSONValue)] {
            log.take(ResponseOperation(id: id, .add, type: .firstWins, name: name, value: value), by: "ben")
        }
        log.take(ResponseOperation(id: "3", .add, type: .firstWins, name: "comment", value: "<b>Fine</b>"), by: "ben")
        message.responses = log.summary
        let feedback = try #require(message.content as? FeedbackContent)
        #expect(feedback.stars(in: message.responses, by: "ben") == 4)
        #expect(feedback.comment(in: message.responses, by: "ben") == "<b>Fine</b>")
        let html = presenter.html(of: message).text
        #expect(html.contains("★★★★☆") && html.contains("&lt;b&gt;Fine") && !html.contains("<button"))
        #expect(presenter.text(of: message) == "Experience Rating\n★★★★☆\n<b>Fine</b>")
    }

    @Test func `a recording is played from where it is, and from nowhere that runs something`() {
        var audio = AudioContent(sourceURL: "https://a.example/song.mp3", title: "Song")
        audio.duration = 187
        let html = MessagePresenter().html(of: RichMessage(audio)).text
        #expect(html.contains(#"<audio controls="controls" preload="none" src="https://a.example/song.mp3""#))
        #expect(html.contains("3:07"))
        for address in ["javascript:alert(1)", "data:text/html,x", "//evil.example/x"] {
            let video = VideoContent(sourceURL: address)
            #expect(!MessagePresenter().html(of: RichMessage(video)).text.contains("<video"))
        }
    }
}
