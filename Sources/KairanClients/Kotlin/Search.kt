// The part of a client that searches.

package client

import java.text.Normalizer
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors

/**
 * An entry that a search found.
 *
 * @property url where it leads: an address, or a path on the site's host
 */
data class SearchResult(val title: String, val url: String?, val label: String?, val summary: String?) {
    internal constructor(json: Json) : this(
        json.member("title").text(),
        json.member("url").orNull { it.text() },
        json.member("label").orNull { it.text() },
        json.member("summary").orNull { it.text() }
    )
}

/**
 * Returns the entries that have everything a query asks for, the best first.
 *
 * @param path the path of the file that tells of the others, which are beside it
 * @param load returns a file, or null if it is not published
 */
internal fun find(query: String, limit: Int, path: String, load: (String) -> ByteArray?): List<SearchResult> {
    val data = load(path) ?: return emptyList()
    val head = read(path, { data }) { SearchHead(it) }
    val folder = path.substring(0, path.lastIndexOf('/') + 1)
    val wanted = head.terms(query).map { Pair(it, head.files(it)) }
    val parts = loadAll(wanted.flatMap { it.second }, folder, load)
    val lists = wanted.map { (term, files) -> weights(term, files.mapNotNull { parts[it] }) }
    val shortest = lists.sortedBy { it.size }.firstOrNull() ?: return emptyList()
    val sums = shortest.keys.filter { entry -> lists.all { entry in it } }
        .map { entry -> Pair(entry, lists.map { it[entry] ?: 0 }.sum()) }
    val best = sums.sortedWith(compareBy({ -it.second }, { it.first })).take(maxOf(0, limit))
    val places = best.map { head.place(it.first) }
    val results = loadAll(places.map { it.first }, folder, load)
    return places.mapNotNull { (file, row) -> results[file]?.results?.getOrNull(row) }
}

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
 * Returns the entries that have a term, each with its weight. The last digit of a number in the files is the weight, and
 * the others say how many entries to go on from the one before.
 */
private fun weights(term: SearchTerm, parts: List<SearchPart>): Map<Int, Int> {
    val weights = HashMap<Int, Int>()
    for (part in parts) {
        for (numbers in part.terms.filterKeys { term.fits(it) }.values + listOf(part.numbers)) {
            var entry = 0
            for (number in numbers) {
                entry += number / 10
                weights[entry] = maxOf(weights[entry] ?: 0, number % 10)
            }
        }
    }
    return weights
}

/** The head of a search tells which files have its terms and entries. */
internal class SearchHead(json: Json) {
    private val perFile = json.member("entries").member("perFile").int()
    private val entriesFile = json.member("entries").member("file").text()
    private val termsFiles = json.member("terms").member("files").int()
    private val termsFile = json.member("terms").member("file").text()
    private val commonFile = json.member("common").member("file").text()
    /** The terms that so many entries have that each has a file of its own. */
    private val common = json.member("common").member("terms").list { it.text() }
    /** The keys that so many terms start with that the keys of these terms are longer. */
    private val deep = json.member("deep").list { it.text() }.toSet()

    /** Returns the terms that tell entries apart. */
    fun terms(query: String): List<SearchTerm> {
        val all = queryTerms(query).map { (text, isStart) ->
            // A start that very many terms share is a term itself.
            if (isStart && text in deep) SearchTerm("$text*", false) else SearchTerm(text, isStart)
        }
        val telling = all.filter { it.isStart || it.text !in common }
        return if (telling.isEmpty()) all else telling
    }

    /** Returns the names of the files that have a term. */
    fun files(term: SearchTerm): List<String> {
        val own = common.indices.filter { term.fits(common[it]) }.map { numbered(commonFile, it) }
        return if (term.isStart || own.isEmpty()) own + fileOf(letters(term.text)) else own
    }

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

internal class SearchTerm(val text: String, val isStart: Boolean) {
    fun fits(term: String) = if (isStart) term.startsWith(text) else term == text
}

/** Returns the terms of a query, and which of them are only the starts of terms. An entry must have all of them. */
private fun queryTerms(query: String): Map<String, Boolean> {
    val letters = folded(query)
    val terms = HashMap<String, Boolean>()
    var index = 0
    while (index < letters.size) {
        val start = index
        index += 1
        if (isDense(letters[start])) {
            while (index < letters.size && isDense(letters[index])) index += 1
            // A single letter may stand before any other.
            if (index == start + 1) terms[String(letters, start, 1)] = true
            for (first in start until index - 1) terms[String(letters, first, 2)] = false
        } else if (isLetter(letters[start])) {
            while (index < letters.size && (isLetter(letters[index]) || isMark(letters[index]))) index += 1
            // The last word may not be complete yet.
            terms[String(letters, start, minOf(index - start, 40))] = index == letters.size && index > start + 1
        }
    }
    return terms
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
