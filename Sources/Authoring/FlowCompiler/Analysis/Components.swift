/// The strongly connected components of a graph of steps, after Tarjan, without recursion.
struct Components {
    /// The components that contain a cycle: more than one step, or a step that leads to itself.
    private(set) var circles: [Set<StepID>] = []

    private struct Visit {
        let step: StepID
        let next: [StepID]
        var position = 0
    }

    init(of steps: [StepID], next: (StepID) -> [StepID]) {
        var order: [StepID: Int] = [:]
        var lowest: [StepID: Int] = [:]
        var open: [StepID] = []
        var isOpen: Set<StepID> = []
        for start in steps where order[start] == nil {
            var visits: [Visit] = []
            func enter(_ step: StepID) {
                order[step] = order.count
                lowest[step] = order[step]
                open.append(step)
                isOpen.insert(step)
                visits.append(Visit(step: step, next: next(step)))
            }
            enter(start)
            while var visit = visits.popLast() {
                if visit.position < visit.next.count {
                    let target = visit.next[visit.position]
                    visit.position += 1
                    visits.append(visit)
                    if order[target] == nil {
                        enter(target)
                    } else if isOpen.contains(target) {
                        lowest[visit.step] = min(lowest[visit.step] ?? 0, order[target] ?? 0)
                    }
                } else {
                    if let parent = visits.last {
                        lowest[parent.step] = min(lowest[parent.step] ?? 0, lowest[visit.step] ?? 0)
                    }
                    if lowest[visit.step] == order[visit.step] { close(visit, &open, &isOpen) }
                }
            }
        }
    }

    private mutating func close(_ visit: Visit, _ open: inout [StepID], _ isOpen: inout Set<StepID>) {
        var component: Set<StepID> = []
        while let step = open.popLast() {
            isOpen.remove(step)
            component.insert(step)
            if step == visit.step { break }
        }
        if component.count > 1 || visit.next.contains(visit.step) { circles.append(component) }
    }
}
