/// The transitions between the pages of a form. Every transition leads to a later page, so a form always ends.
struct PageWays {
    enum Target: Hashable {
        case page(Int)
        case send
    }

    private let form: FormSyntax
    /// The targets of each page; `nil` for an unknown target.
    private let ways: [[Target?]]

    init(_ form: FormSyntax) {
        self.form = form
        ways = form.pages.indices.map { Self.ways(of: $0, in: form) }
    }

    /// The target of a destination on a page; `nil` when it does not name a page.
    static func target(_ destination: DestinationSyntax, in form: FormSyntax) -> Target? {
        guard case .step(let name) = destination.target else { return nil }
        return name == "send" ? .send : form.page(named: name).map { .page($0) }
    }

    /// The target of answers without their own: that of `then`, otherwise the next page.
    static func next(after page: Int, in form: FormSyntax) -> Target? {
        if let then = form.pages[page].then { return target(then.destination, in: form) }
        return page + 1 < form.pages.count ? .page(page + 1) : .send
    }

    private static func ways(of page: Int, in form: FormSyntax) -> [Target?] {
        let syntax = form.pages[page]
        guard let question = syntax.question else { return [nil] }
        let next = next(after: page, in: form)
        guard let answers = syntax.answers, !answers.several else { return [next] }
        var ways = answers.items.map { item in
            guard let then = item.then else { return next }
            return target(then, in: form)
        }
        if question.isOptional { ways.append(next) }
        return answers.isDamaged ? ways + [nil] : ways
    }

    /// Whether all answers of a page have their own targets, so that its `then` is never used.
    func hasUnusedThen(_ page: Int) -> Bool {
        let syntax = form.pages[page]
        guard syntax.then != nil, let question = syntax.question, !question.isOptional, let answers = syntax.answers,
            !answers.several, !answers.isDamaged, !answers.items.isEmpty
        else { return false }
        return answers.items.allSatisfy { $0.then != nil }
    }

    /// The reachable pages. After an unknown target, all pages count as reachable.
    var reached: Set<Int> {
        var reached: Set<Int> = [0]
        for page in form.pages.indices where reached.contains(page) {
            for way in ways[page] {
                switch way {
                case .page(let target)?: reached.insert(target)
                case .send?: break
                case nil: reached.formUnion(form.pages.indices.dropFirst(page + 1))
                }
            }
        }
        return reached
    }

    /// Whether every path through the form includes a page.
    func alwaysPasses(_ page: Int) -> Bool {
        var reached: Set<Int> = [0]
        for here in form.pages.indices where here != page && reached.contains(here) {
            for way in ways[here] {
                switch way {
                case .page(let target)?: reached.insert(target)
                case .send?: return false
                case nil: break
                }
            }
        }
        return true
    }
}
