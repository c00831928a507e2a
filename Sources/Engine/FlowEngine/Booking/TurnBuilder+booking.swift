import Expressions
import FlowModel
import MessageModel

/// Slots that customers take from each other.
extension TurnBuilder {
    /// Notes that the turn depends on what others have taken in a calendar.
    mutating func wantCalendar(_ calendar: String) {
        if event.shared?.calendars.contains(where: { $0.calendar == calendar }) != true {
            wantedCalendars.insert(calendar)
        }
    }

    /// The times that others have taken, and those that this customer keeps by other answers.
    func timesTaken(of calendar: String?) -> [TakenTime] {
        guard let calendar else { return [] }
        let others = event.shared?.calendars.first { $0.calendar == calendar }?.times ?? []
        let own = session.bookings.filter { booking in
            booking.calendar == calendar && (booking.isSettled || booking.name != openStepQuestion?.name)
        }
        return others + own.map { TakenTime(start: $0.start, end: $0.end) }
    }

    /// Takes the slot that answers the open question, in place of what the question took before. Returns `false` when
    /// others were faster: then the customer has been informed, and offered the rest.
    mutating func takeSlot(_ value: Value?, _ open: OpenQuestion) throws(EngineError) -> Bool {
        guard let question = openStepQuestion, case .times(let times) = question.kind, let places = times.places else {
            return true
        }
        wantCalendar(places.calendar)
        guard case .time(let slot)? = value else {
            giveBackOpen(open.name)
            return true
        }
        guard TakenTime.most(of: timesTaken(of: places.calendar), during: slot) < places.count else {
            sayTaken()
            try repeatQuestion()
            return false
        }
        giveBackOpen(open.name)
        session.bookings.append(
            SlotBooking(
                id: newID(), calendar: places.calendar, flow: session.flow, step: session.step, name: open.name,
                start: slot.start, end: slot.end, places: places.count, until: places.hold.map { now + $0 }))
        return true
    }

    private mutating func sayTaken() { say(plainText(bot.texts.phrase(.slotTaken, in: session.language))) }

    /// Takes slots again whose time is up while the customer continues. Returns `false` when one is gone: then the
    /// customer has been asked for another.
    mutating func takeLapsedSlots() throws(EngineError) -> Bool {
        for (index, booking) in session.bookings.enumerated() where booking.until.map({ $0 <= now }) ?? false {
            guard let reference = bot.reference(flow: booking.flow, step: booking.step),
                case .times(let times)? = question(at: reference)?.kind, let places = times.places
            else { continue }
            wantCalendar(booking.calendar)
            let slot = TimeSlot(start: booking.start, duration: booking.end - booking.start)
            let others = event.shared?.calendars.first { $0.calendar == booking.calendar }?.times ?? []
            if booking.start > now, TakenTime.most(of: others, during: slot) < places.count {
                session.bookings[index].until = places.hold.map { now + $0 }
                continue
            }
            session.bookings.remove(at: index)
            guard booking.flow == session.flow else { return true }
            session.answers[booking.name] = nil
            sayTaken()
            session.open = nil
            try go(to: .step(reference))
            return false
        }
        return true
    }

    /// Gives back the newest slot of an answer, or those that begin at a time, in whichever flow they were taken.
    mutating func giveBack(_ slots: [Step.GivenBack]) {
        for slot in slots {
            switch slot {
            case .answer(let name):
                guard event.readsClosely else {
                    session.bookings.removeAll { $0.name == name }
                    continue
                }
                if let newest = session.bookings.lastIndex(where: { $0.name == name }) {
                    session.bookings.remove(at: newest)
                }
            case .time(let name):
                guard case .time(let time)? = scope.value(of: name) else { continue }
                session.bookings.removeAll { $0.start == time.start }
            }
        }
    }

    /// Gives back the slots of answers that `back` has forgotten, and forgets those in the past.
    mutating func reconcileBookings() {
        guard !session.bookings.isEmpty else { return }
        session.bookings = session.bookings.filter { booking in
            if booking.end + .days(1) < now { return false }
            guard !booking.isSettled, let answers = answers(of: booking.flow) else { return true }
            return answers[booking.name] != nil
        }
    }

    /// Gives back what the open question took before.
    mutating func giveBackOpen(_ name: String) {
        let flow = session.flow
        session.bookings.removeAll { $0.isOpen(name, in: flow) }
    }

    /// The answers of a flow that is under way.
    private func answers(of flow: String) -> Fields? {
        if session.flow == flow { return session.answers }
        return session.frames.all.last { $0.flow == flow }?.answers
    }
}

extension SlotBooking {
    /// Whether the conversation that is under way took it by the answer of this name.
    fileprivate func isOpen(_ name: String, in flow: String) -> Bool {
        !isSettled && self.name == name && self.flow == flow
    }
}

extension [SlotBooking] {
    /// The conversation has ended: they stay until they are given back, unless their time was up before.
    mutating func settle(at now: Moment) {
        removeAll { $0.until.map { $0 <= now } ?? false }
        for index in indices {
            self[index].isSettled = true
            self[index].until = nil
        }
    }

    /// The conversation was given up before it ended.
    mutating func giveUp() { removeAll { !$0.isSettled } }
}
