import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import { type ArchiveEntry, filed, jsonEntry, numbered, placed } from '#features/procurement/server/archive-parts.ts'
import { pack } from '#features/procurement/server/pack.ts'
import { readHeader } from '#features/sealing/core/envelope.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { TileTree } from '#features/sealing/core/log/tiles.ts'
import { ed25519Signer } from '#features/sealing/core/receipt.ts'
import {
  ARCHIVE_TYPE,
  archiveText,
  MANIFEST_PATH,
  signArchive,
  typeOf,
} from '#features/sealing/core/record-manifest.ts'
import { TestService } from '#features/sealing/core/test-world.ts'
import { FileBlob } from '../verify/file-blob.ts'
import { hashNatively } from '../verify/native.ts'
import { verify } from '../verify/run.ts'

/*
 * How long each of the two verifiers takes for the bids of a large archive, and how much memory:
 * `node bench/verify.ts --bids 30 --mb 50`. The second one needs python3 with `cryptography`.
 * Targets: 20 s and 500 MB. What an order has beside its bids is small, and left out.
 */

const { values } = parseArgs({
  options: { bids: { type: 'string', default: '30' }, mb: { type: 'string', default: '50' }, of: { type: 'string' } },
})

/** Has the second verifier judge an archive, and tells what it found and took. */
const PYTHON = `
import json, resource, sys, time
sys.path.insert(0, sys.argv[1])
from verify import judge
began = time.monotonic()
checks = judge(sys.argv[2])["checks"]
seconds, used = time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF)
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps({"seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "mb": int(peak.split()[1]) / 1024, "checks": checks}))
`

/** Checks of the bids, and of the bytes around them. The sheet that was read out is not part of this. */
const OF_BIDS =
  /^(archive-(frame|members)|bids|bid-manifest|(format|notice|manifest|on-time|inclusion|consistency|published-leaf)$|receipt-|deadline-|signature-|cipher-|file-|plain-|price-)/
/** Nobody cosigned or stamped the heads of this archive. */
const LEFT_OPEN = /^deadline-(witness|time-stamp)/

if (values.of) await measure(values.of)
else await bench(Number(values.bids), Number(values.mb))

/** Most memory that the process ever held, MB. What Node tells of it is its parent's where that was larger. */
function peakOf(status: string): number {
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)![1]) / 1024
}

/** What a verifier found, and what it took: seconds, seconds of processor, MB. */
interface Measured {
  seconds: number
  cpu: number
  mb: number
  checks: { id: string; ok: boolean | null }[]
}

/** In a process of its own, so that its memory is the verifier's. */
async function measure(path: string): Promise<void> {
  hashNatively()
  const began = performance.now()
  const { sections } = await verify([{ path: 'archive.zip', blob: FileBlob.open(path) }])
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage()
  const checks = sections.flatMap((section) => section.checks)
  const measured = {
    seconds,
    cpu: (user + system) / 1e6,
    mb: peakOf(await readFile('/proc/self/status', 'utf8')),
    checks,
  }
  console.log(JSON.stringify(measured))
}

async function bench(bids: number, mb: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-bench-'))
  try {
    const path = join(folder, 'archive.zip')
    const size = await write(path, { bids, mb })
    console.log(`${bids} bids of ${mb} MB, ${(size / 2 ** 20).toFixed(0)} MB in the zip`)
    const python = join(import.meta.dirname, '../verify/python')
    await report('first', [process.execPath, import.meta.filename, '--of', path])
    await report('second', ['python3', '-c', PYTHON, python, path])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function report(name: string, [program = '', ...args]: readonly string[]): Promise<void> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 28 })
  const { seconds, cpu, mb, checks } = JSON.parse(stdout) as Measured
  const own = checks.filter(({ id }) => OF_BIDS.test(id))
  const wrong = own.filter(({ id, ok }) => ok !== true && !LEFT_OPEN.test(id))
  console.log(
    `${name} verifier: ${seconds.toFixed(1)} s (target 20 s for 30 × 50 MB; ${cpu.toFixed(1)} s of processor), ${mb.toFixed(0)} MB (target 500 MB), ${own.length} checks`,
  )
  if (wrong.length > 0) throw new Error(`not all holds: ${JSON.stringify(wrong)}`)
}

/** Writes an archive whose bids are each one file of so many MB beside a price and a text; gives its size. */
async function write(path: string, { bids, mb }: { bids: number; mb: number }): Promise<number> {
  const service = new TestService()
  const entries: ArchiveEntry[] = []
  const made = []
  for (let i = 0; i < bids; i++)
    made.push(await service.submit('intl', `bidder-${i + 1}`, { technical: Buffer.alloc(mb * 2 ** 20, i + 1) }))
  const notice = await service.notice()
  const { size } = parseCheckpoint(notice.checkpoint!)
  const tree = new TileTree(service.store, size)
  entries.push(jsonEntry('notice-trust.json', notice), {
    path: 'log/checkpoint',
    content: Buffer.from(notice.checkpoint!),
  })
  for (const [name, bytes] of service.store.tiles) entries.push({ path: `log/${name}`, content: Buffer.from(bytes) })
  for (const [i, bid] of made.entries()) {
    const { logIndex: index } = bid.receipt.body
    const at = `bids/${String(i + 1).padStart(2, '0')}/${index}-submitted`
    const proof = (await tree.inclusionProof(index)).map(toHex)
    const files = bid.manifest.files.map(({ fileId }) => bid.sealed.get(fileId)!)
    entries.push(
      { ...jsonEntry(`${at}/receipt.json`, bid.receipt), type: bid.receipt.body.type },
      jsonEntry(`${at}/inclusion.json`, { index, size, proof }),
      jsonEntry(`${at}/manifest.json`, bid.manifest),
      jsonEntry(`${at}/headers.json`, await Promise.all(files.map((file) => readHeader(file)))),
      ...files.map((file, n) => ({ path: `${at}/sealed/${n + 1}.kbe`, content: Buffer.from(file) })),
      jsonEntry(`opening/bidders/${String(i + 1).padStart(2, '0')}/release.json`, bid.release),
      ...bid.manifest.files.map(({ fileId, name }, n) =>
        filed(
          'bids',
          `开启的投标文件/${numbered(i + 1, '某公司')}/${n + 1}-${name}`,
          Buffer.from(bid.plain.get(fileId)!),
        ),
      ),
    )
  }
  const at = new Date()
  const facts = { tenantId: 'tenant-1', orderId: 'order-1', code: 'B-1', title: '大归档', suite: 'intl' as const }
  const body = {
    type: ARCHIVE_TYPE as typeof ARCHIVE_TYPE,
    ...facts,
    archivedAt: at.toISOString(),
    steps: ['bid', 'open'],
    hash: 'SHA-256' as const,
  }
  const files = {
    async put(stream: Readable) {
      await pipeline(stream, createWriteStream(path))
      return { sha256: '', size: (await stat(path)).size }
    },
  }
  const packed = await pack({ clock: { now: () => at }, files } as never, entries.map(placed), {
    at,
    last: [
      {
        path: MANIFEST_PATH,
        make: async (written) => {
          const members = written.map(({ path: of, size: bytes, sha256, type }) => ({
            path: of,
            size: bytes,
            sha256,
            type: typeOf(of, type),
          }))
          const sections = ['bids', 'opening']
          const signed = await signArchive({ ...body, outcome: 'awarded', sections, members }, [
            ed25519Signer(service.serviceKey),
          ])
          return Buffer.from(archiveText(signed))
        },
      },
    ],
  })
  return packed.size
}
