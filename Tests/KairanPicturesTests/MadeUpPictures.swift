import Foundation
import SiteTesting

/// Pictures that Pillow makes, full of metadata that must not be published.
enum MadeUpPictures {
    static let isAvailable: Bool = {
        do { return try runPython("import PIL", input: []).isEmpty } catch { return false }
    }()

    /// Makes a picture for each way of storing pixels and each orientation.
    static func make(in folder: URL, seed: UInt64) throws {
        _ = try runPython(preamble + maker, input: Array("\(folder.path)\n\(seed)".utf8))
    }

    /// Returns what Pillow finds wrong with the pictures under `stripped/`, and with what `sizes` says, a line each.
    static func judge(in folder: URL) throws -> String {
        String(decoding: try runPython(preamble + judge, input: Array("\(folder.path)\n".utf8)), as: UTF8.self)
    }

    private static let preamble = """
        import io, os, random, struct, sys, zlib
        from PIL import Image, ImageCms, ImageOps, ImageSequence, PngImagePlugin
        folder = sys.stdin.readline().strip()
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()

        """

    private static let maker = #"""
        random.seed(int(sys.stdin.readline()))
        def pixels(mode):
            size = random.randint(3, 60), random.randint(3, 60)
            channels = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4, "P": 1}[mode]
            raw = bytes(random.randrange(256) for _ in range(size[0] * size[1] * channels))
            if mode == "P":
                picture = Image.frombytes("P", size, raw)
                picture.putpalette(bytes(random.randrange(256) for _ in range(768)))
                return picture
            return Image.frombytes(mode, size, raw)
        def exif(orientation):
            exif = Image.Exif()
            exif[0x0112] = orientation
            exif[0x013B] = "SECRET artist"
            exif[0x8825] = {1: "N", 2: (35.0, 39.0, 31.0), 3: "E", 4: (139.0, 44.0, 40.0), 29: "SECRET:01:01"}
            return exif.tobytes()
        xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>SECRET xmp</x:xmpmeta>"
        def save(name, picture, **options):
            file = io.BytesIO()
            picture.save(file, **options)
            return file.getvalue()
        def segment(marker, data): return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data
        def jpeg(mode, orientation):
            data = save("x", pixels(mode), format="JPEG", exif=exif(orientation), xmp=xmp, comment=b"SECRET comment",
                icc_profile=profile if mode == "RGB" else None, progressive=random.random() < .5, quality=90)
            more = segment(0xE0, b"JFXX\0\x10SECRET thumbnail") + segment(0xE2, b"MPF\0SECRET") \
                + segment(0xED, b"Photoshop 3.0\0SECRET") + segment(0xEB, b"SECRET") + segment(0xFE, b"SECRET")
            scan = data.rindex(b"\xFF\xDA")
            return data[:scan] + more + data[scan:] + b"SECRET film \xFF\xD8\xFF\xD9 GPS"
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        def png(mode, orientation, frames=1):
            info = PngImagePlugin.PngInfo()
            info.add_text("Comment", "SECRET"); info.add_text("Comment", "SECRET" * 90, zip=True)
            info.add_itxt("XML:com.adobe.xmp", "SECRET")
            picture = pixels(mode)
            more = {"transparency": 3} if mode == "P" else {}
            if frames > 1: more = {"save_all": True, "append_images": [picture.rotate(180)], "duration": 80}
            data = save("x", picture, format="PNG", pnginfo=info, exif=exif(orientation), icc_profile=profile,
                dpi=(72, 72), **more)
            return data[:33] + chunk(b"tIME", bytes([7, 230, 1, 1, 0, 0, 0])) + chunk(b"seCr", b"SECRET") + data[33:] \
                + b"SECRET"
        def webp(mode, orientation, lossless, frames=1):
            picture = pixels(mode)
            more = {"save_all": True, "append_images": [picture.rotate(180)], "duration": 80} if frames > 1 else {}
            data = save("x", picture, format="WEBP", exif=exif(orientation), xmp=xmp, icc_profile=profile,
                lossless=lossless, **more)
            return data + b"SECRET"
        def gif(frames):
            picture = pixels("P")
            data = save("x", picture, format="GIF", comment=b"SECRET comment", save_all=True, loop=3,
                append_images=[pixels("P").resize(picture.size) for _ in range(frames - 1)])
            start = 13 + (6 << (data[10] & 7))
            more = b"\x21\xFF\x0BXMP DataXMP" + xmp + b"\x01" + bytes(range(255, -1, -1)) + b"\0\0"
            return data[:start] + more + data[start:] + b"SECRET"
        def write(name, data): open(os.path.join(folder, name), "wb").write(data)
        for o in range(1, 9):
            for mode in ["L", "RGB", "CMYK"]: write(f"{mode}-{o}.jpg", jpeg(mode, o))
            for mode in ["L", "LA", "RGB", "RGBA", "P"]: write(f"{mode}-{o}.png", png(mode, o))
            for lossless in [False, True]:
                for mode in ["RGB", "RGBA"]: write(f"{mode}-{lossless}-{o}.webp", webp(mode, o, lossless))
        write("frames.png", png("RGB", 1, 2))
        write("frames.webp", webp("RGB", 1, True, 2))
        write("still.gif", gif(1)); write("frames.gif", gif(3))
        """#

    private static let judge = #"""
        known = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi", "adobe", "adobe_transform", "progressive",
            "progression", "icc_profile", "exif", "transparency", "gamma", "srgb", "version", "background", "duration",
            "extension", "loop", "blend", "disposal", "default_image", "timestamp", "bbox"}
        sizes = dict(line.split(" ", 1) for line in open(os.path.join(folder, "sizes")).read().splitlines())
        for name in sorted(os.listdir(os.path.join(folder, "stripped"))):
            path = os.path.join(folder, "stripped", name)
            data = open(path, "rb").read()
            was, now = Image.open(os.path.join(folder, name)), Image.open(path)
            def wrong(text): print(f"{name}: {text}")
            if b"SECRET" in data: wrong("a secret is left")
            if set(now.info) - known: wrong(f"{set(now.info) - known} are left")
            orientation = was.getexif().get(0x0112, 1)
            wanted = {} if orientation == 1 else {0x0112: orientation}
            if dict(now.getexif()) != wanted: wrong(f"its Exif is {dict(now.getexif())}, not {wanted}")
            if now.getexif().get_ifd(0x8825): wrong("it has GPS")
            if now.info.get("icc_profile") != was.info.get("icc_profile"): wrong("it has another colour profile")
            if now.info.get("loop") != was.info.get("loop"): wrong("it is repeated another number of times")
            before = [frame.convert("RGBA").tobytes() for frame in ImageSequence.Iterator(was)]
            after = [frame.convert("RGBA").tobytes() for frame in ImageSequence.Iterator(now)]
            if before != after: wrong("it has other pixels")
            was = Image.open(os.path.join(folder, name))
            width, height, color, small = sizes[name].split()
            if ImageOps.exif_transpose(was).size != (int(width), int(height)): wrong("its upright size is another")
            if small == "-": continue
            small = Image.open(os.path.join(folder, small)); small.load()
            if small.format != was.format: wrong("the small one is of another format")
            if set(small.info) - known: wrong(f"{set(small.info) - known} in the small one")
            if dict(small.getexif()): wrong("the small one has Exif")
            expected = ImageOps.exif_transpose(was).convert("RGBA").resize(small.size, Image.Resampling.BOX)
            pairs = zip(expected.getdata(), small.convert("RGBA").getdata())
            differences = [abs(a * p[3] - b * q[3]) / 255 for p, q in pairs for a, b in zip(p, q)]
            # Of noise; the fewer pixels there are, the less their mean says.
            mean, limit = sum(differences) / len(differences), 24 + 96 / len(differences) ** .5
            if mean > limit: wrong(f"the small one differs by {mean}, which is more than {limit}")
            profile_is_rgb = was.mode in ("RGB", "RGBA", "P") and "icc_profile" in was.info
            if profile_is_rgb and small.info.get("icc_profile") != was.info["icc_profile"]: wrong("the small one lost its profile")
        """#
}
