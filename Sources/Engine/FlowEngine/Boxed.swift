/// A value in a separate heap allocation, so that its container stays small: cheap to pass on, and small in the frame
/// of an `async` function, which is on the heap as well.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// Inlined, so that reading one field of a large value does not copy all of it.
    @inlinable public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// The box, with which other containers share the value.
    @inlinable public var projectedValue: Boxed { self }

    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.box.value == second.box.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
