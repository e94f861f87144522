package import KairanBuild
internal import KairanContent
package import KairanModel
package import KairanReaders
package import KairanTemplates

/// A site up to the plan of its outputs, with any mistakes that it has.
///
/// It is read and compiled once, and planned again with the new entries.
package struct ImportSite {
    /// The source tree, with the mistakes in names and links of files.
    package private(set) var tree: Diagnosed<SourceTree>
    package let options: BuildOptions
    package private(set) var plan: OutputPlan?
    package private(set) var diagnostics: [Diagnostic] = []
    private let declarations: Diagnosed<Declarations>
    /// The templates; nil if the declarations have mistakes.
    private var templates: Diagnosed<Templates>?
    private let moment: DateTime

    /// Throws `OptionError` and `ReadError`.
    package init(_ options: BuildOptions) throws {
        self.options = options
        tree = try readSourceTree(options.folder)
        let read = readDeclarations(tree.value.files)
        declarations = Diagnosed(try read.value.applying(options), read.diagnostics)
        moment = try options.moment(for: declarations.value.settings)
        if declarations.value.settings.isComplete, !read.diagnostics.hasErrors {
            templates = compileTemplates(tree.value.files, declarations.value)
        }
        plan(tree.value.files)
    }

    /// Returns the site with other entries and files, and with its declarations and templates as they were.
    package func with(content files: [SourceFile]) -> ImportSite {
        var site = self
        site.tree.value = SourceTree(files: files)
        site.plan(site.tree.value.files)
        return site
    }

    private mutating func plan(_ files: [SourceFile]) {
        diagnostics = declarations.diagnostics
        guard let templates = templates?.collected(&diagnostics) else { return }
        let content = readContent(files, declarations.value).collected(&diagnostics)
        plan = planEarlyOutputs(templates, content, at: moment).collected(&diagnostics).addingLateOutputs()
            .collected(&diagnostics)
    }
}
