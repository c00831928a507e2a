/// A value that lies elsewhere on the heap, so that whatever holds it stays small: cheap to hand on, and little in the frame
/// of an `async` function, which lies on the heap as well.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// Inlined, so that whoever reads one field of a large value does not copy all of it.
    @inlinable public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.box.value == second.box.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
