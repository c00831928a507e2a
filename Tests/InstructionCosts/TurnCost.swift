import FlowEngine

/// An answer through the engine, to the next question.
struct TurnCost {
    func perform(_ times: Int) throws {
        let flow = try FourQuestions()
        let (session, event) = try flow.chosen()
        for _ in 0..<times {
            guard try flow.turn(session, event).question != nil else { throw Unexpected("nothing was asked") }
        }
    }
}
