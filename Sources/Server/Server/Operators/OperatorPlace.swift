/// A page of operators to which the way through signing in may lead; others are not followed.
enum OperatorPlace: String, CaseIterable, Sendable {
    case studio, publish, desk

    var path: String {
        switch self {
        case .studio: "/studio"
        case .publish: "/studio/publish"
        case .desk: "/desk"
        }
    }
}
