import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { newId } from '#contract/id.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import { type HttpClient, ownKey } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import {
  bidKeys,
  bidRoom,
  finishRehearsal,
  inspectBidFile,
  ownCipherFile,
  receiptJson,
  receiptPdf,
  registerBidKey,
  revokeBidKey,
  startRehearsal,
  submitBid,
  withdrawBid,
} from '../contract.ts'
import { logConsistency, logInclusion, logKeys, orderTrust, receiptLookup } from '../contract-log.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import { fromHex, toHex } from '#features/sealing/core/bytes.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { receiptLeaf } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { hashOf, receiptPath } from '../rules-receipt-address.ts'
import { receiptHash } from './log-routes.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

const HOUR = 3_600_000
let system: TestSystem
const companies = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
})

async function order(suite: 'intl' | 'gm' = 'intl', hours = 1): Promise<string> {
  const bidEnd = new Date(system.kernel.clock.now().getTime() + hours * HOUR)
  return seedOrder(system.owner, { bidEnd, suite, companyIds: companies })
}

async function bidder(orderId: string, n: 1 | 2 = 1, suite: 'intl' | 'gm' = 'intl'): Promise<Bidder> {
  const client = await system.login(`supplier${n}`, { workbench: 'supplier' })
  return new Bidder(client, { companyId: companies[n - 1]!, orderId, suite })
}

/** Tiles over the public address, as any verifier would read them. */
const publicTiles = {
  async readTile(path: string) {
    const response = await fetch(`${system.base}/api/log/${path}`)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  },
}

for (const suite of ['intl', 'gm'] as const) {
  test(`a bid is committed, receipted and verified offline (${suite})`, async () => {
    const orderId = await order(suite)
    const one = await bidder(orderId, 1, suite)
    const before = await one.client.call(bidRoom, { params: { orderId } })
    expect(before.actions.find((a) => a.action === 'submit')?.reason).toContain('密钥')
    await one.prepare()
    const receipt = await one.submit(await one.uploadAll('980000.00'))
    const room = await one.client.call(bidRoom, { params: { orderId } })
    expect(room.current?.files.map((f) => f.role).toSorted()).toEqual(['business', 'price', 'technical'])
    expect(room.receipt).toEqual(receipt)
    expect(room.items).toHaveLength(1)
    expect(room.actions.map((a) => a.action)).toEqual(['rehearse', 'replace', 'withdraw'])

    const early = await verifyReceipt({ receipt, notice: room.trust })
    expect(early.filter((c) => c.ok === false)).toEqual([])
    await freezeNow(orderId, receipt.body.deadline)
    const notice = await system.client().call(orderTrust, { params: { orderId } })
    const checks = await verifyReceipt({ receipt, notice, tiles: publicTiles })
    expect(checks.filter((c) => !c.ok)).toEqual([])
    expect(verdictOf(checks)).toBe('valid')
  })
}

/** Brings the clock past the deadline and lets the deadline's event be handled, as procurement's timer would. */
async function freezeNow(orderId: string, deadline: string): Promise<void> {
  await system.owner.query(
    `insert into timer (tenant_id, key, kind, due_at, payload) values (1, $1, 'order.bid-deadline', $2, $3)`,
    [`order:${orderId}:bid-deadline`, deadline, JSON.stringify({ orderId })],
  )
  await system.advanceTo(deadline)
}

test('withdraw and replace: each is a leaf and a receipt, and the last one counts', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const first = await one.submit(await one.uploadAll('1.00'))
  const room = () => one.client.call(bidRoom, { params: { orderId } })
  const id = (await room()).current!.submissionId
  const again = await one.uploadAll('2.00')
  // A bid seen by nobody is not replaced blindly.
  const blind = await one.client.refused(submitBid, {
    params: { orderId },
    body: { ...again, keyId: one.keyId, replaces: null },
  })
  expect(blind.status).toBe(409)
  const second = await one.submit(again, id)
  const withdrawn = await one.client.call(withdrawBid, {
    params: { orderId },
    body: { submissionId: (await room()).current!.submissionId },
  })
  expect(withdrawn.body.action).toBe('bid.withdrawn')
  expect(withdrawn.body.manifestHash).toBe(second.body.manifestHash)
  expect((await room()).current).toBeNull()
  const third = await one.submit(again)
  const indices = [first, second, withdrawn, third].map((r) => r.body.logIndex)
  expect(indices).toEqual(indices.toSorted((a, b) => a - b))
  expect((await room()).history.map((h) => h.kind)).toEqual(['submitted', 'submitted', 'withdrawn', 'submitted'])
  const older = parseCheckpoint(first.body.checkpoint)
  const newer = parseCheckpoint(third.body.checkpoint)
  expect(newer.size).toBeGreaterThan(older.size)
})

test('a change that was not confirmed holds up handing in, and nothing else', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const files = await one.uploadAll('1.00')
  const noticeId = newId()
  await system.owner.query(
    `insert into notice (tenant_id, id, order_id, kind, code, title, content, needs_confirmation, status, created_by, created_at,
       updated_at, published_at)
     values (1, $1, $2, $3, 'BG-1', '变更公告', '{}', true, 1, $1, now(), now(), now())`,
    [noticeId, orderId, NoticeKind.values.change],
  )
  // What another bidder confirms opens nothing.
  const confirm = (companyId: string) =>
    system.owner.query(
      `insert into notice_confirmation (tenant_id, notice_id, trade_id, confirmed_by, confirmed_at)
       select 1, $1, id, $1, now() from trade where order_id = $2 and supplier_company_id = $3`,
      [noticeId, orderId, companyId],
    )
  await confirm(companies[1]!)
  const body = { ...files, keyId: one.keyId, replaces: null }
  expect(await one.client.refused(submitBid, { params: { orderId }, body })).toMatchObject({
    status: 409,
    message: '请先确认 1 份变更或澄清',
  })
  const room = await one.client.call(bidRoom, { params: { orderId } })
  expect([room.unconfirmed, room.current, room.history]).toEqual([1, null, []])
  await confirm(companies[0]!)
  await one.submit(files)
  expect((await one.client.call(bidRoom, { params: { orderId } })).unconfirmed).toBe(0)
})

test('two commits at once by the same bidder: one wins, the other is told', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const [a, b] = [await one.uploadAll('1.00'), await one.uploadAll('2.00')]
  const outcomes = await Promise.allSettled([one.submit(a), one.submit(b)])
  expect(outcomes.map((o) => o.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rejected = outcomes.find((o) => o.status === 'rejected') as PromiseRejectedResult
  expect(rejected.reason).toMatchObject({ status: 409 })
  const { rows } = await system.owner.query('select 1 from bid_submission where order_id = $1', [orderId])
  expect(rows).toHaveLength(1)
})

test('a repeated request gets the same receipt and makes no second leaf', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const bid = await one.uploadAll('1.00')
  const input = { params: { orderId }, body: { ...bid, keyId: one.keyId, replaces: null } }
  const first = await one.client.call(submitBid, input, { key: 'same' })
  const second = await one.client.call(submitBid, input, { key: 'same' })
  expect(second).toEqual(first)
  const { rows } = await system.owner.query('select 1 from bid_submission where order_id = $1', [orderId])
  expect(rows).toHaveLength(1)
})

test('late is late, and leaves nothing but its trace', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const bid = await one.uploadAll('1.00')
  await system.owner.query('update purchase_order set bid_end = $2 where id = $1', [orderId, system.kernel.clock.now()])
  const { rows: logBefore } = await system.owner.query('select size from bid_log where tenant_id = 1')
  const late = await one.client.refused(submitBid, {
    params: { orderId },
    body: { ...bid, keyId: one.keyId, replaces: null },
  })
  expect(late).toMatchObject({ code: 10021, status: 409 })
  const { rows } = await system.owner.query('select 1 from bid_submission where order_id = $1', [orderId])
  expect(rows).toHaveLength(0)
  const { rows: logAfter } = await system.owner.query('select size from bid_log where tenant_id = 1')
  expect(logAfter).toEqual(logBefore)
  const { rows: trace } = await system.owner.query(
    `select distinct body->>'entity' as entity from audit_entry where body->>'action' = 'bid.late'`,
  )
  expect(trace).toEqual([{ entity: 'bid' }])
})

test('after the head is fixed nothing is taken, whatever the clock of a process says', async () => {
  const orderId = await order('intl', 5)
  const one = await (await bidder(orderId)).prepare()
  const bid = await one.uploadAll('1.00')
  await system.owner.query(
    `insert into bid_checkpoint (tenant_id, id, size, note, at, order_id) values (1, gen_random_uuid(), 0, '', now(), $1)`,
    [orderId],
  )
  const late = await one.client.refused(submitBid, {
    params: { orderId },
    body: { ...bid, keyId: one.keyId, replaces: null },
  })
  expect(late.code).toBe(10021)
  await system.owner.query('delete from bid_checkpoint where order_id = $1', [orderId])
})

test('foreign, altered, cut and incomplete files are refused with the reason', async () => {
  const orderId = await order()
  const other = await order()
  const one = await (await bidder(orderId)).prepare()
  const content = new Uint8Array(3000).fill(7)
  const inspect = async (bytes: Uint8Array) => {
    const { fileId } = await one.client.upload('sealed-bid', 'x.kbe', bytes)
    const refused = await one.client.refused(inspectBidFile, { params: { orderId, fileId } })
    return (refused.details as { reason: string }).reason
  }
  const good = await one.seal('technical', content)
  expect(await inspect((await one.seal('technical', content, { orderId: other })).bytes)).toBe('foreign')
  expect(await inspect((await one.seal('technical', content, { bidderId: companies[1]! })).bytes)).toBe('foreign')
  expect(await inspect((await one.seal('technical', content, { round: 2 })).bytes)).toBe('replayed')
  const gm = await one.seal('technical', content, { key: generateKeyPair('gm') })
  expect(await inspect(gm.bytes)).toBe('unsupported-suite')
  expect(await inspect(good.bytes.slice(0, -1))).toBe('truncated')
  expect(await inspect(good.bytes.slice(0, 40))).toBe('truncated')
  expect(await inspect(new Uint8Array(100))).toBe('malformed')
  expect(await inspect(Uint8Array.from([...good.bytes, 0]))).toBe('tampered')

  // An altered byte of ciphertext cannot be seen without the key, but it is not what the manifest says.
  const bid = await one.uploadAll('1.00')
  const flipped = (await one.seal('technical', content)).bytes
  flipped[flipped.length - 5]! ^= 1
  const swap = await one.client.upload('sealed-bid', 'x.kbe', flipped)
  const submit = (body: object) =>
    one.client.refused(submitBid, {
      params: { orderId },
      body: { ...bid, keyId: one.keyId, replaces: null, ...body },
    })
  expect(await submit({ fileIds: [...bid.fileIds.slice(0, 2), swap.fileId] })).toMatchObject({ code: 10023 })
  expect(await submit({ fileIds: bid.fileIds.slice(0, 2) })).toMatchObject({ code: 10023 })
  const missing = await submit({ fileIds: [...bid.fileIds.slice(0, 2), crypto.randomUUID()] })
  expect(missing).toMatchObject({ code: 41004 })

  const tampered = structuredClone(bid.manifest)
  tampered.files[0]!.cipherHash = '0'.repeat(64)
  expect(await submit({ manifest: tampered })).toMatchObject({ details: { reason: 'tampered' } })
  expect(await submit({ manifest: { ...bid.manifest, bidderId: companies[1] } })).toMatchObject({
    details: { reason: 'foreign' },
  })
  const noPrice = bid.manifest.files.filter((f) => f.role !== 'price')
  const kept = bid.manifest.files.map((f, i) => (f.role === 'price' ? -1 : i)).filter((i) => i >= 0)
  const byRole = ['price', 'technical', 'business']
  const ids = kept.map((i) => bid.fileIds[byRole.indexOf(bid.manifest.files[i]!.role)]!)
  const incomplete = await submit({ manifest: { ...bid.manifest, files: noPrice }, fileIds: ids })
  expect(incomplete).toMatchObject({ code: 10001, message: expect.stringContaining('报价单') })
})

test('an unfinished upload is no file', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const { bytes } = await one.seal('technical', new Uint8Array(5000))
  const meta = `use ${btoa('sealed-bid')},filename ${btoa('x.kbe')}`
  const created = await one.client.fetch('POST', '/api/files/tus', undefined, {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length), 'upload-metadata': meta },
  })
  const path = new URL(created.headers.get('location')!, `${system.base}/api/files/tus`).pathname
  const half = await one.client.fetch('PATCH', path, bytes.slice(0, 2000), {
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  expect(half.headers.get('x-file-id')).toBeNull()
  const fileId = path.split('/').at(-1)!
  expect(await one.client.refused(inspectBidFile, { params: { orderId, fileId } })).toMatchObject({ code: 41004 })
  // The transfer goes on where it stopped, and then it is one.
  const rest = await one.client.fetch('PATCH', path, bytes.slice(2000), {
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '2000', 'content-type': 'application/offset+octet-stream' },
  })
  const params = { orderId, fileId: rest.headers.get('x-file-id')! }
  expect((await one.client.call(inspectBidFile, { params })).size).toBe(bytes.length)
})

test('only who may bid now uploads sealed files, by transfer or by form', async () => {
  await system.owner.query('update purchase_order set bid_end = $1', [
    new Date(system.kernel.clock.now().getTime() - 1),
  ])
  const bytes = new Uint8Array(100)
  const form = async (client: HttpClient) => {
    const body = new FormData()
    body.append('file', new Blob([bytes]), 'x.kbe')
    return client.fetch('POST', '/api/bid-file/upload', body, { key: ownKey() })
  }
  const refused = { status: 403, body: { message: '您没有可以提交加密文件的项目，不能上传' } }
  const one = (await bidder(await order('intl', -1))).client
  const expert = await system.login('expert1')
  // Of the four that bid, supplier3 asked for no part.
  const outsider = await system.login('supplier3', { workbench: 'supplier' })
  for (const client of [one, expert, outsider])
    await expect(client.upload('sealed-bid', 'x.kbe', bytes)).rejects.toMatchObject(refused)
  for (const client of [one, outsider]) await expect(form(client)).rejects.toMatchObject(refused)
  const orderId = await order()
  expect((await one.upload('sealed-bid', 'x.kbe', bytes)).size).toBe(100)
  expect((await form(one)).status).toBe(200)
  await system.owner.query('update trade set status = 0 where order_id = $1', [orderId])
  await expect(one.upload('sealed-bid', 'x.kbe', bytes)).rejects.toMatchObject(refused)
  // What was under way ends behind the answer.
  const pending = async () => (await system.owner.query('select 1 from upload_pending')).rowCount
  await expect.poll(pending).toBe(0)
})

test('keys: duplicates, wrong suite, no rehearsal, wrong answer, revocation', async () => {
  const orderId = await order()
  const one = await bidder(orderId)
  const { publicKey } = one.key
  const { keyId } = await one.client.call(registerBidKey, { body: { suite: 'intl', publicKey } })
  const two = await bidder(orderId, 2)
  expect((await two.client.refused(registerBidKey, { body: { suite: 'intl', publicKey } })).status).toBe(409)
  const offCurve = `04${'11'.repeat(64)}`
  expect((await one.client.refused(registerBidKey, { body: { suite: 'intl', publicKey: offCurve } })).code).toBe(10001)
  expect((await two.client.refused(startRehearsal, { params: { orderId }, body: { keyId } })).status).toBe(409)

  one.keyId = keyId
  const bid = await one.uploadAll('1.00')
  const unrehearsed = { params: { orderId }, body: { ...bid, keyId, replaces: null } }
  expect((await one.client.refused(submitBid, unrehearsed)).message).toContain('预演')
  const { rehearsalId } = await one.client.call(startRehearsal, { params: { orderId }, body: { keyId } })
  const answer = { params: { orderId, rehearsalId }, body: { answer: '0'.repeat(64) } }
  expect(await one.client.call(finishRehearsal, answer)).toEqual({ passed: false, passedAt: null })
  expect((await one.client.refused(finishRehearsal, answer)).status).toBe(409)
  expect((await one.client.refused(submitBid, unrehearsed)).message).toContain('预演')
  const gm = generateKeyPair('gm')
  const gmKey = await one.client.call(registerBidKey, { body: { suite: 'gm', publicKey: gm.publicKey } })
  const wrong = await one.client.refused(startRehearsal, { params: { orderId }, body: { keyId: gmKey.keyId } })
  expect(wrong.message).toContain('密码算法')

  const ready = await (await bidder(orderId)).prepare()
  await ready.submit(await ready.uploadAll('3.00'))
  const inUse = await ready.client.refused(revokeBidKey, { params: { keyId: ready.keyId } })
  expect(inUse.code).toBe(10002)
  await one.client.call(revokeBidKey, { params: { keyId } })
  const { rows } = await one.client.call(bidKeys, {})
  expect(rows.find((k) => k.keyId === keyId)).toMatchObject({ revokedAt: expect.any(String), orders: [] })
  const again = await ready.uploadAll('4.00')
  const { submissionId } = (await ready.client.call(bidRoom, { params: { orderId } })).current!
  await ready.submit(again, submissionId)
  const used = (await ready.client.call(bidKeys, {})).rows.find((k) => k.keyId === ready.keyId)!
  expect(used.orders.map((use) => [use.orderId, use.inForce])).toEqual([[orderId, true]])
  // Keys, and what they were used for, are the own company's alone.
  const others = (await two.client.call(bidKeys, {})).rows
  expect(others.flatMap((k) => k.orders.map((use) => use.orderId))).not.toContain(orderId)
  expect((await two.client.refused(revokeBidKey, { params: { keyId } })).status).toBe(404)
})

test('a stranger finds nothing', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  await one.submit(await one.uploadAll('1.00'))
  const { submissionId } = (await one.client.call(bidRoom, { params: { orderId } })).current!
  const strangers = [
    await system.login('supplier3', { workbench: 'supplier' }),
    await system.login('supplier2', { workbench: 'supplier' }),
  ]
  const { rows } = await system.owner.query('select file_id from bid_file where submission_id = $1', [submissionId])
  for (const stranger of strangers) {
    const params = { orderId, submissionId }
    expect((await stranger.refused(receiptJson, { params })).status).toBe(404)
    expect((await stranger.refused(receiptPdf, { params })).status).toBe(404)
    expect((await stranger.refused(ownCipherFile, { params: { ...params, position: 1 } })).status).toBe(404)
    const file = { orderId, fileId: rows[0].file_id }
    expect((await stranger.refused(inspectBidFile, { params: file })).status).toBe(404)
  }
  const [outside, rival] = strangers as [HttpClient, HttpClient]
  expect((await outside.refused(bidRoom, { params: { orderId } })).status).toBe(404)
  expect((await outside.refused(withdrawBid, { params: { orderId }, body: { submissionId } })).status).toBe(404)
  // A rival in the same order has a room of its own, with nothing in it and nothing to withdraw.
  expect((await rival.call(bidRoom, { params: { orderId } })).history).toEqual([])
  expect((await rival.refused(withdrawBid, { params: { orderId }, body: { submissionId } })).code).toBe(10002)
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.refused(bidRoom, { params: { orderId } })).status).toBe(403)
  expect((await system.client().refused(bidRoom, { params: { orderId } })).status).toBe(401)
  const otherTenant = await system.login('bj-supplier1', { workbench: 'supplier' })
  expect([403, 404]).toContain((await otherTenant.refused(bidRoom, { params: { orderId } })).status)
})

test('receipt files, and the page behind the QR code', async () => {
  const orderId = await order('gm')
  const one = await (await bidder(orderId, 1, 'gm')).prepare()
  const receipt = await one.submit(await one.uploadAll('1.00'))
  const { submissionId } = (await one.client.call(bidRoom, { params: { orderId } })).current!
  const params = { orderId, submissionId }
  const file = await one.client.file(receiptJson, { params })
  expect(JSON.parse(file.content.toString())).toEqual(receipt)
  const pdf = await one.client.file(receiptPdf, { params })
  expect(pdf.mime).toBe('application/pdf')
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  const cipher = await one.client.file(ownCipherFile, { params: { ...params, position: 1 } })
  expect(cipher.content.length).toBe(receipt.manifest!.files[0]!.size)
  const anyone = system.client()
  const hash = receiptHash(receipt)
  expect(await anyone.call(receiptLookup, { params: { submissionId }, query: { hash } })).toMatchObject({
    issued: true,
    logIndex: receipt.body.logIndex,
    leafHash: toHex(leafHash(receiptLeaf(receipt.body).entry)),
  })
  expect(hashOf(receiptPath({ submissionId, hash, tenantId: 1 }).split('#')[1]!)).toBe(hash)
  expect(hashOf('#123')).toBeNull()
  const guess = { params: { submissionId }, query: { hash: '0'.repeat(64) } }
  expect((await anyone.refused(receiptLookup, guess)).status).toBe(404)
})

test('public proofs verify with the published head and key', async () => {
  const orderId = await order()
  const one = await (await bidder(orderId)).prepare()
  const receipt = await one.submit(await one.uploadAll('1.00'))
  await freezeNow(orderId, receipt.body.deadline)
  const anyone = system.client()
  const note = await (await fetch(`${system.base}/api/log/checkpoint`)).text()
  const { logKey } = await anyone.call(logKeys, {})
  const head = verifyCheckpoint(note, parseNoteKey(logKey))
  const index = receipt.body.logIndex
  const found = await anyone.call(logInclusion, { query: { index, size: head.size } })
  const leaf = { hash: fromHex(found.leafHash), index }
  expect(verifyInclusion(leaf, head, found.proof.map(fromHex))).toBe(true)
  const older = parseCheckpoint(receipt.body.checkpoint)
  const grown = await anyone.call(logConsistency, { query: { from: older.size, to: head.size } })
  expect(verifyConsistency(older, head, grown.proof.map(fromHex))).toBe(true)
  expect((await anyone.refused(logInclusion, { query: { index: 0, size: head.size + 1 } })).status).toBe(404)
})
