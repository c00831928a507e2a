public import Expressions

/// An external operation that a flow can call: its inputs, its results, and how to reach it.
public struct Action: Sendable {
    public var name: String
    public var target: Target
    /// In the order written.
    public var takes: [ValueType.RecordField]
    public var gives: [ValueType.RecordField]
    /// The path of a result in the response, for results that are not found under their own name.
    public var from: [String: AnswerPath]
    /// Named failures that the response indicates; the first match applies.
    public var problems: [Problem]
    /// The time limit for a response.
    public var timeout: TimeLength
    /// The number of retries after no response, a 429 or a 5xx.
    public var retries: Int
    /// Whether every visit of a step has its own idempotency key.
    public var isOnce: Bool
    /// Inputs and results that are kept out of logs.
    public var privateNames: Set<String>
    /// Test doubles, in the order written; the first is the default.
    public var examples: [Example]

    /// An action without inputs and results that fails when it is called.
    public init(name: String) {
        self.name = name
        target = .swift(name)
        takes = []
        gives = []
        from = [:]
        problems = []
        timeout = .seconds(10)
        retries = 0
        isOnce = true
        privateNames = []
        examples = []
    }

    /// The type of the name of the step that calls the action: all results, and after a failure its name.
    public var answerType: ValueType {
        .record(gives.withProblem)
    }

    public enum Target: Sendable {
        case http(HTTPTarget)
        /// An action registered in the server, by its name.
        case swift(String)
        /// A table of the bot.
        case results(ResultCall)
    }

    public struct Example: Sendable {
        public var name: String
        public var gives: Fields
        /// Set when the example fails.
        public var problem: String?

        public init(name: String, gives: Fields, problem: String?) {
            self.name = name
            self.gives = gives
            self.problem = problem
        }
    }

    /// The secrets that a call needs: the names after `secret.`.
    public var secrets: Set<String> {
        guard case .http(let target) = target else { return [] }
        let texts = [target.address] + (target.headers + target.query).map(\.value) + (target.body?.texts ?? [])
        return Set(texts.flatMap(\.inserts).filter { $0.name.root == "secret" }.compactMap(\.name.fields.first))
    }

    /// The providers whose tokens the headers carry: the names after `token.`.
    public var tokenProviders: Set<String> {
        guard case .http(let target) = target else { return [] }
        return target.tokenProviders
    }

    public struct Problem: Sendable {
        public enum Sign: Sendable {
            case status(Int)
            /// A condition on the response.
            case answer(Condition)
        }

        public var sign: Sign
        public var name: String

        public init(sign: Sign, name: String) {
            self.sign = sign
            self.name = name
        }
    }
}

/// A host that actions may call.
public struct ActionHost: Sendable, Hashable {
    /// In lower case.
    public let name: String
    /// `nil` allows any port.
    public let port: Int?

    /// Parses `api.shop.example` or `127.0.0.1:9000`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, !name.isEmpty,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
        else { return nil }
        if parts.count == 2 {
            guard let number = UInt16(parts[1]), number > 0 else { return nil }
            port = Int(number)
        } else {
            port = nil
        }
        self.name = name.lowercased()
    }
}

/// The template of an HTTP request, with names to be filled in.
public struct HTTPTarget: Sendable {
    public var method: String
    public var address: Template
    public var headers: [(name: String, value: Template)]
    public var query: [(name: String, value: Template)]
    /// The inputs that are sent as query parameters of their own names, after `query`.
    public var queryInputs: [String]
    public var body: BodyTemplate?

    public init(
        method: String, address: Template, headers: [(name: String, value: Template)],
        query: [(name: String, value: Template)], queryInputs: [String] = [], body: BodyTemplate?
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.query = query
        self.queryInputs = queryInputs
        self.body = body
    }
}

extension HTTPTarget {
    /// The providers whose tokens the headers carry.
    public var tokenProviders: Set<String> {
        Set(headers.flatMap(\.value.inserts).filter { $0.name.root == "token" }.compactMap(\.name.fields.first))
    }
}

/// A JSON body with names to be filled in.
public indirect enum BodyTemplate: Sendable {
    case value(Template)
    case object([(name: String, value: BodyTemplate)])
    case list([BodyTemplate])

    fileprivate var texts: [Template] {
        switch self {
        case .value(let template): [template]
        case .object(let members): members.flatMap(\.value.texts)
        case .list(let items): items.flatMap(\.texts)
        }
    }
}

/// A path in a JSON response: `booking.code`, `items[0].id`.
public struct AnswerPath: Sendable, Hashable {
    public enum Part: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    public let parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// Parses `booking.code` or `items[0].id`; `nil` for anything else.
    public init?(_ text: String) {
        var parts: [Part] = []
        for piece in text.split(separator: ".", omittingEmptySubsequences: false) {
            let key = piece.prefix { $0 != "[" }
            var rest = piece.dropFirst(key.count)
            guard !key.isEmpty || !rest.isEmpty && parts.isEmpty else { return nil }
            if !key.isEmpty { parts.append(.key(String(key))) }
            while let open = rest.first {
                guard open == "[", let close = rest.firstIndex(of: "]"),
                    let index = Int(rest[rest.index(after: rest.startIndex)..<close]), index >= 0
                else { return nil }
                parts.append(.index(index))
                rest = rest[rest.index(after: close)...]
            }
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }
}
