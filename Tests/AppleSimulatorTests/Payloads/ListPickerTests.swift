import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of list pickers` {
    private static let path = "interactiveData.data.listPicker"

    @Test(arguments: [
        Complaining("\(path).sections", nil, missing),
        Complaining("\(path).sections", [], "at least one section"),
        Complaining("\(path).listPickerItem", [], "it is called `sections`"),
        Complaining("\(path).sections[0].listPickerItem", [], "it is called `items`"),
        Complaining("\(path).sections[0].title", nil, missing),
        Complaining("\(path).sections[0].title", long, "201 characters are too long"),
        Complaining("\(path).sections[0].order", "0", "expected a whole number, found a string"),
        Complaining("\(path).sections[0].order", .number(half), "expected a whole number, found 0.5"),
        Complaining("\(path).sections[0].multipleSelection", "yes", "expected true or false"),
        Complaining("\(path).sections[0].colour", "red", "there is no key `colour` here"),
        Complaining("\(path).sections[1].items", [], "at least one item"),
        Complaining("\(path).sections[1].items", nil, missing),
        Complaining("\(path).sections[1].items[0].identifier", nil, missing),
        Complaining("\(path).sections[1].items[1].identifier", "s1", "`s1` occurs twice"),
        Complaining("\(path).sections[1].items[0].title", nil, missing),
        Complaining("\(path).sections[1].items[0].title", long, "201 characters are too long"),
        Complaining("\(path).sections[1].items[0].subtitle", long, "201 characters are too long"),
        Complaining("\(path).sections[1].items[0].imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(path).sections[1].items[0].imageIdentifier", true, "expected a string"),
        Complaining("\(path).sections[1].items[0].order", true, "expected a whole number"),
        Complaining("\(path).sections[1].items[0].style", 1, "expected a string"),
        Complaining("\(path).sections[1].items[0].price", 1, "there is no key `price` here"),
        Complaining("interactiveData.data.list-picker", [:], "it is called `listPicker`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.listPicker(to: $0) }
    }

    private static let half = JSONNumber(0.5)
}
