internal import KairanReaders
internal import KairanTemplates

extension AdoptionPlan {
    /// Takes over what a proof found.
    mutating func take(_ proof: AdoptionProof) {
        files = proof.files + [AdoptionMark(prefix: prefix, files: proof.files).file]
        leftOut = (leftOut + proof.leftOut).sorted { $0.path < $1.path }
        let missing = Set(leftOut.map(\.path))
        (jsonCount, otherCount) = (proof.documents.count, proof.others.count)
        misnamed = proof.misnamed
        strippedCount = proof.strippedCount
        looseVersions = proof.looseVersions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        unversionedCount = proof.documents.count { document in
            document.version.isEmpty && !missing.contains(document.path) && !namesOfHosts.contains(document.output)
        }
        forms = proof.documents.indices.filter { !missing.contains(proof.documents[$0].path) }
            .map { (proof.documents[$0].path, proof.form(of: $0)) }.sorted { $0.path < $1.path }
        shapedCount = jsonCount - proof.maker.copied.count
        collections = proof.board.collections.map { collection in
            Collection(
                name: collection.name, count: collection.ids.texts.count, place: collection.place,
                choices: collection.fields.compactMap { field in field.choices.map { (field.name, $0) } })
        }
    }
}

extension AdoptionProof {
    fileprivate func form(of index: Int) -> AdoptedForm {
        guard maker.copied[index] == nil, var form = board.forms[index] else {
            return AdoptedForm(kind: .copied, remark: maker.copied[index])
        }
        form.remark = partly[index]
        return form
    }
}
