import boardv1.About
import boardv1.Board
import boardv1.Failure
import boardv1.Publication
import boardv1.PublicationSource
import boardv1.State
import boardv1.Store
import boardv1.current
import boardv1.load
import boardv1.publications
import boardv1.refresh
import java.io.File
import java.io.IOException
import java.net.URI
import java.security.MessageDigest
import java.security.MessageDigestSpi
import java.security.Provider
import java.security.Security
import java.time.Instant
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull

// Does with a store what scenario.py says on the standard input. Each answer ends with a line that has only a dot; a
// line that begins with 'told' can come at any time.

@Synchronized
fun say(line: String) {
    println(line)
    System.out.flush()
}

fun text(publication: Publication?): String {
    if (publication == null) return "none"
    val counter = publication.state.counter
    val other = publication.board.counter
    return "${publication.about.name} $counter" + if (counter == other) "" else " contradicts $other"
}

lateinit var folder: File

/** Returns what is done, or how it fails. */
fun outcome(work: () -> String): String =
    try {
        work()
    } catch (error: Failure) {
        when (error) {
            is Failure.NotThisAPI -> "notThisAPI"
            is Failure.Busy -> "busy"
            is Failure.Status -> "status ${error.status} ${error.path}"
            is Failure.Wrong -> "wrong ${error.path}"
            is Failure.Missing -> "missing ${error.path}"
            is Failure.Unreadable -> "unreadable ${error.path}"
            is Failure.LeftOut -> "leftOut ${error.path}"
        }
    } catch (error: IOException) {
        // Both are such failures, and tell themselves apart by their texts alone.
        if (folder.isFile) "unwritable" else "network"
    } catch (error: Exception) {
        error.toString()
    }

val threads = Executors.newCachedThreadPool { work -> Thread(work).also { it.isDaemon = true } }

/** Does the same several times at once, and returns the outcomes. */
fun together(count: String?, work: () -> String): List<String> =
    List(count?.toInt() ?: 1) { threads.submit(Callable { outcome(work) }) }.map { it.get() }

fun title(publication: Publication?, id: String): String = publication?.itemsById(id)?.title ?: "none"

object MadeByHand : PublicationSource {
    override val publication = Publication(
        about = About("Made"), board = Board(1, listOf(Board.Item("a", "a made"))), state = State(1),
        json = mapOf("items/a.json" to """{"id":"a","title":"a made"}""")
    )
}

class Driver(private val address: URI) {
    private var store = Store(folder, address)
    private var started: Future<List<String>>? = null
    private var keeper: AutoCloseable? = null
    private var remembered: Publication? = null
    private var collecting: Job? = null

    fun obey(words: List<String>): List<String> {
        val first = words.getOrNull(1) ?: ""
        val current = store
        when (words[0]) {
            "open" -> {
                store = Store(folder, address) { first != "" && it.startsWith(first) }
                store.observe { say("told ${text(it)}") }
                store.onProgress = { done, all -> say("progress $done of $all") }
                store.onFailure = { error ->
                    say("failed " + (if (error is Failure && error.isRefusal) "refused " else "") + outcome { throw error })
                }
                return listOf(text(store.publication))
            }
            "follow" -> current.follow { say("told ${text(it)}") }
            "inject" -> {
                store = Store(folder, address)
                store.http = object : Store.HTTP {
                    override fun get(address: URI, headers: Map<String, String>, limit: Long) =
                        Store.HTTP.Answer(418, ByteArray(0)) { null }
                }
                return listOf(text(store.publication))
            }
            "publication" -> return listOf(text(store.publication))
            "update" -> return together(words.getOrNull(1)) { text(current.update()) }
            "item" -> return together(words.getOrNull(2)) { title(current.publication, first) }
            "earlier" -> return together(null) { title(remembered, first) }
            "values" -> return listOf(store.publication?.itemsByIdValues?.joinToString(" ") ?: "none")
            "hashed" -> return listOf(hashes.getAndSet(0).toString())
            "board" -> return listOf(store.publication?.board?.items?.joinToString(" ") { it.id } ?: "none")
            "fake" -> {
                val source: PublicationSource = MadeByHand
                val told = ArrayList<String>()
                source.follow { told.add(text(it)) }.close()
                val made = MadeByHand.publication
                val same = if (source.publication == made) "the same" else "another"
                return told + listOf(
                    text(source.update()), title(made, "a"), title(made, "b"), made.itemsByIdValues.joinToString(" "), same
                )
            }
            // What is for coroutines.
            "refresh" -> return listOf(outcome { runBlocking { text(store.refresh()) } })
            "load" -> return listOf(outcome { runBlocking { store.current()?.load { itemsById(first)?.title } ?: "none" } })
            "leave" -> return listOf(outcome { runBlocking { withTimeoutOrNull(100) { text(store.refresh()) } ?: "left" } })
            "collect" -> collecting = GlobalScope.launch { store.publications.collect { say("told ${text(it)}") } }
            "uncollect" -> runBlocking { collecting?.cancelAndJoin() }
            "day" -> {
                val zone = store.publication?.timeZone ?: return listOf("none")
                val day = Instant.parse(first).atZone(zone).toLocalDate()
                return listOf("$zone: $day, since ${day.atStartOfDay(zone).toEpochSecond()}")
            }
            "remember" -> remembered = store.publication
            "start" -> started = threads.submit(Callable { obey(words.drop(1)) })
            "finish" -> return started?.get() ?: emptyList()
            "keep" -> keeper = store.keepUpdated()
            "stop" -> keeper?.close()
            else -> return listOf("unknown: $words")
        }
        return emptyList()
    }
}

/** How often something was hashed since the last time that somebody asked. */
val hashes = AtomicInteger()

/** Counts what it hashes. */
class CountingDigest : MessageDigestSpi() {
    private val inner = MessageDigest.getInstance("SHA-256", "SUN")

    override fun engineUpdate(byte: Byte) = inner.update(byte)
    override fun engineUpdate(data: ByteArray, start: Int, count: Int) = inner.update(data, start, count)
    override fun engineReset() = inner.reset()
    override fun engineDigest(): ByteArray {
        hashes.incrementAndGet()
        return inner.digest()
    }
}

@Suppress("DEPRECATION")
class CountingProvider : Provider("Counting", 1.0, "Counts hashes") {
    init {
        put("MessageDigest.SHA-256", "CountingDigest")
    }
}

fun main(arguments: Array<String>) {
    Security.insertProviderAt(CountingProvider(), 1)
    folder = File(arguments[1])
    val driver = Driver(URI(arguments[0]))
    while (true) {
        val line = readLine() ?: break
        driver.obey(line.split(" ")).forEach { say(it) }
        say(".")
    }
}
