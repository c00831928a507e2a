import Diagnostics

/// A file in which `‸` marks the erroneous places, in the order of the expected codes.
///
/// The mark precedes the erroneous character and is removed before the file is compiled, so that a table can be read
/// without counting columns.
struct Marked: Sendable {
    let text: String
    let places: [Place]

    init(_ source: String) {
        var text = ""
        var places: [Place] = []
        var line = 1
        for character in source {
            if character == "‸" {
                let start = text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
                places.append(Place(line: line, column: text[start...].count + 1))
            } else {
                if character.isNewline { line += 1 }
                text.append(character)
            }
        }
        self.text = text
        self.places = places
    }
}
