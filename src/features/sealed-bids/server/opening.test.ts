import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { type Context, inContext } from '#server/context.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { inspectBidFile, submitBid } from '../contract.ts'
import { fromHex, toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import { releaseContentKey } from '#features/sealing/core/envelope.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import { parseCheckpoint, verifyEd25519 } from '#features/sealing/core/log/checkpoint.ts'
import { concat } from '#features/sealing/core/bytes.ts'
import type { NoticeTrust, Receipt } from '#features/sealing/core/receipt.ts'
import { collect } from '#features/sealing/core/source.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { archiveParts, checkpointOf, closingList, openSubmission, signBytes, submissionFiles } from './public.ts'
import { cipherStream, receiptOf, trustOf } from './testing/stored.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

let system: TestSystem
let orderId: string
const bidders: Bidder[] = []
const receipts: Receipt[] = []
const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]

const own = <T>(work: (ctx: Context<null>) => Promise<T>) =>
  inContext(system.kernel, { tenantId: 1, actor: null }, work)

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const deadline = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  orderId = await seedOrder(system.owner, { bidEnd: deadline, companyIds })
  for (const n of [1, 2, 3] as const) {
    const client = await system.login(`supplier${n}`, { workbench: 'supplier' })
    const bidder = await new Bidder(client, { companyId: companyIds[n - 1]!, orderId }).prepare()
    receipts.push(await bidder.submit(await bidder.uploadAll(`${n}00.00`)))
    bidders.push(bidder)
  }
  await system.advanceTo(deadline)
})

async function keysOf(submissionId: string, bidder: Bidder): Promise<Map<number, string>> {
  const files = await own((ctx) => submissionFiles(ctx, submissionId))
  const entries = files.map(async (file) => {
    const header = file.header as unknown as EnvelopeHeader
    return [file.position, toHex(await releaseContentKey(header, bidder.ownKey.privateKey, bidder.place))] as const
  })
  return new Map(await Promise.all(entries))
}

const list = () => own((ctx) => closingList(ctx, orderId))

test('the released keys open the bid, and what is kept is what was sealed', async () => {
  const [first] = await list()
  const keys = await keysOf(first!.submissionId, bidders[0]!)
  await own(async (ctx) => {
    const outcome = await openSubmission(ctx, first!.submissionId, (position) => keys.get(position) ?? '')
    if (!outcome.ok) throw new Error(outcome.reason)
    expect(outcome.priceSheet).toEqual({ total: '100.00' })
    const technical = outcome.files.find((f) => f.role === 'technical')!
    const text = await collect(await ctx.files.read(technical.sha256))
    expect(Buffer.from(text).toString()).toBe(`技术标 ${companyIds[0]}`)
    const stored = await ctx.tx
      .selectFrom('file_object')
      .selectAll()
      .where('id', '=', technical.fileId)
      .executeTakeFirst()
    expect(stored).toMatchObject({ use: 'opened-bid', companyId: companyIds[0], size: technical.size })
  })
})

test('a wrong key is the bidder’s fault, an altered file is ours; nothing is kept of either', async () => {
  const [first, second] = await list()
  const foreign = await keysOf(second!.submissionId, bidders[1]!)
  const countObjects = async () =>
    (await system.owner.query(`select 1 from file_object where use = 'opened-bid'`)).rowCount
  const before = await countObjects()
  const wrong = await own((ctx) => openSubmission(ctx, first!.submissionId, (p) => foreign.get(p)!))
  expect(wrong).toMatchObject({ ok: false, refusal: 'wrong-key', fault: 'bidder', position: 1 })
  const empty = await own((ctx) => openSubmission(ctx, first!.submissionId, () => ''))
  expect(empty).toMatchObject({ ok: false, refusal: 'wrong-key', fault: 'bidder' })

  const { rows } = await system.owner.query<{ sha256: Buffer }>(
    `select o.sha256 from bid_file f join file_object o on o.id = f.file_id where f.submission_id = $1 and f.position = 2`,
    [second!.submissionId],
  )
  const hex = rows[0]!.sha256.toString('hex')
  const path = join(system.config.dataDir, 'files/objects', hex.slice(0, 2), hex.slice(2, 4), hex)
  const bytes = await readFile(path)
  await writeFile(
    path,
    bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte)),
  )
  const broken = await own((ctx) => openSubmission(ctx, second!.submissionId, (p) => foreign.get(p)!))
  await writeFile(path, bytes)
  expect(broken).toMatchObject({ ok: false, refusal: 'tampered', fault: 'service', position: 2 })
  expect(await countObjects()).toBe(before)
})

test('a file altered by its bidder before sealing it up is refused at the opening', async () => {
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  const other = await seedOrder(system.owner, { bidEnd, companyIds })
  const bidder = new Bidder(bidders[0]!.client, { companyId: companyIds[0]!, orderId: other })
  await bidder.prepare()
  const bid = await bidder.uploadAll('5.00')
  const sealed = await bidder.seal('technical', utf8('改动'))
  const bytes = sealed.bytes.slice()
  bytes[bytes.length - 2]! ^= 1
  const { fileId } = await bidder.client.upload('sealed-bid', 't.kbe', bytes)
  const view = await bidder.client.call(inspectBidFile, { params: { orderId: other, fileId } })
  const { cipherHash, size } = view
  const replaced = bid.manifest.files.findIndex((f) => f.role === 'technical')
  const entry = {
    ...bid.manifest.files[replaced]!,
    fileId: view.envelopeId,
    cipherHash,
    size,
    plainCommit: sealed.sealed.plainCommit,
    name: view.name,
  }
  const files = bid.manifest.files.with(replaced, entry).toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1))
  await bidder.client.call(submitBid, {
    params: { orderId: other },
    body: {
      manifest: { ...bid.manifest, files },
      fileIds: [bid.fileIds[0]!, bid.fileIds[2]!, fileId],
      keyId: bidder.keyId,
      replaces: null,
    },
  })
  await system.advanceTo(bidEnd)
  const [only] = await own((ctx) => closingList(ctx, other))
  const keys = await keysOf(only!.submissionId, bidder)
  const outcome = await own((ctx) => openSubmission(ctx, only!.submissionId, (p) => keys.get(p)!))
  expect(outcome).toMatchObject({ ok: false, refusal: 'tampered', fault: 'bidder' })
})

test('what other features read', async () => {
  const [first] = await list()
  await own(async (ctx) => {
    expect(await closingList(ctx, orderId)).toHaveLength(3)
    expect(await receiptOf(ctx, first!.submissionId)).toEqual(receipts[0])
    const note = await checkpointOf(ctx, orderId)
    expect(parseCheckpoint(note!).size).toBeGreaterThan(first!.logIndex)
    const { rows } = await system.owner.query<{ file_id: string; size: number }>(
      'select file_id, size from bid_file where submission_id = $1 limit 1',
      [first!.submissionId],
    )
    const cipher = await collect(await cipherStream(ctx, rows[0]!.file_id))
    expect(cipher.length).toBe(rows[0]!.size)
    const { publicKey, signature } = await signBytes(ctx, 'notice', utf8('公告'))
    const message = (label: string) => concat(utf8(`kaibiao/signed/1\0${label}\0`), utf8('公告'))
    expect(verifyEd25519(fromHex(publicKey), message('notice'), fromHex(signature))).toBe(true)
    expect(verifyEd25519(fromHex(publicKey), message('other'), fromHex(signature))).toBe(false)
    expect((await trustOf(ctx, orderId)).serviceKeys.ed25519).toBe(publicKey)
  })
})

test('the archive carries all that a verifier needs, and only after the opening', async () => {
  await expect(own((ctx) => archiveParts(ctx, orderId))).rejects.toMatchObject({ errorName: 'wrongState' })
  await system.owner.query("update purchase_order set state = 'open.running' where id = $1", [orderId])
  const files = await own(async (ctx) => {
    const parts = await archiveParts(ctx, orderId)
    const read = parts.map(async ({ name, content }) => {
      const bytes = typeof content === 'function' ? await collect(Readable.from(await content())) : content
      return [name, bytes] as const
    })
    return new Map(await Promise.all(read))
  })
  const parse = <T>(name: string) => JSON.parse(Buffer.from(files.get(name)!).toString()) as T
  const notice = parse<NoticeTrust>('notice-trust.json')
  const names = [...files.keys()].filter((name) => name.endsWith('/receipt.json'))
  expect(names).toHaveLength(3)
  const tiles = { readTile: async (path: string) => files.get(`log/${path}`) }
  for (const name of names) {
    const checks = await verifyReceipt({ receipt: parse<Receipt>(name), notice, tiles })
    expect(verdictOf(checks)).toBe('valid')
  }
  expect([...files.keys()].filter((name) => name.endsWith('.kbe'))).toHaveLength(9)
})
