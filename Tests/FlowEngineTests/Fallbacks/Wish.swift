import Expressions

/// What a customer wants to answer, whatever their device shows them.
indirect enum Wish: Sendable {
    /// Answers, by their labels.
    case labels([String])
    /// A time, by its place among those offered.
    case time(Int)
    case words(String)
    case files([String])
    case place
    case signIn
    case pay
    case app
    /// A form, by the names and wishes of its pages, as far as the customer comes by them.
    case pages([(String, Wish)])
    /// Nothing at all: the question is skipped.
    case nothing
}

/// How the customer answers where there is a choice.
enum Manner: String, CaseIterable {
    /// They tap what can be tapped.
    case taps
    /// They type what is written on what could be tapped.
    case types
    /// They reply with numbers where answers have numbers.
    case counts
}
