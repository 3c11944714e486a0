import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '#features/procurement/server/pack.ts'
import { FileBlob } from '../../../verify/file-blob.ts'
import { hashNatively } from '../../../verify/native.ts'
import { frameFault } from '../../../verify/zip-frame.ts'
import { readZip } from '../../../verify/zip.ts'

/*
 * Zips that need the numbers of zip64: one of the product's own with a member of more than 4 GiB, members and a directory behind it,
 * and those that Python's zipfile writes. Of the first, whose member is zeros, only the rest is kept: not every machine takes a file of that size.
 */

const AT = '2026-11-29T04:00:00.000Z'
const BIG = 2 ** 32 + 5
const SMALL = Buffer.from('behind four gibibytes')
const PYTHON = join(import.meta.dirname, '../../../verify/python')
const hasPython = spawnSync('python3', [join(PYTHON, 'library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-zip64-'))
const ZEROS = Buffer.alloc(1 << 20)
const big = { size: 0, parts: [] as { at: number; bytes: Buffer }[] }
const PATIENCE = { timeout: 300_000 }

/** Reads from the big zip. */
function readBig(bytes: Uint8Array, from: number): number {
  const length = Math.min(bytes.length, big.size - from)
  bytes.fill(0, 0, length)
  for (const { at, bytes: part } of big.parts) {
    const [begin, end] = [Math.max(at, from), Math.min(at + part.length, from + length)]
    if (begin < end) bytes.set(part.subarray(begin - at, end - at), begin - from)
  }
  return length
}

beforeAll(async () => {
  hashNatively()
  const member = () => {
    let left = BIG
    return new Readable({
      read() {
        const next = Math.min(left, ZEROS.length)
        left -= next
        this.push(next === 0 ? null : ZEROS.subarray(0, next))
      },
    })
  }
  const put = async (output: AsyncIterable<Buffer>) => {
    for await (const chunk of output) {
      const isHole = chunk.length > 4096 && chunk.equals(ZEROS.subarray(0, chunk.length))
      if (!isHole) big.parts.push({ at: big.size, bytes: Buffer.from(chunk) })
      big.size += chunk.length
    }
    return { sha256: '', size: big.size }
  }
  const entries = [
    { path: '大文件.bin', content: async () => member() },
    { path: 'small.txt', content: SMALL },
  ]
  const last = [{ path: 'manifest.json', make: async () => Buffer.from('{}\n') }]
  await pack({ files: { put } } as never, entries, { last, at: new Date(AT) })
}, PATIENCE.timeout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'the first verifier reads members and a directory behind 4 GiB, and finds them written in the one way',
  PATIENCE,
  async () => {
    const blob = new FileBlob(readBig, 0, big.size)
    const zip = await readZip(blob)
    expect(zip.members.map((one) => [one.path, one.blob.size, one.offset > 2 ** 32])).toEqual([
      ['大文件.bin', BIG, false],
      ['small.txt', SMALL.length, true],
      ['manifest.json', 3, true],
    ])
    expect(zip.directory).toBeGreaterThan(2 ** 32)
    expect(await zip.members[1]!.blob.text()).toBe(SMALL.toString())
    expect(await frameFault(blob, zip, AT)).toBeNull()
  },
)

test.skipIf(!hasPython)('so does the second', PATIENCE, () => {
  const script = `import base64, json, os, sys
sys.path.insert(0, sys.argv[1])
from zipframe import check_frame, read_members
from source import Source
big = json.load(sys.stdin)
parts = [(at, base64.b64decode(part)) for at, part in big["parts"]]
def pread(file, wanted, begin):
    found = bytearray(min(wanted, max(0, big["size"] - begin)))
    for at, part in parts:
        first, last = max(at, begin), min(at + len(part), begin + len(found))
        if first < last:
            found[first - begin : last - begin] = part[first - at : last - at]
    return bytes(found)
os.pread = pread
whole = Source(0, 0, big["size"])
members = read_members(whole)
check_frame(whole, members, sys.argv[2])
print(json.dumps([[path, one.size, one.read().decode() if one.size < 99 else ''] for path, one in members]))`
  const parts = big.parts.map(({ at, bytes }) => [at, bytes.toString('base64')])
  const input = JSON.stringify({ size: big.size, parts })
  const out = execFileSync('python3', ['-c', script, PYTHON, AT], { input })
  expect(JSON.parse(out.toString())).toEqual([
    ['大文件.bin', BIG, ''],
    ['small.txt', SMALL.length, SMALL.toString()],
    ['manifest.json', 3, '{}\n'],
  ])
})

test.skipIf(spawnSync('python3', ['-c', 'import zipfile']).status !== 0)(
  'sizes in the fields of zip64 as zipfile forces them: before the contents, and behind them in a stream',
  async () => {
    const script = `import sys, zipfile
class Stream:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
for name, is_stream in (('seek', False), ('stream', True)):
    with open(f'{sys.argv[1]}/{name}.zip', 'wb') as file:
        with zipfile.ZipFile(Stream(file) if is_stream else file, 'w') as made:
            for i in range(3):
                with made.open(f'{i}.txt', 'w', force_zip64=True) as member:
                    member.write(b'content %d' % i)`
    execFileSync('python3', ['-c', script, folder])
    for (const name of ['seek', 'stream']) {
      const { members } = await readZip(FileBlob.open(join(folder, `${name}.zip`)))
      const texts = await Promise.all(members.map(({ blob }) => blob.text()))
      expect({ name, texts }).toEqual({ name, texts: ['content 0', 'content 1', 'content 2'] })
    }
  },
)
