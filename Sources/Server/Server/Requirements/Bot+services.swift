package import FlowModel

extension Bot {
    /// Returns a warning for each step that needs a service which is not fully set up; the server logs them at the
    /// start.
    ///
    /// - Parameter publicURL: the public URL of this server; `nil` when none is set.
    package func serviceWarnings(publicURL: String?) -> [String] {
        serviceQuestions.compactMap { flow, step, kind in
            let place = "flow `\(flow.name)`, step `\(step.name)`"
            switch kind {
            case .app(let app):
                guard apps[app.app].icon == nil else { return nil }
                return "\(place): the app `\(apps[app.app].name)` has no `icon`, which Apple requires in every message"
            default:
                let isPaying = if case .pay = kind { true } else { false }
                let what = isPaying ? "paying" : "signing in"
                if publicURL == nil {
                    return "\(place): \(what) needs `server.public_url`; without it the step takes `if_failed`"
                }
                return nil
            }
        }
    }

    /// The payment steps whose merchant has no payment processor, one sentence each.
    package var lacksForPaying: [String] {
        serviceQuestions.compactMap { flow, step, kind in
            guard case .pay(let pay) = kind, merchants[pay.merchant].processor == nil else { return nil }
            return "flow `\(flow.name)`, step `\(step.name)`: the merchant `\(merchants[pay.merchant].name)` has no "
                + "`processor` in Config/services.yaml, so payments cannot be processed"
        }
    }

    /// The payment steps at which customers of the web chat would be stuck, one sentence each: only Apple's devices
    /// have a pay sheet.
    package var lacksForPayingOnWeb: [String] {
        paymentsOnWeb.map { reference in
            "flow `\(flows[reference.flow].name)`, step `\(step(reference).name)`: customers of the web chat cannot pay here; "
                + "add `if_unable` to the step, route them elsewhere before it with `when` and `device.pay is no`, or set "
                + "`web_chat.enabled` to `false`"
        }
    }

    private var serviceQuestions: [(flow: Flow, step: Step, kind: Question.Kind)] {
        flows.flatMap { flow in
            flow.steps.compactMap { step in
                guard case .ask(let question) = step.thing, question.kind.isService else { return nil }
                return (flow, step, question.kind)
            }
        }
    }
}
