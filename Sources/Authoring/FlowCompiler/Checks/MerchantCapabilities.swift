import Diagnostics
import FlowModel

/// A merchant supports 3-D Secure: Apple requires `supports3DS` among the capabilities of every payment (Interactive
/// Message Types, Apple Pay Message, `merchantCapabilities`).
struct MerchantCapabilities: Check {
    private static let needed = "supports3DS"

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.services.merchants.items.compactMap { merchant in
            guard let written = merchant.capabilities, !merchant.isDamaged,
                !merchant.merchant.capabilities.contains(Self.needed)
            else { return nil }
            return Diagnostic(
                .capabilityMissing, "the merchant `\(merchant.name.value)` does not support 3-D Secure",
                at: written, label: "`\(Self.needed)` is not among them",
                help:
                    "write `capabilities: [\(([Self.needed] + merchant.merchant.capabilities).joined(separator: ", "))]`, "
                    + "or leave `capabilities` out")
        }
    }
}
