import Expressions

/// Any text as a condition and as an arithmetic expression: what can be parsed can be evaluated, with or without
/// values.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: bytes(start, count), as: UTF8.self)
    let (syntax, problems) = ConditionSyntax.parse(text)
    for problem in problems { require(problem.range.upperBound <= text.utf8.count, "no such place") }
    let (condition, further) = syntax.resolved(in: Names(), Names.context)
    for problem in further { require(problem.range.upperBound <= text.utf8.count, "no such place") }
    if let condition {
        _ = condition.isTrue(in: Names())
        _ = condition.isTrue(in: Nothing())
    }
    if let pattern = try? Pattern(text) { _ = pattern.matches(text) }
    return 0
}
