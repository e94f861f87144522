// The part of a client that reads JSON into the types of the client.

package client

import java.net.URI
import java.time.DateTimeException
import java.time.LocalDate
import java.time.LocalTime
import java.time.OffsetDateTime
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** Something with a position. */
interface Located {
    val latitude: Double
    val longitude: Double
}

/** A version such as `3.10`, which is newer than `3.9`. A suffix such as `-beta.2` makes it older than without. */
class Version(private val text: String) : Comparable<Version> {
    // Build metadata after a `+` does not count in comparisons (semver.org, 10).
    private val numbers = text.substringBefore('+').substringBefore('-').split(".").map { it.toLongOrNull() ?: 0 }
    private val suffix = text.substringBefore('+').substringAfter('-', "").split(".").filter { it.isNotEmpty() }

    /** Returns true if a user who accepted an older version, or none, has to be asked. */
    fun needsAgreement(accepted: String?): Boolean = accepted == null || Version(accepted) < this

    override fun compareTo(other: Version): Int {
        for (index in 0 until maxOf(numbers.size, other.numbers.size)) {
            val order = (numbers.getOrNull(index) ?: 0L).compareTo(other.numbers.getOrNull(index) ?: 0L)
            if (order != 0) return order
        }
        if (suffix.isEmpty() || other.suffix.isEmpty()) return other.suffix.size.compareTo(suffix.size)
        for ((first, second) in suffix.zip(other.suffix)) {
            if (first == second) continue
            val (one, two) = Pair(number(first), number(second))
            return if (one != null && two != null) one.compareTo(two) else if (one != null) -1 else if (two != null) 1 else first.compareTo(second)
        }
        return suffix.size.compareTo(other.suffix.size)
    }

    /** Returns the number that a word of a suffix is. One with a sign is no number. */
    private fun number(word: String): Long? = if (word.all { it in '0'..'9' }) word.toLongOrNull() else null

    override fun equals(other: Any?): Boolean = other is Version && compareTo(other) == 0
    override fun hashCode(): Int = numbers.dropLastWhile { it == 0L }.hashCode()
    override fun toString(): String = text
}

/** JSON that does not fit the types of this client. */
internal class Unfit(message: String) : Exception(message)

/** @param report is called for each record that is left out */
internal fun <T> read(
    path: String, load: (String) -> ByteArray, report: (Failure) -> Unit = {}, value: (Json) -> T
): T {
    val data = load(path)
    try {
        return value(Json.parse(data) { report(Failure.LeftOut(path, it)) })
    } catch (error: Unfit) {
        throw Failure.Unreadable(path, error.message ?: "")
    } catch (error: OutOfMemoryError) {
        throw Failure.Unreadable(path, "it is too large for this device")
    }
}

/**
 * The number of levels to which arrays and objects may be nested. The parser calls itself for each level, and so does whoever reads
 * the values.
 */
private const val deepest = 128

/** Throws if JSON is nested too deeply. */
private fun checkDepth(data: ByteArray) {
    var depth = 0
    var isText = false
    var isEscaped = false
    for (byte in data) {
        val character = byte.toInt().toChar()
        if (isEscaped) isEscaped = false
        else if (character == '"') isText = !isText
        else if (isText) isEscaped = character == '\\'
        else if (character == '[' || character == '{') depth += 1
        else if (character == ']' || character == '}') depth -= 1
        if (depth > deepest) throw Unfit("it is nested too deeply")
    }
}

/**
 * A JSON value and its place in the document. Members that the client does not know are ignored.
 *
 * @param leaveOut is called with the reason for each record that is left out
 */
internal class Json(private val value: Any?, private val place: String, private val leaveOut: (String) -> Unit) {
    private val isNull get() = value == null || value == JSONObject.NULL

    fun member(key: String) = Json((value as? JSONObject ?: fail("an object")).opt(key), "$place.$key", leaveOut)

    fun element(index: Int) = Json((value as? JSONArray ?: fail("an array")).opt(index), "$place[$index]", leaveOut)

    fun <T> list(read: (Json) -> T): List<T> {
        val array = value as? JSONArray ?: fail("an array")
        return List(array.length()) { read(element(it)) }
    }

    /** Reads the objects of a list that can be read. If none can, the list is unreadable as a whole. */
    fun <T> lenientList(read: (Json) -> T): List<T> {
        val array = value as? JSONArray ?: fail("an array")
        val found = ArrayList<T>()
        val failures = ArrayList<Unfit>()
        for (index in 0 until array.length()) {
            try { found.add(read(element(index))) } catch (error: Unfit) { failures.add(error) }
        }
        if (found.isEmpty()) failures.firstOrNull()?.let { throw it }
        failures.forEach { leaveOut(it.message ?: "") }
        return found
    }

    fun <T> map(read: (Json) -> T): Map<String, T> {
        val json = value as? JSONObject ?: fail("an object")
        return json.keys().asSequence().map { it.toString() }.associateWith { read(member(it)) }
    }

    /** The names of all members that are not null. */
    fun names(): Set<String> {
        val json = value as? JSONObject ?: fail("an object")
        return json.keys().asSequence().map { it.toString() }.filter { !json.isNull(it) }.toSet()
    }

    /** Returns null if the value is null or missing. */
    fun <T> orNull(read: (Json) -> T): T? = if (isNull) null else read(this)

    fun text(): String = value as? String ?: fail("a text")

    fun boolean(): Boolean = value as? Boolean ?: fail("true or false")

    fun double(): Double = (value as? Number ?: fail("a number")).toDouble()

    fun long(): Long {
        val number = double()
        val whole = (value as Number).toLong()
        return if (whole.toDouble() == number) whole else fail("a whole number")
    }

    fun int(): Int = long().let { if (it in Int.MIN_VALUE..Int.MAX_VALUE) it.toInt() else fail("a number of 32 bits") }

    fun day(): LocalDate = parsed("a date", LocalDate::parse)

    fun time(): LocalTime = parsed("a time", LocalTime::parse)

    fun moment(): OffsetDateTime = parsed("a date and time", OffsetDateTime::parse)

    /** An address; `about:invalid` stands for one that this platform cannot read, since no other value may be lost for it. */
    fun address(): URI {
        val text = text()
        val escaped = text.split("#", limit = 2).joinToString("#", transform = ::escaped)
        for (form in listOf(text, escaped)) {
            try { return URI(form) } catch (error: java.net.URISyntaxException) { continue }
        }
        return URI("about:invalid")
    }

    private fun escaped(text: String): String = text.toByteArray().joinToString("") {
        if (it in 33..126 && it.toInt().toChar() !in "\"#<>[]\\^`{|}") "${it.toInt().toChar()}" else "%%%02X".format(it)
    }

    /** Any JSON as maps, lists, texts, numbers, booleans and null. */
    fun anything(): Any? = when (value) {
        is JSONObject -> map { it.anything() }
        is JSONArray -> list { it.anything() }
        is Number -> double()
        else -> if (isNull) null else value
    }

    private fun <T> parsed(what: String, parse: (CharSequence) -> T): T =
        try { parse(text()) } catch (error: DateTimeException) { fail(what) }

    private fun fail(what: String): Nothing = throw Unfit("$place is not $what: ${value.toString().take(200)}")

    companion object {
        fun parse(data: ByteArray, leaveOut: (String) -> Unit = {}): Json =
            try {
                checkDepth(data)
                // Not every parser accepts a document that is neither an array nor an object, so it is wrapped in an array.
                val array = JSONArray("[" + String(data, Charsets.UTF_8) + "\n]")
                if (array.length() != 1) throw Unfit("it is not one JSON document")
                Json(array.get(0), "", leaveOut)
            } catch (error: JSONException) {
                throw Unfit(error.message ?: "it is no JSON")
            }
    }
}
