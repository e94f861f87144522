internal import KairanFormats
internal import KairanTemplates

extension VersionContract {
    /// Writes the list beside the page: the endpoints in their groups, and the types that stand for them in OpenAPI and
    /// in clients. A group of one endpoint needs no name.
    func writeList(of groups: [EndpointGroup], _ names: PageNames, to page: inout XMLText) {
        page.markup("<nav aria-label=\"Endpoints\">\n<details open>\n<summary>Endpoints</summary>\n<ul id=\"list\">\n")
        if !endpoints.isEmpty { page.markup("<li><a href=\"#clients\">Use it in an app</a></li>\n") }
        for group in groups {
            let isNamed = group.endpoints.count > 1
            if isNamed {
                page.markup("<li><b>")
                page.text(group.name)
                page.markup("</b>\n<ul>\n")
            }
            for index in group.endpoints {
                writeItem(names.anchor(of: endpoints[index]), to: &page) { $0.path(endpoints[index].path) }
            }
            if isNamed { page.markup("</ul></li>\n") }
        }
        page.markup("<li><a href=\"#keys\">All keys</a></li>\n")
        if !endpoints.isEmpty {
            page.markup("<li><details open>\n<summary>Types</summary>\n<ul>\n")
            for endpoint in endpoints {
                writeItem(names.anchor(of: endpoint), to: &page) { $0.text(endpoint.typeName) }
            }
            page.markup("</ul></details></li>\n")
        }
        page.markup("</ul>\n</details>\n</nav>\n")
    }

    private func writeItem(_ anchor: String, to page: inout XMLText, _ code: (inout XMLText) -> Void) {
        page.markup("<li><a href=\"#")
        page.text(anchor)
        page.markup("\"><code>")
        code(&page)
        page.markup("</code></a></li>\n")
    }
}
