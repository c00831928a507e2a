import TestSupport
import Testing

@testable import Projects

/// What is said of files of `Flows/` by their names alone.
@Suite struct FlowFileNameTests {
    @Test(arguments: [
        "shop copy.yaml", "shop copy 2.yaml", "shop (1).yaml", "shop (12).yaml", "Copy of shop.yaml",
        "shop - Copy.yaml",
        "shop - Copy (2).yaml", "shop copy.de.yaml", "shop (1).transcript",
        "shop - Kopie.yaml", "shop - Kopie (2).yaml", "shop Kopie.yaml", "shop Kopie 2.yaml", "Kopie von shop.yaml",
        "shop (copy).yaml", "shop (another copy).yaml", "shop (Kopie).yaml", "shop - Copie.yaml", "shop copie.yaml",
        "Copie de shop.yaml", "shop copia.yaml", "shop - copia.yaml", "Copia di shop.yaml", "shop - Cópia.yaml",
        "Kopie van shop.yaml",
    ]) func `copies that file managers make are no flows`(_ name: String) {
        #expect(FlowFileName(name: name).isCopy)
        #expect(!ProjectFolder.isYAML(name))
        #expect(FlowFileName(name: name).help(in: "Flows") == "it is a copy of another file")
    }

    @Test(arguments: [
        "shop.yaml", "copy.yaml", "my_copy.yaml", "copy 2.yaml", "shop (one).yaml", "shop ().yaml", "shop(1).yaml",
        "photocopy.yaml", "shop.de.yaml", "Copy.yaml", "shop Copy.yaml", "shop copy", "shop copy two.yaml",
        "kopie.yaml", "shop-kopie.yaml", "shop Copia.yaml", "Kopie.yaml", "shop (photocopy).yaml",
    ]) func `other names are none of a copy`(_ name: String) {
        #expect(!FlowFileName(name: name).isCopy)
    }

    @Test(
        arguments: [
            ("shop.yaml", nil), ("shop.transcript", nil), ("shop.de.yaml", nil), ("notes.md", nil),
            ("picture.png", nil),
            ("yaml", nil), (".yaml", nil),
            ("shop.yml", "rename it to Flows/shop.yaml"), ("Shop.YAML", "rename it to Flows/Shop.yaml"),
            ("Shop.Yml", "rename it to Flows/Shop.yaml"), ("a.Transcript", "rename it to Flows/a.transcript"),
            ("shop.yaml.txt", "rename it to Flows/shop.yaml"),
            ("shop.transcript.RTF", "rename it to Flows/shop.transcript"),
            ("shop.txt", "flows end in .yaml: shop.yaml"), ("shop.JSON", "flows end in .yaml: shop.yaml"),
            ("shop.yaml~", "an editor has left it beside shop.yaml"),
            ("#shop.yaml#", "an editor has left it beside shop.yaml"),
            ("#shop.yaml.bak", "an editor has left it beside shop.yaml"),
            ("Größe.YAML.orig", "an editor has left it beside Größe.YAML"),
            ("shop.transcript.swp", "an editor has left it beside shop.transcript"), ("notes.bak", nil),
            (".yaml~", nil),
        ] as [(String, String?)]) func `a name says what to do about the file`(_ name: String, _ help: String?)
    {
        #expect(FlowFileName(name: name).help(in: "Flows") == help)
    }

    @Test func `folders with flows and transcripts are named, others are not`() throws {
        let folder = try TemporaryFolder()
        for file in ["bot.yaml", "extra/prices.yaml", "extra/deep/more.transcript", "images/notes.yaml", "notes/a.txt"]
        {
            try folder.write("", to: "Flows/\(file)")
        }
        let ignored = try ProjectFolder(at: folder.path).ignoredFiles
        #expect(
            ignored == [
                ProjectFolder.IgnoredFile(
                    path: "Flows/extra",
                    help: "flows and transcripts stand in Flows itself: move deep/more.transcript and 1 more there")
            ])
    }
}
