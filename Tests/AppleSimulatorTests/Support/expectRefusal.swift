import Testing

@testable import AppleSimulator

/// Expects a refusal whose reason contains `reason`.
func expectRefusal(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> some Sendable
) async {
    do {
        _ = try await work()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let refusal as SimulatorRefusal {
        #expect(refusal.reason.contains(reason), "\(refusal.reason)", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
