/// Access to a value that is replaced as a whole while the program runs.
///
/// Take the value once for a piece of work, such as a request: the value itself never changes, so the work sees one
/// state from its beginning to its end.
public struct Current<Value: Sendable>: Sendable {
    private let read: @Sendable () -> Value

    /// - Parameter read: returns the present value.
    public init(_ read: @escaping @Sendable () -> Value) { self.read = read }

    /// A value that is never replaced.
    public init(always value: Value) { read = { value } }

    /// The present value.
    public var value: Value { read() }

    /// Returns access to what `transform` makes of the present value.
    public func map<Result>(_ transform: @escaping @Sendable (Value) -> Result) -> Current<Result> {
        Current<Result> { transform(read()) }
    }
}
