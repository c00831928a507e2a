import Diagnostics
import Expressions
import MessageModel

/// Finds the payment questions that customers of the web chat can reach. A browser has no payment sheet.
///
/// A step with `if_unable` has an exit for them, so only that exit is followed. A condition of a `when` that depends
/// only on `device` is evaluated for a browser; any other may be true or false.
struct WebPayments {
    private let project: Project
    private let graph: StepGraph
    private let names: [NameTable]
    private var reached: Set<StepID> = []
    private var pending: [StepID] = []
    private var entered: Set<Int> = []

    /// The payment steps that customers of the web chat can reach and that have no exit for them.
    static func steps(in project: Project, _ graph: StepGraph, _ names: [NameTable]) -> [StepID] {
        let payments = project.stepIDs.filter { project.asksToPay($0) }
        guard !payments.isEmpty else { return [] }
        var walk = WebPayments(project, graph, names)
        walk.run()
        return payments.filter {
            walk.reached.contains($0) && project.step($0).exits.unable == nil && !project.hasPayPage($0)
        }
    }

    private init(_ project: Project, _ graph: StepGraph, _ names: [NameTable]) {
        self.project = project
        self.graph = graph
        self.names = names
    }

    private mutating func run() {
        let bot = project.bot
        for destination in [bot.start].compactMap({ $0 }) + bot.entries.destinations + bot.anywhere.destinations {
            reach(project.resolve(destination, in: nil))
        }
        while let id = pending.popLast() {
            if entered.insert(id.flow).inserted {
                for word in project.flows[id.flow].anywhere.destinations { reach(project.resolve(word, in: id.flow)) }
            }
            for way in graph.ways(from: id) where isOpen(way) { reach(way.target) }
        }
    }

    private mutating func reach(_ target: Target?) {
        guard case .step(let id)? = target, reached.insert(id).inserted else { return }
        pending.append(id)
    }

    /// Whether a customer with a browser can take this edge.
    private func isOpen(_ way: StepGraph.Way) -> Bool {
        switch way.kind {
        case .line(let index): isOpen(line: index, of: way.from)
        case .unable, .empty, .failed, .retry: true
        default: !project.asksToPay(way.from) || project.step(way.from).exits.unable == nil
        }
    }

    /// Whether a line of a `when` can be taken: no line above it is always true, and it is not always false.
    private func isOpen(line index: Int, of id: StepID) -> Bool {
        guard case .when(let when)? = project.step(id).thing else { return true }
        for line in when.lines.prefix(index) where isTrue(line, in: id.flow) == true { return false }
        return index >= when.lines.count || isTrue(when.lines[index], in: id.flow) != false
    }

    private func isTrue(_ line: WhenSyntax.Line, in flow: Int) -> Bool? {
        line.condition.resolved(in: names[flow], project.bot.context).0?.isTrue(on: BrowserScope())
    }
}

extension Project {
    fileprivate func asksToPay(_ id: StepID) -> Bool {
        if case .pay? = step(id).question?.kind { true } else { false }
    }
}

/// The values that are known for every browser before the first answer.
private struct BrowserScope: Scope {
    func value(ofRoot root: String) -> Value? { root == "device" ? Device.web.fields : nil }
}

extension Condition {
    /// Whether it is true for every session on a device of this kind, or false for every one; `nil` when that varies.
    fileprivate func isTrue(on device: BrowserScope) -> Bool? {
        switch self {
        case .test(let name, let comparison):
            return name.root == "device" && comparison.isOfConstants ? isTrue(in: device) : nil
        case .all(let conditions):
            let results = conditions.map { $0.isTrue(on: device) }
            return results.contains(false) ? false : results.contains(nil) ? nil : true
        case .any(let conditions):
            let results = conditions.map { $0.isTrue(on: device) }
            return results.contains(true) ? true : results.contains(nil) ? nil : false
        case .not(let condition): return condition.isTrue(on: device).map { !$0 }
        }
    }
}

extension Condition.Comparison {
    /// Whether it only compares with constants.
    fileprivate var isOfConstants: Bool {
        switch self {
        case .isEmpty, .isNotEmpty, .matches: true
        case .equals(let operand), .differs(let operand), .ordered(_, let operand), .contains(let operand),
            .startsWith(let operand):
            operand.isConstant
        case .isOneOf(let operands), .isNoneOf(let operands), .containsOneOf(let operands):
            operands.allSatisfy(\.isConstant)
        }
    }
}

extension Condition.Operand {
    fileprivate var isConstant: Bool {
        if case .value = self { true } else { false }
    }
}

extension Project {
    /// Whether customers without a pay sheet pay on a page of the business.
    fileprivate func hasPayPage(_ id: StepID) -> Bool {
        if case .pay(let pay)? = step(id).question?.kind { pay.page != nil } else { false }
    }
}
