// The part of a client that downloads publications and keeps the last good one.

package client

import java.io.ByteArrayOutputStream
import java.io.EOFException
import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URI
import java.net.URLEncoder
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.security.MessageDigest
import java.time.OffsetDateTime
import java.util.concurrent.Callable
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.FutureTask
import java.util.concurrent.atomic.AtomicReference

/**
 * Downloads what is published, and keeps the last good publication on this device.
 *
 * A new publication replaces the last one only after all of its files are downloaded, have the hashes that the
 * manifest lists, and can be read by this client. Until then, and without a network, the last one stays. Methods that may
 * use the network wait for it, so call them on a thread of their own.
 *
 * @param folder where publications are kept, such as `File(context.filesDir, "board")`; each store needs its own
 * @param address another address of the same version, such as that of `kairan serve`
 * @param keeping returns true for the paths of more files that every update downloads, besides those that every publication has. All
 *     other files are loaded when they are asked for, and from then on kept up to date.
 */
class Store(
    private val folder: File,
    address: URI = Client.address,
    private val keeping: (String) -> Boolean = { false }
) {
    private val address = if (address.toString().endsWith("/")) address else URI("$address/")
    private var isOpen = false
    private var current: Publication? = null
    /** The publication before, which may have been handed out and still ask for its files. */
    private var previous: Manifest? = null
    /** The ETag of the current manifest; empty if the server did not send it. */
    private var tag = ""
    @Volatile private var notBefore = 0L
    @Volatile private var updates = 0
    /** How the last update failed, if it did. */
    private var failure: IOException? = null
    private val observers = CopyOnWriteArrayList<(Publication) -> Unit>()
    private val loading = ConcurrentHashMap<String, FutureTask<ByteArray>>()
    private val updating = Any()
    private val saving = Any()

    /** The last good publication of this device, or else the one that came with the app. */
    val publication: Publication?
        get() = synchronized(this) {
            open()
            current
        }

    /** Calls the observer with each newer publication, on the thread that brought it, until the result is closed. */
    fun observe(observer: (Publication) -> Unit): AutoCloseable {
        observers.add(observer)
        return AutoCloseable { observers.remove(observer) }
    }

    /**
     * Asks once whether something newer is published, and downloads it. If another thread is doing so, this waits for what
     * comes of that.
     *
     * @return the newest publication, which may be the one that was here already
     * @throws Failure or another IOException; the last good publication then stays
     */
    fun update(): Publication {
        val earlier = updates
        synchronized(updating) {
            if (updates == earlier) {
                failure = try { bring(); null } catch (error: IOException) { error }
                updates += 1
            }
            throw failure ?: return publication ?: throw Failure.NotThisAPI()
        }
    }

    /**
     * Updates now, and again whenever the manifest announces a change, on a thread of its own, until the result is closed.
     * After a failure it waits a minute, then two, and at most an hour. What is published without being announced comes with
     * the next [update]: call it when the app comes to the foreground.
     */
    fun keepUpdated(): AutoCloseable {
        val thread = Thread {
            var pause = 60_000L
            try {
                while (true) {
                    var wait = pause
                    try {
                        val next = update().manifest.nextChange?.toInstant()?.toEpochMilli() ?: now() + 86_400_000
                        if (next > now()) {
                            // Not all apps have to ask in the same second.
                            wait = next - now() + (1000..30_000).random()
                            pause = 60_000
                        }
                    } catch (error: IOException) {
                        wait = maxOf(wait, notBefore - now())
                    }
                    if (wait == pause) pause = minOf(pause * 2, 3_600_000)
                    Thread.sleep(minOf(wait, 86_400_000))
                }
            } catch (error: InterruptedException) {
                // The result was closed.
            }
        }
        thread.isDaemon = true
        thread.start()
        return AutoCloseable { thread.interrupt() }
    }

    private fun now() = System.currentTimeMillis()

    private fun open() {
        if (isOpen) return
        isOpen = true
        // Whatever is damaged, or was kept by an app that could read it, counts as absent.
        try {
            val saved = File(folder, "publication").readBytes()
            val kept = saved.copyOfRange(minOf(64, saved.size), saved.size)
            if (String(saved, 0, saved.size - kept.size, Charsets.UTF_8) != hash(kept)) throw Failure.NotThisAPI()
            val lines = String(kept, Charsets.UTF_8).split("\n", limit = 3)
            if (lines[0] != address.toString()) throw Failure.NotThisAPI()
            current = publication(Manifest(lines[2].toByteArray()))
            tag = lines[1]
        } catch (error: IOException) {
            try {
                current = publication(Manifest(bundled("manifest.json") ?: return))
            } catch (error: IOException) {
            }
        }
    }

    private fun publication(manifest: Manifest) = Publication(manifest, this) { path ->
        local(manifest.files[path] ?: throw Failure.Missing(path)) ?: throw Failure.Wrong(path)
    }

    /** Returns a file that is on this device. */
    private fun local(file: Manifest.File): ByteArray? = kept(file) ?: bundled(file.path)?.takeIf(file::fits)

    private fun kept(file: Manifest.File): ByteArray? =
        try { File(folder, file.sha256).readBytes().takeIf(file::fits) } catch (error: IOException) { null }

    private fun bundled(path: String): ByteArray? =
        Store::class.java.getResourceAsStream("/client/$path")?.use { it.readBytes() }

    private fun bring(): Publication {
        for (attempt in 1..3) {
            // A cache on the way may still have the last manifest; another address leads past it.
            val (data, newTag) = request("manifest.json", tag, if (attempt == 1) "" else now().toString())
            val known = publication?.manifest
            val manifest = data?.let { Manifest(it) } ?: known ?: throw Failure.NotThisAPI()
            // A revision that goes back is more often an old copy in a cache than what is published.
            if (attempt == 1 && known != null && manifest.revision < known.revision) continue
            try {
                return activate(manifest, newTag)
            } catch (error: Failure) {
                // The manifest and the files are of different publications.
                val isPassing = error is Failure.Wrong || error is Failure.Status && error.status == 404
                if (attempt == 3 || !isPassing) throw error
                Thread.sleep(500)
            }
        }
        throw Failure.NotThisAPI()
    }

    /** Brings what a publication has and the last one has not, and puts it in the place of the last one. */
    private fun activate(manifest: Manifest, newTag: String): Publication {
        val last = publication
        for (path in Client.files) if (path !in manifest.files) throw Failure.Missing(path)
        val wanted = manifest.files.values.filter { file ->
            file.path in Client.files || keeping(file.path)
                || last?.manifest?.files?.get(file.path)?.let { local(it) } != null
        }
        val missing = wanted.filter { kept(it) == null }
        val isSame = last != null && manifest.data.contentEquals(last.manifest.data)
        if (last != null && isSame && missing.isEmpty() && newTag == tag) return last
        folder.mkdirs()
        try {
            loadAll(missing)
            val new = publication(manifest)
            for (file in wanted) if (file.path !in Client.files) check(file, last?.manifest?.files?.get(file.path))
            // It begins with a hash of the rest, by which damage is noticed.
            val kept = "$address\n$newTag\n".toByteArray() + manifest.data
            save(hash(kept).toByteArray() + kept, "publication")
            synchronized(this) {
                current = new
                tag = newTag
            }
            if (!isSame) {
                previous = last?.manifest
                for (observer in observers) observer(new)
            }
            return new
        } finally {
            // Files of publications that nobody can use any more, or that this client refuses, only take space. Whatever
            // has no name of the store's is not the store's.
            val manifests = listOfNotNull(publication?.manifest, previous, manifest)
            val known = manifests.flatMap { it.files.values.map { file -> file.sha256 } }.toSet()
            val own = Regex("[0-9a-f]{64}|new.*\\.tmp")
            synchronized(saving) {
                folder.listFiles()?.filter { it.name !in known && own.matches(it.name) }?.forEach { it.delete() }
            }
        }
    }

    /**
     * Throws if this client could read a file of the last publication, but cannot read what took its place. A file that it
     * could not read before belongs to an endpoint that it does not know.
     */
    private fun check(file: Manifest.File, before: Manifest.File?) {
        try {
            check(file.path, local(file) ?: return)
        } catch (error: Failure.Unreadable) {
            try { check(file.path, before?.let { local(it) } ?: return) } catch (error: Failure.Unreadable) { return }
            throw error
        }
    }

    /** Loads files, four at a time. After a failure no other is begun, and those under way are waited for. */
    private fun loadAll(files: List<Manifest.File>) {
        val waiting = ConcurrentLinkedQueue(files)
        val failure = AtomicReference<Exception>()
        val pool = Executors.newFixedThreadPool(4)
        try {
            val works = List(4) {
                pool.submit {
                    while (failure.get() == null) {
                        val file = waiting.poll() ?: break
                        try { load(file) } catch (error: Exception) { failure.compareAndSet(null, error) }
                    }
                }
            }
            for (work in works) work.get()
        } finally {
            // Whoever interrupts this thread ends only what was not begun, as others may wait for the rest.
            waiting.clear()
            pool.shutdown()
        }
        failure.get()?.let { throw it }
    }

    /** Returns a file of a publication, from this device if possible; null if the publication does not have it. */
    internal fun data(path: String, manifest: Manifest): ByteArray? {
        val file = manifest.files[path] ?: return null
        local(file)?.let { return it }
        folder.mkdirs()
        return load(file)
    }

    /** Loads a file, once for all threads that ask for it at the same time. */
    private fun load(file: Manifest.File): ByteArray {
        val new = FutureTask(Callable { kept(file) ?: (local(file) ?: download(file)).also { save(it, file.sha256) } })
        val task = loading.putIfAbsent(file.sha256, new) ?: new
        try {
            task.run()
            return task.get()
        } catch (error: ExecutionException) {
            throw error.cause ?: error
        } finally {
            // A thread that was interrupted while it waited leaves the task to the one that runs it.
            if (task === new) loading.remove(file.sha256, task)
        }
    }

    private fun download(file: Manifest.File): ByteArray {
        val hash = file.sha256.take(16)
        try {
            request(file.path, version = hash).first?.takeIf(file::fits)?.let { return it }
        } catch (error: Failure.Status) {
            if (error.status != 404) throw error
        }
        copy(file)?.let { return it }
        // A cache on the way may have kept what stood there before; another address leads past it.
        return request(file.path, version = "$hash-${now()}").first?.takeIf(file::fits) ?: throw Failure.Wrong(file.path)
    }

    /** Returns the file by its hash. A host has such copies while another publication takes the place of this one. */
    private fun copy(file: Manifest.File): ByteArray? {
        val end = file.path.substringAfterLast('/').substringAfterLast('.', "").let { if (it == "") "" else ".$it" }
        return try {
            request("sha256/${file.sha256}$end").first?.takeIf(file::fits)
        } catch (error: Failure.Status) {
            if (error.status != 404) throw error
            null
        }
    }

    /**
     * Requests a file.
     *
     * @param tag the ETag of what is here already; the data are null if the server still has the same
     * @param version a part of the address, so that no cache answers with the file of another publication
     */
    private fun request(path: String, tag: String = "", version: String = ""): Pair<ByteArray?, String> {
        if (notBefore > now()) throw Failure.Busy(notBefore)
        val escaped = path.split("/").joinToString("/") { URLEncoder.encode(it, "UTF-8").replace("+", "%20") }
        val query = if (version == "") "" else "?v=$version"
        val connection = address.resolve(escaped + query).toURL().openConnection() as HttpURLConnection
        connection.connectTimeout = 30_000
        connection.readTimeout = 30_000
        connection.useCaches = false
        if (tag != "") connection.setRequestProperty("If-None-Match", tag)
        try {
            val status = connection.responseCode
            return when {
                status == 200 -> {
                    val data = connection.inputStream.use { it.readBytes() }
                    // Not every system notices by itself that a connection ended too early.
                    val size = connection.getHeaderField("Content-Length")?.toLongOrNull() ?: 0
                    if (data.size < size) throw EOFException("$path: the connection ended too early")
                    Pair(data, connection.getHeaderField("ETag") ?: "")
                }
                status == 304 && tag != "" -> Pair(null, tag)
                status == 429 || status == 503 -> {
                    val date = connection.getHeaderFieldDate("Retry-After", now() + 60_000)
                    val seconds = connection.getHeaderField("Retry-After")?.toLongOrNull() ?: (date - now()) / 1000
                    notBefore = now() + minOf(maxOf(seconds, 1), 86_400) * 1000
                    throw Failure.Busy(notBefore)
                }
                else -> throw Failure.Status(status, path)
            }
        } finally {
            connection.disconnect()
        }
    }

    private fun save(data: ByteArray, name: String) = synchronized(saving) {
        val new = File.createTempFile("new", null, folder)
        FileOutputStream(new).use {
            it.write(data)
            it.fd.sync()
        }
        Files.move(new.toPath(), File(folder, name).toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
    }
}

/** Why a publication or a file could not be downloaded. */
sealed class Failure(message: String) : IOException(message) {
    /** The answer is not the manifest of this version. It may be the sign-in page of a public network. */
    class NotThisAPI : Failure("the answer is not the manifest of version ${Client.version}")
    /** The server is busy. The store sends no request before this time, in milliseconds since 1970. */
    class Busy(val until: Long) : Failure("the server is busy")
    /** The server answered with another status than 200. */
    class Status(val status: Int, val path: String) : Failure("$path: status $status")
    /**
     * The file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
     * publication, which the next [Store.update] downloads.
     */
    class Wrong(val path: String) : Failure("$path is not the file that the manifest lists")
    /** The publication lacks a file that this client needs. */
    class Missing(val path: String) : Failure("$path is not published")
    /** The file is right, but this client cannot read it. */
    class Unreadable(val path: String, reason: String) : Failure("$path: $reason")
}

/** The list of all files of a publication. */
class Manifest internal constructor(internal val data: ByteArray) {
    /** A file with its size in bytes. */
    class File internal constructor(val path: String, val size: Long, val sha256: String) {
        internal fun fits(data: ByteArray) = data.size.toLong() == size && hash(data) == sha256
    }

    /** It normally grows when a file changes, but can be lower after a backup was restored. */
    val revision: Long
    /** The next moment at which a file may change although nobody edits anything. */
    val nextChange: OffsetDateTime?
    val files: Map<String, File>

    init {
        try {
            val json = Json.parse(data)
            if (json.member("version").text() != Client.version) throw Failure.NotThisAPI()
            revision = json.member("revision").long()
            nextChange = json.member("nextChange").orNull { it.moment() }
            files = json.member("files").list {
                val hash = it.member("sha256").text()
                // A hash is the name of a file, so it may be nothing else.
                if (!Regex("[0-9a-f]{64}").matches(hash)) throw Failure.NotThisAPI()
                File(it.member("path").text(), it.member("size").long(), hash)
            }.associateBy { it.path }
        } catch (error: Unfit) {
            throw Failure.NotThisAPI()
        }
    }

    /** Returns what stands in the paths of files between two texts. */
    internal fun values(start: String, end: String): List<String> =
        files.keys.filter { it.length > start.length + end.length && it.startsWith(start) && it.endsWith(end) }
            .filter { it !in Client.files && it !in listOf("changelog.json", "openapi.json") }
            .map { it.substring(start.length, it.length - end.length) }.filter { '/' !in it }.sorted()
}

private fun hash(data: ByteArray): String =
    MessageDigest.getInstance("SHA-256").digest(data).joinToString("") { "%02x".format(it) }

private fun java.io.InputStream.readBytes(): ByteArray {
    val all = ByteArrayOutputStream()
    copyTo(all)
    return all.toByteArray()
}
