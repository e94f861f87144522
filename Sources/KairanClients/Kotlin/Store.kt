// The part of a client that downloads publications and keeps the last good one.

package client

import java.io.File
import java.io.IOException
import java.net.URI
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
 * @param folder where publications are kept, such as `File(context.filesDir, "board")`; stores of several processes may share
 *     one, and those of different clients may not
 * @param address another address of the same version, such as that of `kairan serve`
 * @param keeping returns true for the paths of more files that every update downloads, besides those that every publication has. All
 *     other files are loaded when they are asked for, and from then on kept up to date.
 */
class Store(
    folder: File,
    address: URI = Client.address,
    private val keeping: ((String) -> Boolean)? = null
) : PublicationSource {
    internal val folder = StoreFolder(folder)
    private val address = if (address.toString().endsWith("/")) address else URI("$address/")
    private val requests = StoreRequests(this.address)
    private var isOpen = false
    private var current: Publication? = null
    /** The current publication as it is saved; null if it is the one that came with the app. */
    private var saved: SavedPublication? = null
    /** The publication before, which may have been handed out and still ask for its files. */
    private var previous: SavedPublication? = null
    /** A publication that is being brought, or that was refused. */
    private var tried: SavedPublication? = null
    /** This is true if nothing is missing of the current publication. */
    private var isComplete = false
    @Volatile private var updates = 0
    /** The failure of the last update, if it failed. */
    private var failure: IOException? = null
    private val observers = CopyOnWriteArrayList<(Publication) -> Unit>()
    private val loading = ConcurrentHashMap<String, FutureTask<ByteArray>>()
    private val updating = Any()

    /** Sends requests. An app can set another one as [http], such as that of a library or of a test. */
    interface HTTP {
        /**
         * Returns the answer of a server to a GET, after it followed redirects. It may stop as soon as the body has more than
         * `limit` bytes.
         */
        @Throws(IOException::class)
        fun get(address: URI, headers: Map<String, String>, limit: Long): Answer

        /** @param header returns the value of a header */
        class Answer(val status: Int, val body: ByteArray, val header: (name: String) -> String?)
    }

    /** Sends requests in another way than by `HttpURLConnection`. Set it before the store is used. */
    @Volatile var http: HTTP = PlatformHTTP

    /** Is called with how many bytes of its files an update has loaded, and of how many, by one thread at a time. */
    @Volatile var onProgress: (done: Long, all: Long) -> Unit = { _, _ -> }

    /**
     * Is called with the error of each update that fails, on its thread, and with a [Failure.LeftOut] for each record that is left
     * out when its file is read. If `isRefusal` of a [Failure] is true, somebody should learn of it: what is published now
     * reaches no app with this client.
     */
    @Volatile var onFailure: (IOException) -> Unit = {}

    /** The last good publication of this device, or else the one that came with the app. */
    override val publication: Publication?
        get() = synchronized(this) {
            open()
            current
        }

    /** Calls the observer with each newer publication, on the thread that brought it, until the result is closed. */
    override fun observe(observer: (Publication) -> Unit): AutoCloseable {
        observers.add(observer)
        return AutoCloseable { observers.remove(observer) }
    }

    /** Calls the observer with the publication of this device, if there is one, and then as [observe] does. */
    override fun follow(observer: (Publication) -> Unit): AutoCloseable = synchronized(this) {
        publication?.let(observer)
        observe(observer)
    }

    /**
     * Asks once whether something newer is published, and downloads it. If another thread is doing so, this waits for what
     * comes of that.
     *
     * @return the newest publication, which may be the one that was here already
     * @throws Failure or another IOException; the last good publication then stays
     */
    override fun update(): Publication {
        val earlier = updates
        synchronized(updating) {
            if (updates == earlier) {
                failure = try { bring(); null } catch (error: IOException) { error }
                updates += 1
                failure?.let(onFailure)
            }
            throw failure ?: return publication ?: throw Failure.NotThisAPI()
        }
    }

    /**
     * Updates now, and again whenever the manifest announces a change, on a thread of its own, until the result is closed.
     * After a failure it waits a minute, then two, and at most an hour. What is published without being announced comes with
     * the next [update]: call it when the app comes to the foreground.
     */
    override fun keepUpdated(): AutoCloseable {
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
                    } catch (error: InterruptedException) {
                        throw error
                    } catch (error: Throwable) {
                        // Nothing that an observer of the app throws may end this either.
                        wait = maxOf(wait, requests.rest)
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
            val last = folder.saved(address.toString())
            current = publication(last.manifest)
            saved = last
            isComplete = keeping == null
        } catch (error: IOException) {
            try {
                current = publication(Manifest.read(bundled("manifest.json") ?: return))
            } catch (error: IOException) {
            }
        }
    }

    private fun publication(manifest: Manifest): Publication {
        val files = PublicationFiles({ onFailure(it) }) { data(it, manifest) }
        return Publication(manifest, files) { path ->
            local(manifest.files[path] ?: throw Failure.Missing(path)) ?: throw Failure.Wrong(path)
        }
    }

    /** Returns a file that is on this device. */
    private fun local(file: Manifest.File): ByteArray? =
        folder.kept(file) ?: bundled(file.path)?.let { folder.checked(it, file, "bundled ") }

    private fun bundled(path: String): ByteArray? =
        Store::class.java.getResourceAsStream("/client/$path")?.use { it.readBytes() }

    private fun bring() {
        for (attempt in 1..3) {
            val known = publication?.manifest
            // A cache on the way may still have the last manifest; another address leads past it.
            val version = if (attempt == 1) "" else now().toString()
            val tag = saved?.tag ?: ""
            val (data, newTag) = request("manifest.json", Manifest.maximalSize, tag, version)
            val new = data?.takeUnless { known != null && it.contentEquals(known.data) }
            // Nothing that takes longer with more files may be done if the publication is the same.
            if (new == null && known != null && saved?.tag == newTag && folder.hasPublication && hasAll(known)) return
            val manifest = (if (new == null) known else Manifest.read(new)) ?: throw Failure.NotThisAPI()
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
    private fun activate(manifest: Manifest, newTag: String) {
        val last = publication?.manifest
        for (path in Client.files) if (path !in manifest.files) throw Failure.Missing(path)
        val new = SavedPublication.of(manifest, newTag, address.toString())
        tried = new
        isComplete = false
        try {
            folder.use(listOfNotNull(saved, previous, new))
            val (missing, others) = wanted(manifest, last)
            loadAll(missing)
            val publication = publication(manifest)
            for (file in others) check(file, last?.files?.get(file.path))
            val isNew = last == null || !manifest.data.contentEquals(last.data)
            val before = if (isNew) saved else previous
            folder.save(new, listOfNotNull(new, before))
            synchronized(this) { current = publication }
            saved = new
            previous = before
            tried = null
            isComplete = true
            if (isNew) for (observer in observers) observer(publication)
        } finally {
            // The files of a publication that this client refuses would only take space.
            folder.removeUnused(listOfNotNull(saved, previous, tried))
        }
    }

    /** Tells whether nothing is missing of the current publication. A store that is told to keep more files looks for them once. */
    private fun hasAll(manifest: Manifest): Boolean {
        if (!isComplete) isComplete = wanted(manifest, manifest).first.isEmpty()
        return isComplete
    }

    /** Returns the files of a publication that have to be brought, and those whose content is new and that not every one has. */
    private fun wanted(manifest: Manifest, last: Manifest?): Pair<List<Manifest.File>, List<Manifest.File>> {
        val needed = Client.files.toSet()
        val names = folder.names()
        val missing = ArrayList<Manifest.File>()
        val others = ArrayList<Manifest.File>()
        for (file in manifest.files.values) {
            if (file.path in needed) {
                if (folder.kept(file) == null) missing.add(file)
                continue
            }
            val before = last?.files?.get(file.path)
            if (keeping?.invoke(file.path) != true && (before == null || before.sha256 !in names)) continue
            if (file.sha256 !in names) missing.add(file)
            if (before?.sha256 != file.sha256) others.add(file)
        }
        return Pair(missing, others)
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
        val all = files.map { it.size }.sum()
        var done = 0L
        if (files.isNotEmpty()) onProgress(done, all)
        val pool = Executors.newFixedThreadPool(4)
        try {
            val works = List(4) {
                pool.submit {
                    while (failure.get() == null) {
                        val file = waiting.poll() ?: break
                        try {
                            load(file)
                            synchronized(waiting) { done += file.size; onProgress(done, all) }
                        } catch (error: Exception) {
                            failure.compareAndSet(null, error)
                        }
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
    private fun data(path: String, manifest: Manifest): ByteArray? {
        val file = manifest.files[path] ?: return null
        return local(file) ?: load(file)
    }

    /** Loads a file, once for all threads that ask for it at the same time. */
    private fun load(file: Manifest.File): ByteArray {
        val new = FutureTask(Callable { folder.kept(file) ?: (local(file) ?: download(file)).also { folder.keep(it, file) } })
        val task = loading.putIfAbsent(file.sha256, new) ?: new
        try {
            task.run()
            return task.get()
        } catch (error: ExecutionException) {
            if (error.cause is OutOfMemoryError) throw Failure.Unreadable(file.path, "it is too large for this device")
            throw error.cause ?: error
        } finally {
            // A thread that was interrupted while it waited leaves the task to the one that runs it.
            if (task === new) loading.remove(file.sha256, task)
        }
    }

    private fun download(file: Manifest.File): ByteArray {
        if (file.size !in 0..Manifest.File.maximalSize) throw Failure.Unreadable(file.path, "it is too large")
        val hash = file.sha256.take(16)
        // A host has copies by their hashes while another publication takes the place of this one.
        val end = file.path.substringAfterLast('/').substringAfterLast('.', "").let { if (it == "") "" else ".$it" }
        for ((path, version) in listOf(Pair(file.path, hash), Pair("sha256/${file.sha256}$end", ""))) {
            try {
                requested(file, path, version)?.let { return it }
            } catch (error: Failure.Status) {
                if (error.status != 404) throw error
            }
        }
        // A cache on the way may have kept what stood there before; another address leads past it.
        return requested(file, file.path, "$hash-${now()}") ?: throw Failure.Wrong(file.path)
    }

    /** Returns null if the answer is not the file. */
    private fun requested(file: Manifest.File, path: String, version: String): ByteArray? =
        request(path, file.size, version = version).first?.takeIf(file::fits)

    private fun request(path: String, limit: Long, tag: String = "", version: String = ""): Pair<ByteArray?, String> {
        val (data, newTag) = requests.request(http, path, tag, version, limit)
        // An answer above the limit is not the file that was asked for.
        return Pair(if (data != null && data.size > limit) ByteArray(0) else data, newTag)
    }
}
