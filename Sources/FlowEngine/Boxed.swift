/// A value that lies elsewhere on the heap, so that whatever holds it stays small: cheap to hand on, and little in the frame
/// of an `async` function, which lies on the heap as well.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.box.value == second.box.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
