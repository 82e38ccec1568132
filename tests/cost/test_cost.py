"""gltf-inspect over hostile files of three sizes: instructions and memory grow with the bytes, and not faster.

usage: test_cost.py GLTF_INSPECT

Instructions are counted by valgrind, so that no clock is asked; without it only memory is measured."""
import json, os, resource, shutil, struct, subprocess, sys, tempfile, unittest

INSPECT = os.path.abspath(sys.argv.pop(1))
MODES = [], ["--json"], ["--validate"]
SIZES = 8000, 16000, 32000          # bytes, for instructions
LARGE = 1000000                     # for memory
GROWTH = 2.5                        # twice as many bytes more may cost so much more; 4 is quadratic
BYTES = 64                          # of memory for each of the file, beside those of an empty one


def glb(members, binary=b""):
    text = ('{"asset":{"version":"2.0"},%s}' % members).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + (struct.pack("<I4s", len(binary), b"BIN\0") + binary if binary else b"")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def repeated(item, size):
    """a list of one item, as long as `size` bytes"""
    return ",".join([item] * max(1, size // (len(item) + 1)))


def one_buffer(size, views=1):
    return '"buffers":[{"byteLength":%d}],"bufferViews":[%s]' % (size, ",".join(['{"buffer":0,"byteLength":%d}' % size] * views))


def sparse(count, entries, kind=5125, offset=0, view=0):
    return ('{"componentType":5121,"count":%d,"type":"SCALAR","sparse":{"count":%d,"indices":{"bufferView":%d,"byteOffset":%d,'
            '"componentType":%d},"values":{"bufferView":0}}}' % (count, entries, view, offset, kind))


def shared_indices(size):
    entries = size // 8
    return glb(one_buffer(4 * entries) + ',"accessors":[%s]' % repeated(sparse(entries, entries), size // 2),
               struct.pack("<%dI" % entries, *range(entries)))


def shared_indices_that_decrease(size):
    entries = size // 8
    return glb(one_buffer(4 * entries) + ',"accessors":[%s]' % repeated(sparse(entries, entries), size // 2),
               struct.pack("<%dI" % entries, *reversed(range(entries))))


def shared_index_that_is_none(size):
    entries = size // 8
    return glb(one_buffer(4 * entries) + ',"accessors":[%s]' % repeated(sparse(entries, entries), size // 2),
               struct.pack("<%dI" % entries, *range(1, entries + 1)))


def own_name(size):
    """every buffer is the file itself"""
    text = '{"asset":{"version":"2.0"},"buffers":[%s]}' % repeated('{"byteLength":%d,"uri":"model"}' % size, size - 60)
    return text.ljust(size).encode()


def own_names(size):
    """the same, by names that are told apart"""
    items, used = [], 60
    while True:
        items.append('{"byteLength":%d,"uri":".%smodel"}' % (size, "/" * (len(items) + 1)))
        used += len(items[-1]) + 1
        if used > size:
            break
    return ('{"asset":{"version":"2.0"},"buffers":[%s]}' % ",".join(items[:-1])).ljust(size).encode()


def broken_payload(size):
    """compressed views in a data: URI that is wrong at its end"""
    view = ('{"buffer":0,"byteLength":4,"extensions":{"EXT_meshopt_compression":{"buffer":1,"byteLength":40,"byteStride":4,'
            '"count":1,"mode":"ATTRIBUTES"}}}')
    return ('{"asset":{"version":"2.0"},"extensionsUsed":["EXT_meshopt_compression"],"buffers":[{"byteLength":4},{"byteLength":'
            '%d,"uri":"data:application/octet-stream;base64,%s!AAA"}],"bufferViews":[%s]}'
            % (size // 4, "AAAA" * (size // 8), repeated(view, size // 2))).encode()


def targets(size):
    return glb('"accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],"meshes":[{"primitives":['
               '{"attributes":{"POSITION":0},"targets":[%s]}]}]' % repeated('{"POSITION":0}', size))


def attributes(size):
    return glb('"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{%s}}]}]'
               % ",".join('"_A%06d":0' % i for i in range(size // 12)))


def shared_skins(size):
    """primitives that share joints and weights"""
    half = size // 2
    item = '{"attributes":{"POSITION":1,"JOINTS_0":0,"WEIGHTS_0":0}}'
    return glb(one_buffer(half) + ',"accessors":[{"bufferView":0,"componentType":5121,"count":%d,"type":"VEC4"},{"bufferView":0,'
               '"componentType":5126,"count":%d,"type":"VEC3"}],"meshes":[{"primitives":[%s]}],"skins":[{"joints":[0]}],'
               '"nodes":[{"mesh":0,"skin":0}]' % (half // 16, half // 16, repeated(item, 300)), bytes(half))


def names(size):
    return glb('"nodes":[%s]' % repeated('{"name":"n"}', size))


def long_names(size):
    key = "_" + "K" * (size // 2)
    return glb('"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"%s":0},'
               '"targets":[%s]}]}]' % (key, repeated('{"_A":0}', size // 2)))


def same_members(size):
    return glb(repeated('"nodes":[]', size))


def unknown_members(size):
    return glb(",".join('"k%06d":1' % i for i in range(size // 12)))


def long_bounds(size):
    return glb('"accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[%s]}]' % repeated("1", size))


def chains(size):
    count = size // 20
    return glb('"nodes":[%s,{}]' % ",".join('{"children":[%d]}' % (i + 1) for i in range(count)))


def extensions(size):
    return glb('"extensionsUsed":[%s],"extensionsRequired":[%s]' % (",".join('"E_%06d"' % i for i in range(size // 22)),
                                                                   ",".join('"E_%06d"' % i for i in range(size // 22))))


KINDS = [shared_indices, shared_indices_that_decrease, shared_index_that_is_none, own_name, own_names, broken_payload, targets,
         attributes, shared_skins, names, long_names, same_members, unknown_members, long_bounds, chains, extensions]


class Cost(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.path = os.path.join(cls.folder, "model")
        cls.valgrind = shutil.which("valgrind")
        if cls.valgrind and subprocess.run([cls.valgrind, "--tool=none", INSPECT, "--version"], capture_output=True).returncode:
            cls.valgrind = None     # it cannot run what this compiler makes

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def write(self, data):
        with open(self.path, "wb") as f:
            f.write(data)

    def instructions(self, mode):
        run = subprocess.run([self.valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", INSPECT] + mode + [self.path],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.assertIn(run.returncode, (0, 1))
        line = [s for s in run.stderr.decode().splitlines() if "Collected" in s][0]
        return int(line.rsplit(":", 1)[1])

    def memory(self, mode):
        """the most that was resident, in bytes"""
        child = os.fork()
        if child == 0:
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            os.execv(INSPECT, [INSPECT] + mode + [self.path])
        _, status, usage = os.wait4(child, 0)
        self.assertTrue(os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 1))
        return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def test_instructions(self):
        if not self.valgrind:
            self.skipTest("no valgrind")
        for kind in KINDS:
            counts = []
            for size in SIZES:
                self.write(kind(size))
                counts.append([self.instructions(mode) for mode in MODES[1:]])
            for mode, (small, middle, large) in zip(MODES[1:], zip(*counts)):
                with self.subTest(kind=kind.__name__, mode=mode, counts=(small, middle, large)):
                    self.assertLess(large - middle, GROWTH * max(middle - small, 1000))

    def test_memory(self):
        self.write(glb('"nodes":[{}]'))
        least = [self.memory(mode) for mode in MODES]
        for kind in KINDS:
            self.write(kind(LARGE))
            for mode, empty in zip(MODES, least):
                with self.subTest(kind=kind.__name__, mode=mode):
                    self.assertLess(self.memory(mode) - empty, BYTES * LARGE)


if __name__ == "__main__":
    unittest.main()
