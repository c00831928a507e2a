import Expressions

/// The answer that a customer wants to give, whatever their device shows.
indirect enum Wish: Sendable {
    /// Answers, by their labels.
    case labels([String])
    /// A time, by its position among those offered.
    case time(Int)
    case words(String)
    case files([String])
    case place
    case signIn
    case pay
    case app
    /// A form, by the names and answers of the pages that the customer reaches.
    case pages([(String, Wish)])
    /// No answer: the question is skipped.
    case nothing
}

/// The way in which the customer answers, if there is a choice.
enum Manner: String, CaseIterable {
    /// Taps options if possible.
    case taps
    /// Types the labels of options.
    case types
    /// Replies with the numbers of options if there are any.
    case counts
}
