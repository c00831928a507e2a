import Diagnostics

/// An expected diagnostic: its location and its code.
struct Found: Hashable, Comparable, CustomStringConvertible {
    let file: String
    let line: Int
    let column: Int
    let code: String

    init(_ line: Int, _ column: Int, _ code: String, in file: String = "Flows/broken.yaml") {
        self.file = file
        self.line = line
        self.column = column
        self.code = code
    }

    var description: String { "\(file):\(line):\(column) \(code)" }

    static func < (left: Found, right: Found) -> Bool {
        (left.file, left.line, left.column, left.code) < (right.file, right.line, right.column, right.code)
    }
}

extension DiagnosticReport {
    /// All diagnostics, by location.
    var found: [Found] {
        diagnostics.map { diagnostic in
            let place = places(of: diagnostic.span).start
            return Found(place.line, place.column, diagnostic.code.rawValue, in: diagnostic.span.file)
        }.sorted()
    }
}
