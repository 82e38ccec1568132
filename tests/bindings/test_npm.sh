#!/bin/sh
# Pack the JavaScript binding with npm, install the package in an empty folder without any network, and use it from both kinds of modules.
# usage: test_npm.sh FOLDER        status 77 and "skipped: no X" where a tool is missing
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
binding=$root/examples/bindings/javascript
folder=$1
model=$root/examples/data/pyramids.glb
for tool in node npm; do
    command -v $tool >/dev/null 2>&1 || { echo "skipped: no $tool"; exit 77; }
done
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || { echo "skipped: no node 18 or newer"; exit 77; }

rm -rf "$folder"
mkdir -p "$folder/packed" "$folder/app" "$folder/home"
folder=$(CDPATH='' cd -- "$folder" && pwd -P)
export npm_config_offline=true npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false npm_config_cache="$folder/home/cache"

version=$(sed -n 's/^#define GLTF_VERSION_[MP][A-Z]* \([0-9]*\).*/\1/p' "$root/include/gltf_accessor/base.h" | paste -s -d . -)
[ "$(node -p "require('$binding/package.json').version")" = "$version" ]

# built in a copy, for the sources may be read-only; npm pack calls build.sh in the folder of package.json
status=0
sh "$binding/build.sh" "$folder/built" >"$folder/build.txt" || status=$?
[ "$status" -ne 77 ] || { cat "$folder/build.txt"; exit 77; }
[ "$status" -eq 0 ]
(cd "$folder/built" && npm pack --ignore-scripts --silent --pack-destination "$folder/packed")
package=$folder/packed/gltf-accessor-$version.tgz
tar -tzf "$package" | sort >"$folder/list.txt"
cmp "$folder/list.txt" - <<'END'
package/LICENSE
package/LICENSE.cJSON
package/README.md
package/gltf_accessor.cjs
package/gltf_accessor.d.cts
package/gltf_accessor.d.ts
package/gltf_accessor.js
package/gltf_accessor.wasm
package/package.json
END

cd "$folder/app"
echo '{ "name": "app", "private": true }' >package.json
npm install --silent "$package"
cat >use.mjs <<'END'
import { readFileSync } from "node:fs";
import { load, GltfError, Type } from "gltf-accessor";
const gltf = await load();
const document = gltf.parse(readFileSync(process.argv[2]));
const position = document.attribute(0, 0, "POSITION");
console.log(position.count, ...position.read().slice(0, 3), document.indices(0, 0, { triangles: true }).length, position.read(Type.DOUBLE).length);
try {
  document.accessor(99);
} catch (error) {
  console.log(error instanceof GltfError, error.statusName);
}
document.free();
END
sed -e 's/^import \({.*}\) from \(".*"\);/const \1 = require(\2);/' -e 's/^const gltf = await load();/load().then((gltf) => {/' use.mjs >use.cjs
echo '});' >>use.cjs
printf '16 -0.75 0 0.75 18 48\ntrue GLTF_ERR_RANGE\n' >wanted.txt
node use.mjs "$model" | cmp - wanted.txt
node use.cjs "$model" | cmp - wanted.txt

# both modules export the same, and the types name all of it
cat >names.mjs <<'END'
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as esm from "gltf-accessor";
import assert from "node:assert/strict";
const require = createRequire(import.meta.url);
assert.deepEqual(Object.keys(require("gltf-accessor")).sort(), Object.keys(esm).sort());
const types = readFileSync("node_modules/gltf-accessor/gltf_accessor.d.ts", "utf8");
assert.equal(types, readFileSync("node_modules/gltf-accessor/gltf_accessor.d.cts", "utf8"));
const part = (name) => types.match(new RegExp(`^export (?:declare class|interface|declare const) ${name}\\b.*?^}`, "ms"))?.[0] ?? types.match(
  new RegExp(`^export declare (?:const|function) ${name}\\b.*$`, "m"))[0];
const library = await esm.load();
let members = 0;
for (const name of Object.keys(esm)) {
  const value = esm[name];
  const text = part(name);
  if (typeof value === "object" && name !== "structs") {
    for (const [key, number] of Object.entries(value)) {
      assert.match(text, new RegExp(`\\breadonly ${key}: ${number}\\b`), `${name}.${key}`);
      members++;
    }
  }
}
for (const [name, prototype] of [["Library", Object.getPrototypeOf(library)], ...["Block", "Accessor", "Document"].map((n) => [n, esm[n].prototype])]) {
  for (const key of Object.getOwnPropertyNames(prototype).filter((k) => !k.startsWith("_") && k !== "constructor")) {
    assert.match(part(name), new RegExp(`^  (readonly )?${key}\\b`, "m"), `${name}.${key}`);
    members++;
  }
}
assert.ok(members > 100, members);
END
node names.mjs
echo "package $(wc -c <"$package") bytes, gltf_accessor.wasm $(wc -c <"$folder/built/gltf_accessor.wasm") bytes"
