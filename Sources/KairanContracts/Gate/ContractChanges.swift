internal import KairanFormats
internal import KairanModel
internal import KairanTemplates

extension PublishedContract {
    /// Returns the changes that clients written for this contract meet in a new one.
    func changes(to new: VersionContract) -> [ContractChange] {
        var changes = statusChanges(to: new.version.status)
        for endpoint in endpoints {
            guard let other = new.endpoints.first(where: { $0.path == endpoint.path }) else {
                changes.append(
                    ContractChange(
                        rule: .endpointRemoved, endpoint: endpoint.path, path: "", message: "the endpoint would be gone"
                    ))
                continue
            }
            changes += endpoint.schema.changes(to: other.schema, endpoint: endpoint.path)
            changes += endpoint.parameterChanges(to: other)
        }
        for endpoint in new.endpoints where !endpoints.contains(where: { $0.path == endpoint.path }) {
            changes.append(
                ContractChange(rule: .endpointAdded, endpoint: endpoint.path, path: "", message: "the endpoint is new"))
        }
        return changes
    }

    private func statusChanges(to new: APIVersion.Status) -> [ContractChange] {
        if status == new { return [] }
        return [
            ContractChange(
                rule: new < status ? .statusLoosened : .statusRaised, endpoint: "", path: "",
                message: "the status '\(status.rawValue)' becomes '\(new.rawValue)'")
        ]
    }
}

extension EndpointContract {
    fileprivate func parameterChanges(to new: EndpointContract) -> [ContractChange] {
        func change(_ rule: ContractRule, _ values: [JSONScalar], _ what: String) -> [ContractChange] {
            guard !values.isEmpty else { return [] }
            let message = "there \(what) a file for \(listed(values.map(\.text)))"
            return [ContractChange(rule: rule, endpoint: path, path: "", message: message)]
        }
        return parameters.flatMap { parameter -> [ContractChange] in
            guard let other = new.parameters.first(where: { $0.name == parameter.name }),
                case .oneOf(let after) = other.schema.form, case .oneOf(let before) = parameter.schema.form
            else { return [] }
            return change(.pathValueRemoved, removedValues(of: parameter.name, in: new), "would no longer be")
                + change(.pathValueAdded, after.filter { !before.contains($0) }, "is now")
        }
    }

    /// Returns the values that a parameter no longer has. Values that only conditions leave out are not among them,
    /// because the file of each is checked by itself.
    func removedValues(of name: String, in new: EndpointContract) -> [JSONScalar] {
        guard case .oneOf(let before)? = parameters.first(where: { $0.name == name })?.schema.form,
            let other = new.parameters.first(where: { $0.name == name })?.schema, case .oneOf(let after) = other.form
        else { return [] }
        return before.filter { !after.contains($0) && !other.declaredValues.contains($0) }
    }
}

extension JSONScalar {
    /// The value as it stands in a path.
    var text: String {
        switch self {
        case .integer(let number): String(number)
        case .string(let text): text
        }
    }
}
