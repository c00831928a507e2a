import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of the envelope` {
    @Test(arguments: [
        Complaining("v", nil, missing),
        Complaining("v", 2, "the version of the API is 1, not 2"),
        Complaining("v", "1", "expected a whole number, found a string"),
        Complaining("type", nil, missing),
        Complaining("type", "sms", "`sms` is none of `text`, `interactive`, `richLink`"),
        Complaining("type", "close", "only the customer closes a conversation"),
        Complaining("body", nil, missing),
        Complaining("body", "", "required and is empty"),
        Complaining("body", 7, "expected a string, found a number"),
        Complaining("locale", 7, "expected a string"),
        Complaining("intent", [], "expected a string, found a list"),
        Complaining("group", true, "expected a string, found true or false"),
        Complaining("subject", "x", "there is no key `subject` here"),
        Complaining("text", "x", "it is called `body`"),
        Complaining("richLinkDataRef", [:], "not simulated yet"),
        Complaining("interactiveData", [:], "a message of type `text` has no `interactiveData`"),
        Complaining("richLinkData", [:], "a message of type `text` has no `richLinkData`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.text(to: $0) }
    }

    @Test func `an id that is no UUID is refused, though header and body agree`() async throws {
        try await Complaining("id", "message-1", "`message-1` is not a UUID").check { Messages.text(to: $0) }
    }
}
