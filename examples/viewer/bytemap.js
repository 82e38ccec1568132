// bytemap.js - what every byte of a buffer is for, as a list of zones.  Pure: no document, no page.
//
// Given are parts (a run of elements that somebody reads) and views (ranges).  A zone is a range of bytes in the same views and
// for the same purpose: {start, end, kind, owners, views}.  Where bytes alternate, as in interleaved vertices, a zone has
// kind "pattern" and {period, pieces: [{at, size, kind, owners}]} in place of owners: piece p holds the bytes whose distance
// from the start of the zone, modulo period, is in [p.at, p.at + p.size).

/** All kinds, in the order of the legend. */
export const KINDS = {
  data: "accessor data",
  "sparse-indices": "sparse indices",
  "sparse-values": "sparse values",
  compressed: "compressed",
  image: "image",
  overlap: "overlap: read by several",
  gap: "gap between elements (stride)",
  padding: "padding for alignment",
  fallback: "fallback of a compressed view",
  view: "in a view, read by nobody",
  unused: "outside of all views",
};

// Hostile files may lay anything over anything: beyond these, zones are told of as overlaps and not taken apart.
const MAX_PERIOD = 1 << 16;
const MAX_TOGETHER = 64; // parts in one place
const MAX_LAYERS = 1024;
const MAX_WORK = 2e7; // comparisons in a whole map
const NAMED = 8; // owners and views that a zone names

/** A list in which entries are added at the end and taken out anywhere; its first items are at hand at once, however long it is. */
class Present {
  constructor() {
    this.size = 0;
    this.ends = {};
    this.ends.before = this.ends.after = this.ends;
  }

  add(entry) {
    Object.assign(entry, { before: this.ends.before, after: this.ends });
    entry.before.after = entry.after.before = entry;
    this.size++;
  }

  remove(entry) {
    entry.before.after = entry.after;
    entry.after.before = entry.before;
    this.size--;
  }

  first(most) {
    const items = [];
    for (let entry = this.ends.after; entry !== this.ends && items.length < most; entry = entry.after) {
      items.push(entry.item);
    }
    return items;
  }
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** Whether the elements of a part follow each other without any byte between them. */
const isSolid = (part) => part.pieces.length === 1 && part.pieces[0][0] === 0 && part.pieces[0][1] >= part.stride;

/**
 * Parts with the same stride and count that lie within one period of the first are one block, as the attributes of interleaved
 * vertices are: so the block begins and ends with them together.
 */
function blocksOf(parts) {
  const blocks = [];
  const open = new Map();
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    const solid = isSolid(part) || (part.count === 1 && part.pieces.length === 1);
    const size = part.size;
    const key = solid ? null : `${part.stride} ${part.count}`;
    const block = key && open.get(key);
    if (block && part.start - block.start + size <= block.period && block.parts.length < MAX_TOGETHER) {
      block.parts.push(part);
      block.end = Math.max(block.end, part.end);
    } else {
      const fresh = { start: part.start, end: part.end, period: solid ? 1 : part.stride, solid, parts: [part] };
      blocks.push(fresh);
      if (key) {
        open.set(key, fresh);
      }
    }
  }
  return blocks;
}

/** What is read, or skipped, in one period of a block: [from, to, kind, owner], where kind "padding" lies within an element. */
function* piecesOf(block) {
  for (const part of block.parts) {
    const offset = part.start - block.start;
    let done = 0;
    for (const [at, size] of part.pieces) {
      if (at > done) {
        yield [offset + done, offset + at, "padding", null];
      }
      yield [offset + at, offset + at + size, part.kind, part.owner];
      done = at + size;
    }
    if (part.size > done) {
      yield [offset + done, offset + part.size, "padding", null];
    }
  }
}

/** One period of bytes from `start` on, in which all these blocks lie: pieces without a hole; null if that is too much work. */
function patternOf(blocks, start, period, budget) {
  if (blocks.length === 1 && blocks[0].solid) {
    const [{ kind, owner }] = blocks[0].parts;
    return [{ at: 0, size: period, kind, owners: [owner] }];
  }
  if (budget.left < 0) {
    return null;
  }
  const layers = [];
  for (const block of blocks) {
    if (block.solid) {
      layers.push([0, period, block.parts[0].kind, block.parts[0].owner]);
      continue;
    }
    for (const [from, to, kind, owner] of piecesOf(block)) {
      const first = (((block.start + from - start) % block.period) + block.period) % block.period;
      for (let at = first; at < period && layers.length <= MAX_LAYERS; at += block.period) {
        const end = at + Math.min(to - from, block.period);
        layers.push([at, Math.min(end, period), kind, owner]);
        if (end > period) {
          layers.push([0, end - period, kind, owner]);
        }
      }
    }
  }
  const cuts = [...new Set([0, period, ...layers.flatMap(([from, to]) => [from, to])])].sort((a, b) => a - b);
  const pieces = [];
  budget.left -= layers.length * cuts.length;
  if (layers.length > MAX_LAYERS || budget.left < 0) {
    return null;
  }
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [at, end] = [cuts[i], cuts[i + 1]];
    const here = layers.filter(([from, to]) => from <= at && end <= to);
    const readers = here.filter(([, , , owner]) => owner);
    const owners = [...new Set(readers.map(([, , , owner]) => owner))];
    const kind = owners.length > 1 ? "overlap" : owners.length === 1 ? readers[0][2] : here.length ? "padding" : "gap";
    const last = pieces.at(-1);
    if (last && last.kind === kind && sameItems(last.owners, owners)) {
      last.size += end - at;
    } else {
      pieces.push({ at, size: end - at, kind, owners });
    }
  }
  return pieces;
}

const sameItems = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

/** Zones of bytes [start, end), which lie in all these blocks and views (`plain`: no fallbacks) and in no other. */
function* zonesBetween(start, end, { blocks, views, plain }, bufferSize, budget) {
  const where = { views: views.first(NAMED).map((view) => view.index), viewCount: views.size };
  if (blocks.size === 0) {
    let kind = "unused";
    if (end - start < 4 && (end % 4 === 0 || end === bufferSize)) {
      kind = "padding";
    } else if (views.size) {
      kind = plain.size ? "view" : "fallback";
    }
    yield { start, end, kind, owners: [], ...where };
    return;
  }
  let period = 1;
  let pieces = null;
  if (blocks.size === 1 || (blocks.size <= MAX_TOGETHER && budget.left >= 0)) {
    const here = blocks.first(MAX_TOGETHER);
    period = here.reduce((all, block) => (all / gcd(all, block.period)) * block.period, 1);
    pieces = blocks.size === 1 || period <= MAX_PERIOD ? patternOf(here, start, period, budget) : null;
  }
  if (!pieces) {
    const owners = blocks.first(NAMED).flatMap((block) => block.parts.map((part) => part.owner)).slice(0, NAMED);
    yield { start, end, kind: "overlap", owners, approximate: true, ...where };
    return;
  }
  if (pieces.length > 1 && end - start > period) {
    yield { start, end, kind: "pattern", owners: [], period, pieces, ...where };
    return;
  }
  for (const { at, size, kind, owners } of pieces) {
    if (start + at < end) {
      yield { start: start + at, end: pieces.length === 1 ? end : Math.min(start + at + size, end), kind, owners, ...where };
    }
  }
}

/**
 * @param {number} size of the buffer
 * @param {{kind, owner, start, end, stride, count, size, pieces}[]} parts pieces: [offset, size] of what is read of an element of
 *     `size` bytes; end: after the last byte that is read
 * @param {{index, start, end, fallback}[]} views
 */
export function byteMap(size, parts, views) {
  const events = new Map(); // position -> what begins and ends there
  const at = (position) => events.get(position) ?? (events.set(position, { begin: [], end: [] }), events.get(position));
  const add = (item, list) => {
    const [start, end] = [Math.min(item.start, size), Math.min(item.end, size)];
    if (start < end) {
      const entry = { item, list };
      at(start).begin.push(entry);
      at(end).end.push(entry);
    }
  };
  const present = { blocks: new Present(), views: new Present(), plain: new Present() };
  blocksOf(parts).forEach((block) => add(block, present.blocks));
  views.forEach((view) => add(view, present.views));
  views.filter(({ fallback }) => !fallback).forEach((view) => add(view, present.plain));
  at(0);
  at(size);
  const positions = [...events.keys()].sort((a, b) => a - b);
  const zones = [];
  const budget = { left: MAX_WORK };
  for (let i = 0; i + 1 < positions.length; i++) {
    const { begin, end } = events.get(positions[i]);
    end.forEach((entry) => entry.list.remove(entry));
    begin.forEach((entry) => entry.list.add(entry));
    for (const zone of zonesBetween(positions[i], positions[i + 1], present, size, budget)) {
      const last = zones.at(-1);
      if (
        last &&
        zone.kind !== "pattern" &&
        last.kind === zone.kind &&
        sameItems(last.owners, zone.owners) &&
        sameItems(last.views, zone.views)
      ) {
        last.end = zone.end;
      } else {
        zones.push(zone);
      }
    }
  }
  return zones;
}

/**
 * Add how many bytes of each kind a zone has in [from, to) to `amounts`, by kind (or another key).  To be drawn, a pattern that repeats within a few
 * columns of so many bytes is taken for an even mixture: the exact amounts would beat with the columns.
 */
export function addAmounts(zone, from, to, amounts, { column = 0, key = ({ kind }) => kind } = {}) {
  const [start, end] = [Math.max(from, zone.start), Math.min(to, zone.end)];
  const add = (piece, amount) => {
    if (amount > 0) {
      amounts[key(piece)] = (amounts[key(piece)] ?? 0) + amount;
    }
  };
  if (start >= end) {
    return;
  }
  if (zone.kind !== "pattern") {
    add(zone, end - start);
    return;
  }
  const { period, pieces } = zone;
  if (period < 12 * column) {
    pieces.forEach((piece) => add(piece, ((end - start) * piece.size) / period));
    return;
  }
  const before = (distance, piece) =>
    Math.floor(distance / period) * piece.size + Math.min(Math.max((distance % period) - piece.at, 0), piece.size);
  pieces.forEach((piece) => add(piece, before(end - zone.start, piece) - before(start - zone.start, piece)));
}

/** The first zone that ends after a byte. */
export function zoneIndex(zones, position) {
  let [low, high] = [0, zones.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (zones[middle].end > position) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** What one byte is for: {kind, owners, views, start, end} of the zone, or of the piece of a pattern, around it. */
export function purposeOf(zones, position) {
  const zone = zones[zoneIndex(zones, position)];
  if (!zone || zone.kind !== "pattern") {
    return zone;
  }
  const distance = (position - zone.start) % zone.period;
  const piece = zone.pieces.find((p) => distance < p.at + p.size);
  const start = position - distance + piece.at;
  return { ...zone, kind: piece.kind, owners: piece.owners, start, end: Math.min(start + piece.size, zone.end) };
}

/** Put bars that overlap into lanes: each lane is a list of bars in order.  What finds no lane is counted. */
export function lanesOf(bars, most) {
  const lanes = [];
  let left = 0;
  for (const bar of [...bars].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const lane = lanes.find((l) => l.at(-1).end <= bar.start) ?? (lanes.length < most ? (lanes.push([]), lanes.at(-1)) : null);
    if (lane) {
      lane.push(bar);
    } else {
      left++;
    }
  }
  return { lanes, left };
}
