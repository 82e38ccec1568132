// files.js - which files were given, which of them are models, and which one a URI means.  Nothing else is ever opened.

const MOST_FILES = 20000; // of a folder: what lies beyond is not looked at

/** Everything that was dropped, folders with all that is in them: [{path, file}]. */
export async function filesOfDrop(transfer) {
  // Before the first await: afterwards the items are gone.
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const files = [];
  for (const { entry, file } of entries) {
    if (entry?.isDirectory) {
      await addFolder(entry, files);
    } else if (file) {
      files.push({ path: file.name, file });
    }
  }
  return files;
}

async function addFolder(folder, files) {
  const folders = [folder];
  while (folders.length && files.length < MOST_FILES) {
    const reader = folders.pop().createReader();
    for (;;) {
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // some at a time
      if (!entries.length) {
        break;
      }
      for (const entry of entries) {
        if (entry.isDirectory) {
          folders.push(entry);
        } else {
          const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
          files.push({ path: entry.fullPath.replace(/^\//, ""), file });
        }
      }
    }
  }
}

/** Of an <input type="file">, with or without webkitdirectory. */
export function filesOfInput(input) {
  return [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The models among files, those nearest to the top first. */
export function modelsOf(files) {
  const depth = ({ path }) => path.split("/").length;
  return files.filter(({ path }) => /\.(gltf|glb)$/i.test(path)).sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
}

/** A path without "." and "..", which may not climb above the top: null. */
function normal(path) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (!parts.length) {
        return null;
      }
      parts.pop();
    } else if (part && part !== ".") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

/** The file that a (decoded) URI of the model at `model` means: the one at that place, else the only one with that name. */
export function fileFor(uri, model, files) {
  const place = normal(model.split("/").slice(0, -1).concat(uri).join("/"));
  const there = files.find(({ path }) => path === place);
  const name = uri.split(/[/\\]/).at(-1);
  const alike = files.filter(({ path }) => path.split("/").at(-1) === name);
  return there?.file ?? (alike.length === 1 ? alike[0].file : null);
}
