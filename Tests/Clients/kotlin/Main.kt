import boardv1.Failure
import boardv1.Publication
import boardv1.Store
import java.io.File
import java.io.IOException
import java.net.URI
import java.time.Instant
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.Future

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

class Driver(private val address: URI) {
    private var store = Store(folder, address)
    private var started: Future<List<String>>? = null
    private var keeper: AutoCloseable? = null
    private var remembered: Publication? = null

    fun obey(words: List<String>): List<String> {
        val first = words.getOrNull(1) ?: ""
        val current = store
        when (words[0]) {
            "open" -> {
                store = Store(folder, address) { first != "" && it.startsWith(first) }
                store.observe { say("told ${text(it)}") }
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

fun main(arguments: Array<String>) {
    folder = File(arguments[1])
    val driver = Driver(URI(arguments[0]))
    while (true) {
        val line = readLine() ?: break
        driver.obey(line.split(" ")).forEach { say(it) }
        say(".")
    }
}
