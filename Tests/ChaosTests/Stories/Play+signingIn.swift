import SignIn

/// Actions of customers who sign in. Their phones call the server itself back.
extension Play {
    mutating func signIn(_ customer: String) {
        guard let signIn = phone(of: customer).signIns.last else { return }
        let code = "code-\(outside.chance.number(below: 1_000_000_000))"
        outside.change { $0.codes[code] = (customer, false) }
        comeBack(customer, signIn, Callback(provider: Shop.provider, state: signIn.state, code: code))
    }

    mutating func refuseSignIn(_ customer: String) {
        guard let signIn = phone(of: customer).signIns.last else { return }
        comeBack(
            customer, signIn,
            Callback(provider: Shop.provider, state: signIn.state, code: nil, error: "access_denied"))
    }

    mutating func comeBackAgain(_ customer: String) {
        guard let (signIn, back) = phone(of: customer).lastReturn else { return }
        comeBack(customer, signIn, back)
    }

    private mutating func comeBack(_ customer: String, _ signIn: PhoneSignIn, _ back: Callback) {
        guard let life, !life.pulse.isOver, let gate = life.gate else { return }
        outside.change { $0.phones[customer]?.lastReturn = (signIn, back) }
        let outside = outside
        handing.append(
            Task(executorPreference: conductor) {
                let end = await gate.signIns.handleCallback(back).end
                guard life.pulse.touchWorld() else { return }
                outside.tell("the window of \(customer) hears \(end)")
                if end == .signedIn { outside.change { _ = $0.phones[customer]?.signedIn.insert(signIn.question) } }
            })
    }
}
