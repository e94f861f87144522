// The part of a client that searches.

package client

import java.text.Normalizer
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors

/**
 * An entry that a search found.
 *
 * @property url where it leads: an address, or a path on the site's host
 * @property missing the words of the query that it lacks
 */
data class SearchResult(
    val title: String,
    val url: String?,
    val label: String?,
    val summary: String?,
    val missing: List<String> = emptyList()
) {
    internal constructor(json: Json) : this(
        json.member("title").text(),
        json.member("url").orNull { it.text() },
        json.member("label").orNull { it.text() },
        json.member("summary").orNull { it.text() }
    )
}

/**
 * Returns the entries that have the words of a query or at least a third of them, the best first. An entry that lacks
 * words counts much less.
 *
 * @param path the path of the file that tells of the others, which are beside it
 * @param load returns a file, or null if it is not published
 */
internal fun find(query: String, limit: Int, path: String, load: (String) -> ByteArray?): List<SearchResult> {
    val data = load(path) ?: return emptyList()
    val head = read(path, { data }) { SearchHead(it) }
    val folder = path.substring(0, path.lastIndexOf('/') + 1)
    val words = head.telling(queryWords(query))
    val parts = loadAll(words.flatMap { it.terms }.flatMap { head.files(it) }, folder, load)
    val scores = words.map { word -> scores(word.terms.map { weights(it, parts, head) }, head) }
    val found = scores.flatMap { it.keys }.distinct().map { entry ->
        val missing = words.indices.filter { entry !in scores[it] }.map { words[it].text }
        val has = words.size - missing.size
        FoundEntry(entry, missing, scores.sumBy { it[entry] ?: 0 } * has * has)
    }
    val order = compareBy<FoundEntry>({ -it.score }, { it.entry })
    val best = found.filter { it.missing.size * 3 <= words.size * 2 }.sortedWith(order).take(maxOf(0, limit))
    val results = loadAll(best.map { head.place(it.entry).first }, folder, load)
    return best.mapNotNull { (entry, missing) ->
        val (file, row) = head.place(entry)
        results[file]?.results?.getOrNull(row)?.copy(missing = missing)
    }
}

private data class FoundEntry(val entry: Int, val missing: List<String>, val score: Int)

/** Loads files of a search, some at the same time. */
private fun loadAll(names: List<String>, folder: String, load: (String) -> ByteArray?): Map<String, SearchPart> {
    val pool = Executors.newFixedThreadPool(4)
    try {
        val parts = names.distinct().associateWith { name ->
            pool.submit<SearchPart> {
                val data = load(folder + name) ?: throw Failure.Missing(folder + name)
                read(folder + name, { data }) { SearchPart(it) }
            }
        }
        return parts.mapValues { it.value.get() }
    } catch (error: ExecutionException) {
        throw error.cause ?: error
    } finally {
        pool.shutdownNow()
    }
}

/**
 * Returns the entries that have all terms of a word, each with its score. The fewer entries have a term, the more it
 * tells.
 */
private fun scores(lists: List<Map<Int, Int>>, head: SearchHead): Map<Int, Int> {
    val shortest = lists.sortedBy { it.size }.firstOrNull() ?: return emptyMap()
    val rarities = lists.map { 32 - Integer.numberOfLeadingZeros(head.count / maxOf(1, it.size)) }
    return shortest.keys.filter { entry -> lists.all { entry in it } }.associateWith { entry ->
        lists.indices.sumBy { (lists[it][entry] ?: 0) * rarities[it] }
    }
}

/**
 * Returns the entries that have a term, each with its weight. The last digit of a number in the files is half the
 * weight, and the others say how many entries to go on from the one before. Another form of a word weighs one less.
 */
private fun weights(term: SearchTerm, parts: Map<String, SearchPart>, head: SearchHead): Map<Int, Int> {
    val weights = HashMap<Int, Int>()
    fun add(text: String, numbers: List<Int>) {
        var entry = 0
        for (number in numbers) {
            entry += number / 10
            weights[entry] = maxOf(weights[entry] ?: 0, number % 10 * 2 - if (text == term.text) 0 else 1)
        }
    }
    for ((text, file) in head.commonFiles(term)) add(text, parts[file]?.numbers ?: emptyList())
    for (file in head.rareFiles(term)) {
        for ((text, numbers) in parts[file]?.terms ?: emptyMap()) if (term.fits(text)) add(text, numbers)
    }
    return weights
}

/** The head of a search tells which files have its terms and entries. */
internal class SearchHead(json: Json) {
    val count = json.member("entries").member("count").int()
    private val perFile = json.member("entries").member("perFile").int()
    private val entriesFile = json.member("entries").member("file").text()
    private val termsFiles = json.member("terms").member("files").int()
    private val termsFile = json.member("terms").member("file").text()
    private val commonFile = json.member("common").member("file").text()
    /** The terms that so many entries have that each has a file of its own. */
    private val common = json.member("common").member("terms").list { it.text() }
    /** The keys that so many terms start with that the keys of these terms are longer. */
    private val deep = json.member("deep").list { it.text() }.toSet()

    /** Returns the words with the terms that tell entries apart, or with all terms if none does. */
    fun telling(words: List<SearchWord>): List<SearchWord> {
        fun tells(term: SearchTerm) = term.isStart || term.text !in common
        val telling = words.map { SearchWord(it.text, it.terms.filter(::tells)) }.filter { it.terms.isNotEmpty() }
        return telling.ifEmpty { words }.map { word ->
            // A start that very many terms share is a term itself.
            SearchWord(word.text, word.terms.map { if (it.isStart && it.text in deep) it.starred() else it })
        }
    }

    fun files(term: SearchTerm): List<String> = commonFiles(term).map { it.second } + rareFiles(term)

    /** Returns the common terms that fit, each with its file. */
    fun commonFiles(term: SearchTerm): List<Pair<String, String>> =
        common.indices.filter { term.fits(common[it]) }.map { Pair(common[it], numbered(commonFile, it)) }

    /** Returns the files in which a term and its other forms stand if they are not common. */
    fun rareFiles(term: SearchTerm): Set<String> =
        (listOf(term.text) + term.forms).filter { it !in common }.map { fileOf(letters(it)) }.toSet()

    /** The first letter of a term decides on its file, or two of a word, or more while these are deep. */
    private fun fileOf(letters: IntArray): String {
        var count = if (isDense(letters[0])) 1 else minOf(2, letters.size)
        while (count < letters.size && String(letters, 0, count) in deep) count += 1
        var hash = 0x811C9DC5.toInt()
        for (byte in String(letters, 0, count).toByteArray()) hash = (hash xor (byte.toInt() and 255)) * 0x01000193
        return numbered(termsFile, (hash xor (hash ushr 16)) and (termsFiles - 1))
    }

    /** Returns the name of an entry's file and its position there. */
    fun place(entry: Int): Pair<String, Int> {
        val size = maxOf(1, perFile)
        return Pair(numbered(entriesFile, entry / size), entry % size)
    }

    private fun numbered(file: String, number: Int) = file.replace("#", number.toString())
}

/** A file of a search: entries, or the numbers of one term or of several. */
internal class SearchPart(json: Json) {
    private val asResults = json.orUnfit { list { SearchResult(it) } }
    private val asNumbers = if (asResults == null) json.orUnfit { list { it.int() } } else null
    val results = asResults ?: emptyList()
    val numbers = asNumbers ?: emptyList()
    val terms = if (asResults == null && asNumbers == null) json.map { term -> term.list { it.int() } } else emptyMap()

    private fun <T> Json.orUnfit(read: Json.() -> T): T? = try { read() } catch (error: Unfit) { null }
}

/** A word of a query. A run of Chinese characters, kana or Hangul is one, and an entry must have all of its terms. */
internal class SearchWord(val text: String, val terms: List<SearchTerm>)

internal class SearchTerm(val text: String, val isStart: Boolean, val forms: Set<String> = otherForms(text)) {
    fun fits(term: String) = (if (isStart) term.startsWith(text) else term == text) || term in forms

    fun starred() = SearchTerm("$text*", false, forms)
}

private fun queryWords(query: String): List<SearchWord> {
    val letters = folded(query)
    // A word that comes again at the end is a start.
    val words = LinkedHashMap<String, SearchWord>()
    var index = 0
    while (index < letters.size) {
        val start = index
        index += 1
        if (isDense(letters[start])) {
            while (index < letters.size && isDense(letters[index])) index += 1
            val run = String(letters, start, index - start)
            val pairs = (start until index - 1).map { SearchTerm(String(letters, it, 2), false) }
            // A single letter may stand before any other.
            words[run] = SearchWord(run, pairs.ifEmpty { listOf(SearchTerm(run, true)) })
        } else if (isLetter(letters[start])) {
            while (index < letters.size && (isLetter(letters[index]) || isMark(letters[index]))) index += 1
            // The last word may not be complete yet.
            val isStart = index == letters.size && index > start + 1
            val word = String(letters, start, minOf(index - start, 40))
            words[word] = SearchWord(word, listOf(SearchTerm(word, isStart)))
        }
    }
    return words.values.toList()
}

private val endings = listOf("", "s", "es", "ed", "ing")

/**
 * Returns the words that may be other forms of an English word, such as `city` of `cities` and `running` of `run`. It
 * does not matter if some of them are no words.
 */
private fun otherForms(word: String): Set<String> {
    if (word.length < 3 || word.any { it !in 'a'..'z' }) return emptySet()
    val forms = HashSet<String>()
    for (stem in endings.filter { word.endsWith(it) }.map { word.removeSuffix(it) }.filter { it.isNotEmpty() }) {
        val isDoubled = stem.length > 1 && stem[stem.length - 2] == stem.last()
        val single = if (isDoubled) stem.dropLast(1) else stem
        val plain = if (stem.endsWith("i")) stem.dropLast(1) + "y" else stem
        for (base in listOf(stem, stem + "e", plain, single).filter { it.length >= 3 }) {
            val soft = if (base.endsWith("y")) base.dropLast(1) + "i" else base
            for (beginning in listOf(base, base.removeSuffix("e"), soft, base + base.last())) {
                for (ending in endings) forms.add(beginning + ending)
            }
        }
    }
    forms.remove(word)
    return forms
}

/** Returns the same letters however they are written. The texts of the index were folded by the same steps. */
private fun folded(text: String): IntArray {
    val plain = letters(Normalizer.normalize(text, Normalizer.Form.NFKD)).filterNot { isDropped(it) }.toIntArray()
    val folded = StringBuilder()
    for (letter in letters(Normalizer.normalize(String(plain, 0, plain.size), Normalizer.Form.NFC))) {
        val small = Character.toLowerCase(letter)
        val place = "ßςıæœøłđ".indexOf(small.toChar())
        when {
            small in 0x30A1..0x30F6 || small in 0x30FD..0x30FE -> folded.appendCodePoint(small - 0x60)
            small < 0x10000 && place >= 0 -> folded.append(alike[place])
            else -> folded.appendCodePoint(small)
        }
    }
    return letters(folded.toString())
}

private val alike = listOf("ss", "σ", "i", "ae", "oe", "o", "l", "d")

private fun letters(text: String): IntArray = text.codePoints().toArray()

/** Accents, and what has no shape of its own. */
private fun isDropped(letter: Int) = when (letter) {
    in 0x300..0x36F, 0xAD, in 0x200B..0x200F, 0x2060, in 0xFE00..0xFE0F, 0xFEFF, in 0xE0100..0xE01EF -> true
    else -> false
}

/** Every two adjacent characters are a term if they are Chinese characters, kana or Hangul. */
private fun isDense(letter: Int) = when (letter) {
    in 0x3005..0x3007, in 0x3041..0x3096, in 0x309D..0x309F, in 0x30A1..0x30FA, in 0x30FC..0x30FF,
    in 0x3105..0x312F, in 0x31F0..0x31FF, in 0x3400..0x4DBF, in 0x4E00..0x9FFF, in 0xAC00..0xD7A3,
    in 0xF900..0xFAFF, in 0x20000..0x3FFFF -> true
    else -> false
}

private fun isLetter(letter: Int) = !isDense(letter) && when (Character.getType(letter).toByte()) {
    Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER, Character.MODIFIER_LETTER,
    Character.OTHER_LETTER, Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true
    else -> false
}

private fun isMark(letter: Int) = when (Character.getType(letter).toByte()) {
    Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true
    else -> false
}
