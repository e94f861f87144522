// The part of a client that keeps publications in a folder, which several processes may share.

package client

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.io.RandomAccessFile
import java.lang.ref.WeakReference
import java.nio.channels.FileLockInterruptionException
import java.nio.channels.OverlappingFileLockException
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap

/** A publication as it is saved: the hash of the rest, the address, the ETag, which may be empty, and the manifest. */
internal class SavedPublication private constructor(val manifest: Manifest, val tag: String, val hash: String, val data: ByteArray) {
    companion object {
        fun of(manifest: Manifest, tag: String, address: String): SavedPublication {
            val content = "$address\n$tag\n".toByteArray() + manifest.data
            val hash = hash(content)
            return SavedPublication(manifest, tag, hash, hash.toByteArray() + content)
        }

        /** Reads what was saved. It throws if that is damaged, or of another address. */
        fun read(data: ByteArray, address: String?): SavedPublication {
            val content = data.copyOfRange(minOf(64, data.size), data.size)
            val hash = hash(content)
            val ends = content.indices.asSequence().filter { content[it].toInt() == 10 }.take(2).toList()
            val second = ends.getOrNull(1)
            if (hashIn(data) != hash || second == null) throw Failure.NotThisAPI()
            val (known, tag) = String(content, 0, second, Charsets.UTF_8).split("\n")
            if (address != null && address != known) throw Failure.NotThisAPI()
            return SavedPublication(Manifest.read(content.copyOfRange(second + 1, content.size)), tag, hash, data)
        }

        /** Returns the hash that stands at the beginning of what was saved. */
        fun hashIn(data: ByteArray) = String(data, 0, minOf(64, data.size), Charsets.ISO_8859_1)
    }
}

/**
 * A folder that stores of several processes may share.
 *
 * The file `publication` is what was saved last, and each other file has its hash as its name. In `uses/` are the
 * publications that stores use, by their hashes, and for each store a list of these, which is locked while the store lives. A
 * store writes its list before it downloads the first file, and all that is in `uses/` is read and changed under a lock. So
 * no file goes that a publication needs which was saved last, or which a living store has or is about to have. The file
 * `device` has the random number of this device.
 */
internal class StoreFolder(private val folder: File) {
    private val uses = File(folder, "uses")
    private val place = File(folder, "publication")
    private val name = UUID.randomUUID().toString()
    /** It is not a channel that is written, as a thread that is interrupted would close that. */
    private var list: RandomAccessFile? = null
    @Volatile private var used = emptySet<String>()
    /** The places and hashes of files of which this store has seen that they are right. */
    private val verified: MutableSet<String> = ConcurrentHashMap.newKeySet()

    val hasPublication: Boolean get() = place.exists()

    /** Returns the publication that was saved last, which is in use from then on. */
    fun saved(address: String): SavedPublication {
        if (!hasPublication) throw Failure.NotThisAPI()
        var saved: SavedPublication? = null
        try {
            locked { saved = SavedPublication.read(place.readBytes(), address).also { note(listOf(it)) } }
        } catch (error: IOException) {
            // A saved publication can be read even if nothing can be written.
        }
        return saved ?: SavedPublication.read(place.readBytes(), address)
    }

    /** Says which publications this store uses, before their files are there. */
    fun use(publications: List<SavedPublication>) = locked { note(publications) }

    /** Saves a publication, whose files are all there, as the last one. */
    fun save(publication: SavedPublication, using: List<SavedPublication>) = locked {
        note(using)
        write(publication.data, place)
    }

    /** Removes the files that no publication in use needs. */
    fun removeUnused(publications: List<SavedPublication>) {
        try {
            locked {
                note(publications)
                val needed = neededNames(publications)
                // Whatever has no name of the store's is not the store's.
                val own = Regex("[0-9a-f]{64}|new.*\\.tmp")
                folder.listFiles()?.filter { it.name !in needed && own.matches(it.name) }?.forEach { it.delete() }
            }
        } catch (error: IOException) {
            // Files that stay only take space, and the next update removes them.
        }
    }

    /** The names of all files in the folder. */
    fun names(): Set<String> = folder.list()?.toSet() ?: emptySet()

    /** Returns a file if it is there and the right one. Each is hashed once. */
    fun kept(file: Manifest.File): ByteArray? {
        val place = File(folder, file.sha256)
        try {
            return if (place.length() == file.size) checked(place.readBytes(), file, "") else null
        } catch (error: IOException) {
            return null
        }
    }

    /** Returns the data of a place, which is the folder if it has no name, if they are the file. */
    fun checked(data: ByteArray, file: Manifest.File, place: String): ByteArray? {
        val key = place + file.sha256
        if (data.size.toLong() != file.size || key !in verified && !file.fits(data)) return null
        verified.add(key)
        return data
    }

    /** Keeps a file that was found to be right. */
    fun keep(data: ByteArray, file: Manifest.File) {
        uses.mkdirs()
        write(data, File(folder, file.sha256))
        verified.add(file.sha256)
    }

    /** Returns the random number of this device, which is made once; null if it cannot be kept. */
    fun device(): Int? {
        val place = File(folder, "device")
        fun known() = if (place.exists()) place.readText().toIntOrNull() else null
        try {
            known()?.let { return it }
            var device: Int? = null
            locked {
                device = known() ?: (0..Int.MAX_VALUE).random().also { write(it.toString().toByteArray(), place) }
            }
            return device
        } catch (error: IOException) {
            return null
        }
    }

    private fun write(data: ByteArray, place: File) {
        val new = File.createTempFile("new", null, uses)
        FileOutputStream(new).use {
            it.write(data)
            it.fd.sync()
        }
        Files.move(new.toPath(), place.toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
    }

    /** Does what no two stores may do at once. It never waits for the network. */
    private fun locked(work: () -> Unit) = synchronized(living) {
        uses.mkdirs()
        RandomAccessFile(File(uses, "lock"), "rw").use { file ->
            try {
                file.channel.lock()
            } catch (error: FileLockInterruptionException) {
                throw error
            } catch (error: IOException) {
                // A file system without locks is none that processes share.
            }
            work()
        }
    }

    private fun note(publications: List<SavedPublication>) {
        for (publication in publications) {
            val place = File(uses, publication.hash)
            if (!place.exists()) write(publication.data, place)
        }
        used = publications.map { it.hash }.toSet()
        val list = list ?: RandomAccessFile(File(uses, name), "rw").also {
            it.channel.tryLock()
            living[name] = WeakReference(this)
            list = it
        }
        list.setLength(0)
        list.write(used.joinToString("\n").toByteArray())
    }

    /** Returns the names of all files that a publication in use needs, and removes what is kept of others. */
    private fun neededNames(own: List<SavedPublication>): Set<String> {
        val (kept, others) = uses.listFiles().orEmpty().filter { it.name != "lock" }.partition { isHash(it.name) }
        val (unfinished, lists) = others.partition { it.name.endsWith(".tmp") }
        // Nobody writes a file for a day.
        unfinished.filter { it.lastModified() < System.currentTimeMillis() - 86_400_000 }.forEach { it.delete() }
        val inUse = lists.flatMap { usedBy(it) }.toSet()
        val manifests = own.map { it.manifest }.toMutableList()
        val known = own.map { it.hash }.toSet()
        for (place in kept) {
            if (place.name in known) continue
            if (place.name in inUse) manifests.add(SavedPublication.read(place.readBytes(), null).manifest) else place.delete()
        }
        // The store that saved the last publication may be gone. What is damaged counts as absent.
        try {
            val last = place.readBytes()
            if (SavedPublication.hashIn(last) !in known) manifests.add(SavedPublication.read(last, null).manifest)
        } catch (error: IOException) {
        }
        return manifests.flatMap { manifest -> manifest.files.values.map { it.sha256 } }.toSet()
    }

    /** Returns the hashes in the list of a store that lives, and removes that of another one. */
    private fun usedBy(place: File): Collection<String> {
        // The locks of a process on a file end as soon as it closes that file in any other place.
        val here = living[place.name]
        if (here != null) {
            here.get()?.let { return it.used }
            living.remove(place.name)
        }
        RandomAccessFile(place, "rw").use { list ->
            val isFree = try { list.channel.tryLock() != null } catch (error: OverlappingFileLockException) { false }
            if (!isFree) return place.readText().split("\n")
        }
        place.delete()
        return emptyList()
    }

    private companion object {
        /** The stores of this process by the names of their lists. */
        val living = HashMap<String, WeakReference<StoreFolder>>()

        fun isHash(name: String) = Regex("[0-9a-f]{64}").matches(name)
    }
}
