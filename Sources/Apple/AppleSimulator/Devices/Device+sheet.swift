import Synchronization

/// The payment sheet of a device; only one can be open, as on a real device.
extension Device {
    func open(_ sheet: PaymentSheet) throws(SimulatorRefusal) {
        let isFree = sheets.withLock { open in
            guard open == nil else { return false }
            open = sheet
            return true
        }
        guard isFree else { throw .conflict("a payment sheet is open already; pay, or close it first") }
    }

    func openSheet() throws(SimulatorRefusal) -> PaymentSheet {
        guard let sheet = sheets.withLock({ $0 }) else { throw Self.noSheet }
        return sheet
    }

    /// Applies the customer's change to the sheet. Returns the sheet before and after it.
    func choose(_ change: SheetChange) throws(SimulatorRefusal) -> (before: PaymentSheet, chosen: PaymentSheet) {
        try sheets.withLock { open throws(SimulatorRefusal) in
            guard let sheet = open else { throw Self.noSheet }
            guard !sheet.isPaying else { throw Self.onItsWay }
            let chosen = try sheet.choosing(change)
            open = chosen
            return (sheet, chosen)
        }
    }

    /// Applies a response to the sheet, unless the customer has made another change since.
    func update(_ chosen: PaymentSheet, with next: PaymentSheet) {
        sheets.withLock { open in
            guard let sheet = open, sheet.request == chosen.request, sheet.revision == chosen.revision, !sheet.isPaying
            else { return }
            open = next
        }
    }

    /// Returns the sheet for payment if `check` accepts it; nothing on it can be changed until the payment has ended.
    func beginPaying(
        _ check: (PaymentSheet) throws(SimulatorRefusal) -> Void
    ) throws(SimulatorRefusal) -> PaymentSheet {
        try sheets.withLock { open throws(SimulatorRefusal) in
            guard let sheet = open else { throw Self.noSheet }
            guard !sheet.isPaying else { throw Self.onItsWay }
            try check(sheet)
            open?.isPaying = true
            return sheet
        }
    }

    /// Records that the payment failed: the sheet shows the reason and stays open.
    func stopPaying(_ sheet: PaymentSheet, errors: [PaymentError], problem: String) {
        sheets.withLock { open in
            guard open?.request == sheet.request else { return }
            open?.isPaying = false
            open?.wasRefused = true
            open?.errors = errors
            open?.problem = problem
        }
    }

    /// Records that the payment succeeded: the sheet closes, and the bubble cannot be paid again.
    func endPaying(_ sheet: PaymentSheet) {
        markBubble(sheet.bubble.number, answered: true)
        sheets.withLock { $0 = nil }
    }

    /// Closes the sheet for the customer.
    func closeSheet() throws(SimulatorRefusal) -> PaymentSheet {
        try sheets.withLock { open throws(SimulatorRefusal) in
            guard let sheet = open else { throw Self.noSheet }
            guard !sheet.isPaying else { throw Self.onItsWay }
            open = nil
            return sheet
        }
    }

    private static let noSheet = SimulatorRefusal.conflict("no payment sheet is open; tap the bubble first")
    private static let onItsWay = SimulatorRefusal.conflict("the payment is in progress; wait until it ends")
}
