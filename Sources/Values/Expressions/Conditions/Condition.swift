/// A checked condition, ready to be evaluated: its words have been read as the types they are compared with.
public indirect enum Condition: Sendable, Hashable {
    case test(Name, Comparison)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    public enum Comparison: Sendable, Hashable {
        case isEmpty
        case isNotEmpty
        case equals(Operand)
        case differs(Operand)
        case isOneOf([Operand])
        case isNoneOf([Operand])
        case ordered(Ordering, Operand)
        case contains(Operand)
        case containsOneOf([Operand])
        case startsWith(Operand)
        case matches(Pattern)
    }

    public enum Ordering: Sendable, Hashable { case more, less, atLeast, atMost }

    public enum Operand: Sendable, Hashable {
        case value(Value)
        case name(Name)
    }
}

extension Condition {
    /// Evaluates the condition. Evaluation never fails: a comparison with an empty value is false, `is not` is true.
    public func isTrue(in scope: some Scope) -> Bool {
        switch self {
        case .test(let name, let comparison): comparison.isTrue(of: scope.value(of: name), in: scope)
        case .all(let conditions): conditions.allSatisfy { $0.isTrue(in: scope) }
        case .any(let conditions): conditions.contains { $0.isTrue(in: scope) }
        case .not(let condition): !condition.isTrue(in: scope)
        }
    }
}

extension Condition.Comparison {
    fileprivate func isTrue(of value: Value?, in scope: some Scope) -> Bool {
        switch self {
        case .isEmpty: value?.isBlank ?? true
        case .isNotEmpty: !(value?.isBlank ?? true)
        case .equals(let right): equal(value, right, scope)
        case .differs(let right): !equal(value, right, scope)
        case .isOneOf(let rights): rights.contains { equal(value, $0, scope) }
        case .isNoneOf(let rights): !rights.contains { equal(value, $0, scope) }
        case .ordered(let ordering, let right): isOrdered(value, ordering, right, scope)
        case .contains(let right): contains(value, right, scope)
        case .containsOneOf(let rights): rights.contains { contains(value, $0, scope) }
        case .startsWith(let right):
            pair(value, right, scope).map { $0.comparableText.hasPrefix($1.comparableText) } ?? false
        case .matches(let pattern): value.map { pattern.matches($0.plainText) } ?? false
        }
    }

    private func pair(_ left: Value?, _ right: Condition.Operand, _ scope: some Scope) -> (Value, Value)? {
        guard let left, let right = right.value(in: scope) else { return nil }
        return (left, right)
    }

    private func equal(_ left: Value?, _ right: Condition.Operand, _ scope: some Scope) -> Bool {
        pair(left, right, scope).map { $0.isSame(as: $1) } ?? false
    }

    private func contains(_ left: Value?, _ right: Condition.Operand, _ scope: some Scope) -> Bool {
        guard let (left, right) = pair(left, right, scope) else { return false }
        if case .list(let items) = left { return items.contains { $0.isSame(as: right) } }
        return left.comparableText.contains(right.comparableText)
    }

    private func isOrdered(
        _ left: Value?, _ ordering: Condition.Ordering, _ right: Condition.Operand, _ scope: some Scope
    ) -> Bool {
        guard let (left, right) = pair(left, right, scope), let order = left.order(beside: right) else { return false }
        switch ordering {
        case .more: return order > 0
        case .less: return order < 0
        case .atLeast: return order >= 0
        case .atMost: return order <= 0
        }
    }
}

extension Condition.Operand {
    fileprivate func value(in scope: some Scope) -> Value? {
        switch self {
        case .value(let value): value
        case .name(let name): scope.value(of: name)
        }
    }
}
