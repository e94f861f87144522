import { button, fill, h, t } from "./dom.js";

const degrees = ["latitude", "longitude"];

/** The points of other entries and one's own, over coastlines and borders; a click takes the point there. */
export class PointMap {
	dots = h("div.dots");
	land = h("canvas", { width: 960, height: 480, ariaHidden: true });

	constructor(take) {
		const onclick = ({ offsetX, offsetY, currentTarget: { clientWidth, clientHeight } }) => {
			const found = this.#at(offsetX / clientWidth, offsetY / clientHeight);
			const [latitude, longitude] = degrees.map((name) => Number(found[name]));
			// Beside the world there is no place.
			if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return;
			this.clicked = { latitude, longitude };
			take(found);
		};
		this.map = h("div.map", { role: "img", title: t("mapLabel"), onclick }, this.land, this.dots);
		const zoom = (sign, words, factor) => button(sign, () => this.#zoom(factor), "icon", { ariaLabel: t(words) });
		this.element = h("div.map-frame", [
			this.map,
			h("div.actions", zoom("+", "zoomIn", 1 / 3), zoom("−", "zoomOut", 3)),
		]);
		coastlines().then((lines) => {
			this.lines = lines;
			if (this.view) this.#draw();
		});
	}

	/** The view stays as somebody has chosen it, unless the own point is not in it. */
	show(others, own) {
		Object.assign(this, { others, own });
		const points = own ? [...others, own] : others;
		if (!this.isChosen || own && !this.#isSeen(own)) {
			this.view = viewOf(points);
			this.isChosen = false;
		}
		this.#draw();
	}

	#zoom(factor) {
		const middle = this.own ?? this.clicked ?? this.view;
		const size = this.view.size * factor;
		this.view = size < 120 ? makeView(middle.latitude, middle.longitude, size) : world;
		this.isChosen = true;
		this.#draw();
	}

	/** From 0 to 100 in both directions for what is seen. The map is twice as wide as high. */
	#place({ latitude, longitude }) {
		const { size, ratio, ...middle } = this.view;
		return [
			50 + (longitude - middle.longitude) * ratio / size * 40,
			50 + (middle.latitude - latitude) / size * 80,
		];
	}

	#at(x, y) {
		const { latitude, longitude, size, ratio } = this.view;
		const found = [latitude - (y - 0.5) / 0.8 * size, longitude + (x - 0.5) / 0.4 * size / ratio];
		return Object.fromEntries(degrees.map((name, index) => [name, found[index].toFixed(5)]));
	}

	#isSeen(point) {
		return this.#place(point).every((part) => part >= 0 && part <= 100);
	}

	#draw() {
		const dot = (point) => {
			const [left, top] = this.#place(point);
			return h("span", { className: point === this.own ? "own" : "", style: `left: ${left}%; top: ${top}%` });
		};
		fill(this.dots, [...this.others, ...this.own ? [this.own] : []].map(dot));
		this.#drawLand();
	}

	/** Only lines that reach into the view, and are large enough to be seen there, are drawn. */
	#drawLand() {
		const { land, view } = this;
		const corners = [[0, 0], [1, 1]].map(([x, y]) => this.#at(x, y));
		const [north, south] = corners.map(({ latitude }) => Number(latitude));
		const [west, east] = corners.map(({ longitude }) => Number(longitude));
		const isSeen = ({ box }) => box.south < north && box.north > south && box.west < east && box.east > west;
		const isLarge = ({ box }) => Math.max(box.north - box.south, box.east - box.west) > view.size / 500;
		const context = land.getContext("2d");
		context.clearRect(0, 0, land.width, land.height);
		context.strokeStyle = getComputedStyle(land).color;
		(this.lines ?? []).forEach((lines, index) => {
			context.globalAlpha = index ? 0.4 : 1;
			context.beginPath();
			for (const { points } of lines.filter((line) => isSeen(line) && isLarge(line))) {
				points.forEach((point, index) => {
					const [left, top] = this.#place(point);
					context[index ? "lineTo" : "moveTo"](left / 100 * land.width, top / 100 * land.height);
				});
			}
			context.stroke();
		});
	}
}

function viewOf(points) {
	if (!points.length) return world;
	const [[north, south], [east, west]] = degrees.map((name) => {
		const all = points.map((point) => point[name]);
		return [Math.max(...all), Math.min(...all)];
	});
	const middle = (north + south) / 2;
	return makeView(middle, (east + west) / 2, Math.max((east - west) * ratioAt(middle), north - south, 0.002));
}

/** Degrees of longitude are shorter the farther they are from the equator. */
const ratioAt = (latitude) => Math.max(Math.cos(latitude * Math.PI / 180), 0.1);

const makeView = (latitude, longitude, size) => ({ latitude, longitude, size, ratio: ratioAt(latitude) });

const world = makeView(15, 0, 180);

let known;

const coastlines = () => known ??= readCoastlines().catch(() => [[], []]);

/** The coasts stand before an empty line, and borders after it. Scripts/coastlines says how a line is written. */
async function readCoastlines() {
	const answer = await fetch("coastlines.txt");
	const parts = (await answer.text()).trim().split("\n\n");
	return parts.map((lines) => lines.split("\n").map(readLine));
}

function readLine(text) {
	const points = [];
	let [at, latitude, longitude] = [0, 0, 0];
	const next = () => {
		let [number, shift, part] = [0, 0, 32];
		while (part >= 32) {
			part = text.charCodeAt(at) - 63;
			number |= (part & 31) << shift;
			[at, shift] = [at + 1, shift + 5];
		}
		return number & 1 ? ~(number >> 1) : number >> 1;
	};
	while (at < text.length) {
		latitude += next();
		longitude += next();
		points.push({ latitude: latitude / 100, longitude: longitude / 100 });
	}
	const box = { north: -90, south: 90, east: -180, west: 180 };
	for (const { latitude, longitude } of points) {
		Object.assign(box, { north: Math.max(box.north, latitude), south: Math.min(box.south, latitude) });
		Object.assign(box, { east: Math.max(box.east, longitude), west: Math.min(box.west, longitude) });
	}
	return { points, box };
}
