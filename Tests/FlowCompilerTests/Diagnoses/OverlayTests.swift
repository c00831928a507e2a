import FlowCompiler
import Testing

/// Diagnostics of `apple:` and `web:`: section 3.14.
@Suite struct OverlayTests {
    @Test(arguments: cases)
    func `a block for a channel has the channel's own keys, and changes no identifier`(_ example: Case) {
        example.check()
    }

    private static func laid(_ block: String) -> String {
        "hello:\n  ask: Which?\n  as: list\n  answers: [Rye, Wheat]\n  then: end\n  "
            + block.split(separator: "\n").joined(separator: "\n  ")
    }

    static let cases = [
        Case("keys of Apple", laid("apple:\n  receivedMessage:\n    subtitle: Hi: {today}\n    style: large")),
        Case(
            "keys of the web", laid("web:\n  description: Hi\n  response_name: bread\n  custom_data:\n    any: thing")),
        Case("an answer that is chosen at first", laid("web:\n  preselected_choice: Rye")),
        Case("an answer that is not there", laid("web:\n  preselected_choice: ‸Rice"), "unknown-answer"),
        Case("several that are not there", laid("web:\n  preselected_choice: [Rye, ‸Rice]"), "unknown-answer"),
        Case("choosing again", laid("web:\n  ‸allow_reselect: yes"), "unknown-channel-key"),
        Case("taking back", laid("web:\n  ‸allow_deselect: yes"), "unknown-channel-key"),
        Case("several answers", laid("web:\n  ‸allow_multiselect: yes"), "unknown-channel-key"),
        Case("the state itself", laid("web:\n  ‸initial_response_state: a"), "unknown-channel-key"),
        Case(
            "choosing again in a card", "hello:\n  show:\n    text: a\n    web:\n      allow_reselect: yes\n  then: end"
        ),
        Case("no such key", laid("apple:\n  ‸receivedMesage:\n    subtitle: Hi"), "unknown-channel-key"),
        Case("no such key further in", laid("apple:\n  receivedMessage:\n    ‸subtitel: Hi"), "unknown-channel-key"),
        Case("a key of the other channel", laid("web:\n  ‸receivedMessage: Hi"), "unknown-channel-key"),
        Case("the bid", laid("apple:\n  ‸bid: com.example"), "unknown-channel-key"),
        Case("an identifier", laid("apple:\n  data:\n    ‸requestIdentifier: 1"), "unknown-channel-key"),
        Case("an amount", laid("web:\n  ‸price: 4"), "unknown-channel-key"),
        Case(
            "an identifier of an item",
            laid("apple:\n  data:\n    listPicker:\n      sections:\n        - items:\n            - ‸identifier: a"),
            "unknown-channel-key"),
        Case("a text where a block is wanted", laid("apple:\n  receivedMessage: ‸Hi"), "wrong-shape"),
        Case(
            "a block where a text is wanted", laid("apple:\n  receivedMessage:\n    title:\n      ‸a: b"), "wrong-shape"
        ),
        Case("a list where a text is wanted", laid("apple:\n  URL: ‸[a, b]"), "wrong-shape"),
        Case("neither yes nor no", laid("apple:\n  useLiveLayout: ‸perhaps"), "bad-yes-no"),
        Case("no number", laid("apple:\n  data:\n    event:\n      timezoneOffset: ‸Berlin"), "bad-number"),
        Case("nothing", laid("‸apple:"), "empty-value"),
        Case("a key with nothing", laid("apple:\n  ‸URL:"), "empty-value"),
        Case("a text instead of keys", laid("apple: ‸Hi"), "wrong-shape"),
        Case("no such name", laid("apple:\n  receivedMessage:\n    title: Hi {‸nmae}"), "unknown-name"),
        Case(
            "below a card", "hello:\n  show:\n    text: a\n    web:\n      ‸titel: b\n  then: end",
            "unknown-channel-key"),
        Case(
            "a video beside a link",
            "hello:\n  show:\n    link: https://a.example\n    apple:\n      assets:\n        video:\n          url: https://a.example/v.mp4\n          mimeType: video/mp4\n  then: end"
        ),
        Case(
            "the address of a link",
            "hello:\n  show:\n    link: https://a.example\n    apple:\n      ‸url: https://b.example\n  then: end",
            "unknown-channel-key"),
        Case(
            "keys of a bubble below a card",
            "hello:\n  show:\n    link: https://a.example\n    apple:\n      ‸receivedMessage:\n        title: a\n  then: end",
            "unknown-channel-key"),
        Case(
            "of a step that only says something",
            "hello:\n  say: Hi\n  apple:\n    ‸recievedMessage:\n      title: a\n  then: end",
            "unknown-channel-key"),
    ]
}
