// The byte map of examples/viewer/bytemap.js against an account byte by byte, and with more overlaps than a square of them could end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const source = readFileSync(new URL("../../examples/viewer/bytemap.js", import.meta.url), "utf-8");
const { byteMap, purposeOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const solid = (accessor, start, end) => ({ kind: "data", owner: { accessor }, start, end, stride: 4, count: (end - start) / 4, size: 4, pieces: [[0, 4]] });
const strided = (accessor, start, count, stride, size) =>
  ({ kind: "data", owner: { accessor }, start, end: start + (count - 1) * stride + size, stride, count, size, pieces: [[0, size]] });

/** Zones follow each other from 0 to the end. */
function checkOrder(zones, size) {
  zones.forEach((zone, i) => assert.equal(zone.start, i ? zones[i - 1].end : 0));
  assert.equal(zones.at(-1).end, size);
}

/** Numbers from 0 to below `most`, the same in every run. */
function numbersFrom(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
  };
}

test("small maps are what an account of every byte says", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const any = numbersFrom(seed);
    const size = 64 + any(200);
    const parts = Array.from({ length: any(8) }, (_, i) =>
      any(2) ? solid(i, 4 * any(16), 64 + 4 * any(30)) : strided(i, any(60), 1 + any(9), 8 + 4 * any(3), 1 + any(8)));
    const views = Array.from({ length: any(6) }, (_, index) => ({ index, start: any(50), end: 50 + any(180), fallback: any(3) === 0 }));
    const zones = byteMap(size, parts, views);
    checkOrder(zones, size);
    for (let byte = 0; byte < size; byte++) {
      const inside = (range) => range.start <= byte && byte < range.end;
      const owners = parts.filter((part) => inside(part) && (byte - part.start) % part.stride < part.size).map((part) => part.owner);
      const around = views.filter(inside);
      const got = purposeOf(zones, byte);
      assert.deepEqual(new Set(got.owners), new Set(owners), `seed ${seed}, byte ${byte}`);
      assert.deepEqual(new Set(got.views), new Set(around.map(({ index }) => index)));
      if (owners.length) {
        assert.equal(got.kind, owners.length > 1 ? "overlap" : "data");
      } else if (!parts.some(inside) && got.kind !== "padding") {
        assert.equal(got.kind, around.length === 0 ? "unused" : around.every(({ fallback }) => fallback) ? "fallback" : "view");
      } else {
        assert.ok(["gap", "padding"].includes(got.kind), `seed ${seed}, byte ${byte}: ${got.kind}`);
      }
    }
  }
});

test("each of many overlapping accessors is seen once", () => {
  const count = 200000; // one by one against each other would take minutes
  const step = 12;
  const size = 2 * count * step;
  const ranges = Array.from({ length: count }, (_, i) => [i * step, (i + count) * step]);
  const zones = byteMap(size, ranges.map(([start, end], i) => solid(i, start, end)), ranges.map(([start, end], index) => ({ index, start, end, fallback: false })));
  checkOrder(zones, size);
  for (const k of [8, 99, 5000, count - 1, count, count + 1, 2 * count - 100, 2 * count - 9]) {
    const { kind, views, owners } = purposeOf(zones, k * step);
    const oldest = Math.max(k - count + 1, 0);
    const first = Array.from({ length: 8 }, (_, i) => oldest + i);
    assert.deepEqual([kind, views, owners.slice(0, 8).map(({ accessor }) => accessor)], ["overlap", first, first]);
  }
  assert.equal(purposeOf(zones, size - 1 - step).kind, "data");
  assert.equal(purposeOf(zones, size - 1).kind, "unused");
});

test("one accessor alone is named, however much work the others were", () => {
  const hard = Array.from({ length: 2000 }, (_, i) => strided(i, 40 * i, 12, [64, 96, 128, 160][i % 4], 3)); // some 30 in one place, of a common period
  const zones = byteMap(100000, [...hard, solid(9999, 90000, 99000)], []);
  checkOrder(zones, 100000);
  assert.ok(zones.some(({ approximate }) => approximate)); // no work is left
  const { kind, owners, approximate } = purposeOf(zones, 95000);
  assert.deepEqual([kind, owners, approximate], ["data", [{ accessor: 9999 }], undefined]);
});
