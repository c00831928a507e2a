import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of quick replies` {
    private static let path = "interactiveData.data.quick-reply"

    @Test(arguments: [
        Complaining("\(path)", [], "expected an object, found a list"),
        Complaining("\(path).summaryText", nil, missing),
        Complaining("\(path).summaryText", long, "201 characters are too long"),
        Complaining("\(path).items", nil, missing),
        Complaining("\(path).items", [:], "expected a list"),
        Complaining("\(path).items", [], "two to five items, and this one has 0"),
        Complaining("\(path).items", .array([item("a")]), "two to five items, and this one has 1"),
        Complaining("\(path).items", .array("abcdef".map { item(String($0)) }), "this one has 6"),
        Complaining("\(path).items[1].identifier", nil, missing),
        Complaining("\(path).items[1].identifier", "city", "`city` occurs twice"),
        Complaining("\(path).items[2].title", nil, missing),
        Complaining("\(path).items[2].title", "", "required and is empty"),
        Complaining("\(path).items[2].title", "two\nlines", "has one line"),
        Complaining("\(path).items[2].title", long, "201 characters are too long"),
        Complaining("\(path).items[0].id", "x", "it is called `identifier`"),
        Complaining("\(path).items[0].colour", "x", "there is no key `colour` here"),
        Complaining("\(path).item", [], "it is called `items`"),
        Complaining("interactiveData.data.quickReply", [:], "it is called `quick-reply`"),
        Complaining("interactiveData.receivedMessage", ["title": "x"], "`quick-reply` has no such bubble"),
        Complaining("interactiveData.replyMessage", ["title": "x"], "`quick-reply` has no such bubble"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.quickReply(to: $0) }
    }

    private static func item(_ name: String) -> JSONValue { ["identifier": .string(name), "title": .string(name)] }
}
