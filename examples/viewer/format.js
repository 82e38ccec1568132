// format.js - numbers and names as text.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const MOST_CHARACTERS = 200;

/** 1234567 -> "1,234,567" */
export const whole = (number) => grouped.format(number);

/** "1 accessor", "2 accessors", "3 meshes" */
export const counted = (count, one, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`;

/** A size for people: "2.4 KiB" */
export function size(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let value = bytes;
  for (; value >= 1024 && unit < units.length - 1; unit++) {
    value /= 1024;
  }
  return unit ? `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[unit]}` : counted(bytes, "byte");
}

/** The shortest text that reads back as the same float or, if not `single`, as the same double. */
export function real(value, single = true) {
  if (Number.isNaN(value)) {
    return "nan";
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  if (Object.is(value, -0)) {
    return "-0";
  }
  if (single) {
    for (let digits = 1; digits <= 9; digits++) {
      const short = Number(value.toPrecision(digits));
      if (Math.fround(short) === value) {
        return String(short);
      }
    }
  }
  return String(value);
}

/** A vector for a narrow column: whole numbers in full, others to six digits. */
export function vector(values) {
  const texts = values.map((value) =>
    Number.isInteger(value) || !Number.isFinite(value) ? real(value, false) : String(Number(value.toPrecision(6))),
  );
  return values.length > 1 ? `(${texts.join(", ")})` : texts.join("");
}

/**
 * A name of the file made fit to be seen: control characters, and those that turn the direction of writing, as \uXXXX; cut when
 * it is very long.
 */
export function name(text) {
  const characters = Array.from(text.slice(0, 2 * MOST_CHARACTERS));
  const shown = characters
    .slice(0, MOST_CHARACTERS)
    .join("")
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  return characters.length > MOST_CHARACTERS ? `${shown}… (${whole(text.length)} characters)` : shown;
}
