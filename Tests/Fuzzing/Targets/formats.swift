import Expressions

private let wordings = ["en", "de", "fr", "es", "ja", "ar"].map { Wording(language: $0, zone: Names.zone) }

/// Any text as a message to customers: it can be formatted in every language, or a name in it is empty.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: bytes(start, count), as: UTF8.self)
    let (template, problems) = Template.parse(text)
    for problem in problems { require(problem.range.upperBound <= text.utf8.count, "no such place") }
    let wrong = template.problems(in: Names())
    for problem in wrong { require(problem.range.upperBound <= text.utf8.count, "no such place") }
    for wording in wordings {
        let full = try? template.text(in: Names(), wording)
        if problems.isEmpty && wrong.isEmpty { require(full != nil, "everything is there, and yet something is empty") }
        _ = try? template.text(in: Nothing(), wording)
    }
    return 0
}
