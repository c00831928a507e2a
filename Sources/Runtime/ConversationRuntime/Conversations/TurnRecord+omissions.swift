import FlowEngine
import Logging

extension TurnRecord {
    /// Logs what its turn has left out or dropped.
    func logOmissions(of session: SessionID?, to logger: Logger) {
        // As many wait for the customer as may.
        for step in turn?.remindersLeftOut ?? [] {
            var metadata = Logger.Metadata.cause(cause)
            metadata["step"] = "\(step.flow)/\(step.step)"
            logger.warning("reminder not set, too many wait for the customer", metadata: metadata)
        }
        for event in turn?.droppedEvents ?? [] {
            var metadata = Logger.Metadata.cause(cause, reason: event.reason.rawValue)
            metadata["event"] = "\(event.name)"
            metadata["session"] = session.map { "\($0.number)" }
            logger.notice("waiting event dropped", metadata: metadata)
        }
    }
}
