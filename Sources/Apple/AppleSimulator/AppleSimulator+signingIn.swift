import JSON

/// Customers' sign-ins.
extension AppleSimulator {
    /// The outcome of a customer's sign-in.
    public struct SignInOutcome: Sendable {
        /// `success`, `failure`, `cancel` or `unknown`, depending on how the window was closed.
        public let status: String
        public let errorCode: String?
        /// The text of the page on which the customer gave up; `nil` when the window was closed from outside.
        public let page: String?
        /// The outcome of the event that notifies the business.
        public let webhook: WebhookOutcome
    }

    /// The customer taps the bubble, signs in in the window that opens, and returns.
    ///
    /// - Parameters:
    ///   - cancels: whether they press Cancel on the provider's page.
    /// - Throws: `SimulatorRefusal` when the business has registered no sign-in, and `HTTPFailure` when a page cannot
    ///   be fetched.
    @discardableResult
    public func signIn(
        user: String, password: String, cancels: Bool = false, on choice: BubbleChoice = .newestUnanswered,
        from id: DeviceID
    ) async throws -> SignInOutcome {
        let device = try world.device(id)
        let bubble = try device.openBubble(choice, Authentication.isAuthentication) { identifiers.uuid() }
        guard let feature = bubble.message.feature as? Authentication else {
            throw SimulatorRefusal.invalid("that bubble asks for no sign-in")
        }
        guard let registration = world.business(device.description.business)?.signIn else {
            throw SimulatorRefusal.conflict("the business has registered no sign-in")
        }
        var browser = SignInBrowser(
            client: browsing,
            credentials: SignInBrowser.Credentials(user: user, password: password, cancels: cancels))
        let end = try await browser.walk(from: feature.address(at: registration))
        let answer = feature.answer(end)
        let outcome = try await self.answer(
            .request(bubble.message.requestIdentifier), on: device, Authentication.isAuthentication
        ) {
            bubble throws(SimulatorRefusal) in
            (
                bubble.message.reply(answer, title: nil, session: bubble.session),
                .signIn(request: bubble.message.requestIdentifier, answer)
            )
        }
        return SignInOutcome(
            status: answer["status"]?.string ?? "", errorCode: answer["error_code"]?.string, page: end.page,
            webhook: outcome)
    }
}

extension SignInBrowser.End {
    fileprivate var page: String? {
        if case .page(_, let text) = self { text } else { nil }
    }
}
