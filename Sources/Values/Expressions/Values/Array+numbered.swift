extension Array {
    /// The element with a number that people see, counted from 1; `nil` when there is none, whatever they have typed.
    package func element(numbered number: Int) -> Element? {
        number >= 1 && number <= count ? self[number - 1] : nil
    }
}
