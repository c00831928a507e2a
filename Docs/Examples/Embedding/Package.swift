// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "bell-shop",
    dependencies: [
        // In a package of your own: .package(url: "https://…/usher", from: "0.1.0")
        .package(name: "usher", path: "../../..")
    ],
    targets: [
        .executableTarget(name: "BellShop", dependencies: [.product(name: "Usher", package: "usher")])
    ]
)
