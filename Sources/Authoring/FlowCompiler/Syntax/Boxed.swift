/// Keeps a large part of the syntax in memory of its own, so that the values which contain it are copied in a few words.
///
/// The checks pass steps and questions around by the thousand at every key that is typed, and each of them has room for
/// everything that can be written in one.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(wrappedValue: Value) { box = Box(wrappedValue) }

    var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }
}
