import { beforeAll, describe, expect, it } from 'vitest'
import { randomBytes } from './bytes.ts'
import { verdictOf } from './check.ts'
import type { Check } from './check.ts'
import { generateLogKey, parseCheckpoint, signCheckpoint } from './log/checkpoint.ts'
import { checkManifest, makeManifest, makePriceSheet, manifestHash, readPriceSheet } from './manifest.ts'
import { ed25519Signer, issueReceipt, sm2Signer } from './receipt.ts'
import type { NoticeTrust, Receipt, ReceiptBody } from './receipt.ts'
import { DEADLINE, MemoryTiles, TestService } from './test-world.ts'
import { verifyBid } from './verify-bid.ts'
import { verifyLog } from './verify-log.ts'
import { verifyReceipt } from './verify-receipt.ts'

type Bid = Awaited<ReturnType<TestService['submit']>>

describe.each(['intl', 'gm'] as const)('a receipt under suite %s', (suite) => {
  const service = new TestService()
  let bid: Bid
  let notice: NoticeTrust

  beforeAll(async () => {
    bid = await service.submit(suite, 'bidder-1')
    await service.submit(suite, 'bidder-2')
    notice = await service.notice()
  })

  const verify = (receipt: Receipt, more: { notice?: NoticeTrust } = {}) =>
    verifyReceipt({ receipt, tiles: service.store, notice, ...more })

  it('holds, from receipt, notice and tiles alone, after a trip through a file', async () => {
    const checks = await verify(JSON.parse(JSON.stringify(bid.receipt)) as Receipt)
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(checks.map((check) => check.id)).toEqual([
      'format',
      'notice',
      'signature-ed25519',
      ...(suite === 'gm' ? ['signature-sm2'] : []),
      'manifest',
      'on-time',
      'inclusion',
      'receipt-checkpoint',
      'deadline-checkpoint',
      'consistency',
      'published-leaf',
    ])
    expect(verdictOf(checks)).toBe('valid')
  })

  it('says what it could not check, and does not call that valid', async () => {
    const alone = await verifyReceipt({ receipt: bid.receipt })
    expect(failed(alone)).toEqual([])
    expect(verdictOf(alone)).toBe('incomplete')
    const open = alone.filter((check) => check.ok === null).map((check) => check.id)
    expect(open).toEqual(expect.arrayContaining(['notice', 'signature-ed25519', 'consistency', 'published-leaf']))
    const before = await verify(bid.receipt, { notice: { ...notice, checkpoint: null } })
    expect(verdictOf(before)).toBe('incomplete')
  })

  it.each([
    ['at', '2026-12-01T05:00:00.000Z', ['signature-ed25519', 'inclusion', 'published-leaf']],
    ['manifestHash', '00'.repeat(32), ['signature-ed25519', 'manifest', 'inclusion', 'published-leaf']],
    ['bidderId', 'bidder-9', ['signature-ed25519', 'manifest', 'inclusion', 'published-leaf']],
    ['bidderName', '乙公司', ['signature-ed25519']],
    ['logIndex', 1, ['signature-ed25519']],
    ['action', 'bid.withdrawn', ['signature-ed25519', 'inclusion', 'published-leaf']],
    ['at', '2026-12-01T06:00:00.001Z', ['signature-ed25519', 'on-time', 'inclusion', 'published-leaf']],
    ['orderId', 'order-2', ['signature-ed25519', 'notice', 'manifest', 'inclusion']],
    ['blinding', 'no hex', ['format']],
    ['suite', 'rot13', ['format']],
    ['at', 'yesterday', ['format']],
  ] as const)('with another %s (%s) fails', async (field, value, expected) => {
    const body = { ...bid.receipt.body, [field]: value } as ReceiptBody
    const unlike = field === 'logIndex' && bid.receipt.body.logIndex === value ? { ...body, logIndex: 2 } : body
    expect(failed(await verify({ ...bid.receipt, body: unlike }))).toEqual(expect.arrayContaining([...expected]))
  })

  it('by a made-up service fails, though it is consistent in itself', async () => {
    const forger = new TestService()
    const forged = await forger.submit(suite, 'bidder-1')
    expect(verdictOf(await verifyReceipt({ ...forged, notice: await forger.notice(), tiles: forger.store }))).toBe(
      'valid',
    )
    expect(failed(await verify(forged.receipt))).toEqual(
      expect.arrayContaining(['signature-ed25519', 'receipt-checkpoint', 'consistency', 'published-leaf']),
    )
  })

  it('fails where the log was rewritten after it', async () => {
    const other = new TestService()
    await other.submit(suite, 'bidder-2')
    await other.submit(suite, 'bidder-3')
    const { size } = parseCheckpoint(notice.checkpoint!)
    const { root } = parseCheckpoint(await other.checkpoint())
    const { origin } = parseCheckpoint(notice.checkpoint!)
    const rewritten = signCheckpoint({ origin, size, root }, service.logKey.privateKey)
    const checks = await verifyReceipt({
      receipt: bid.receipt,
      notice: { ...notice, checkpoint: rewritten },
      tiles: other.store,
    })
    expect(failed(checks)).toEqual(['consistency', 'published-leaf'])
  })

  it('fails on tiles that were altered', async () => {
    const altered = new MemoryTiles()
    for (const [path, tile] of service.store.tiles) {
      const bytes = tile.slice()
      if (path.startsWith('tile/0/')) bytes[bytes.length - 1]! ^= 1
      altered.tiles.set(path, bytes)
    }
    expect(failed(await verifyReceipt({ receipt: bid.receipt, notice, tiles: altered }))).toContain('published-leaf')
  })

  it('never throws, whatever it is given', async () => {
    for (const rubbish of [null, 5, {}, { body: null }, { body: bid.receipt.body }, { ...bid.receipt, manifest: {} }]) {
      const checks = await verifyReceipt({ receipt: rubbish as never, notice: {} as never })
      expect(verdictOf(checks)).toBe('invalid')
    }
    expect(verdictOf(await verifyReceipt({ receipt: bid.receipt, notice: { type: 'x' } as never }))).toBe('invalid')
  })

  it('comes with an opened bid that fits', async () => {
    const checks = await verifyBid(evidence(bid))
    expect(failed(checks)).toEqual([])
    expect(verdictOf(checks)).toBe('valid')
    expect(checks.length).toBe(1 + 3 * 3 + 1)
    const sheet = readPriceSheet(bid.manifest, bid.plain.get('f-price')!)
    expect(sheet).toMatchObject({ total: '1234567.80' })
  })

  it('shows an opened bid that does not fit', async () => {
    const other = await service.submit(suite, 'bidder-1')
    const wrongFile = await verifyBid({ ...evidence(bid), sealed: (id) => other.sealed.get(id) })
    expect(failed(wrongFile)).toEqual(expect.arrayContaining(['cipher-f-price', 'file-f-price']))
    const wrongPlain = await verifyBid({ ...evidence(bid), plain: (id) => other.plain.get(id) })
    expect(failed(wrongPlain)).toEqual(['plain-f-price', 'plain-f-technical'])
    const wrongKeys = await verifyBid({ ...evidence(bid), release: other.release })
    expect(failed(wrongKeys)).toEqual(['file-f-business', 'file-f-price', 'file-f-technical'])
    const wrongReceipt = await verifyBid({ ...evidence(bid), manifestHash: manifestHash(other.manifest) })
    expect(failed(wrongReceipt)).toEqual(['bid-manifest'])
    const otherPrice = { ...bid.manifest, priceSheetHash: other.manifest.priceSheetHash }
    expect(failed(await verifyBid({ ...evidence(bid), manifest: otherPrice, manifestHash: undefined }))).toEqual([
      'price-f-price',
    ])
    const [first, ...rest] = bid.manifest.files
    const otherCommit = { ...bid.manifest, files: [{ ...first!, plainCommit: '00'.repeat(32) }, ...rest] }
    expect(failed(await verifyBid({ ...evidence(bid), manifest: otherCommit, manifestHash: undefined }))).toEqual([
      'file-f-business',
    ])
    const foreignKeys = await verifyBid({ ...evidence(bid), release: { ...bid.release, orderId: 'x' } })
    expect(failed(foreignKeys).length).toBe(3)
    const sealedOnly = await verifyBid({ ...evidence(bid), release: undefined, plain: undefined })
    expect(verdictOf(sealedOnly)).toBe('incomplete')
    expect(failed(sealedOnly)).toEqual([])
  })

  it('may hold a file that stayed sealed: what was handed in, its key given to nobody', async () => {
    const price = bid.manifest.files.find((file) => file.role === 'price')!
    const others = bid.release.keys.filter((key) => key.fileId !== price.fileId)
    const sealed = {
      ...evidence(bid),
      release: { ...bid.release, keys: others },
      plain: (id: string) => (id === price.fileId ? undefined : bid.plain.get(id)),
      unopened: (id: string) => (id === price.fileId ? '未通过第一阶段评审，报价信封不予开启' : undefined),
    }
    const checks = await verifyBid(sealed)
    expect(checks.every((check) => check.ok)).toBe(true)
    expect(checks.find((check) => check.id === `sealed-${price.fileId}`)!.detail).toContain('未通过第一阶段评审')
    // Said to be sealed, but its key was published; or its content; or other bytes lie there.
    expect(failed(await verifyBid({ ...sealed, release: bid.release }))).toEqual([`sealed-${price.fileId}`])
    expect(failed(await verifyBid({ ...sealed, plain: (id) => bid.plain.get(id) }))).toEqual([`sealed-${price.fileId}`])
    const other = bid.sealed.get(price.fileId)!.slice()
    other[other.length - 1]! ^= 1
    const altered = (id: string) => (id === price.fileId ? other : bid.sealed.get(id))
    expect(failed(await verifyBid({ ...sealed, sealed: altered }))).toEqual([`cipher-${price.fileId}`])
  })

  const evidence = (of: Bid) => ({
    manifest: of.manifest,
    manifestHash: of.receipt.body.manifestHash,
    release: of.release,
    sealed: (id: string) => of.sealed.get(id),
    plain: (id: string) => of.plain.get(id),
  })
})

describe('a service', () => {
  it('cannot issue a receipt without the signatures its suite demands', async () => {
    const service = new TestService()
    const { receipt } = await service.submit('gm', 'b')
    await expect(issueReceipt(receipt.body, [ed25519Signer(service.serviceKey)])).rejects.toThrow('SM2')
    await expect(issueReceipt(receipt.body, [sm2Signer(service.sm2Key)])).rejects.toThrow('Ed25519')
  })

  it('is caught when its log tells two stories, or shrinks, or another key signs', async () => {
    const service = new TestService()
    await service.append([])
    const first = await service.checkpoint()
    await service.append([])
    const { logKey } = await service.notice()
    const second = await service.checkpoint()
    const log = (checkpoints: string[]) => verifyLog({ checkpoints, logKey, tiles: service.store })
    expect(verdictOf(await log([second, first, first]))).toBe('valid')
    const { origin, size } = parseCheckpoint(second)
    const twin = { origin, size, root: randomBytes(32) }
    expect(failed(await log([first, second, signCheckpoint(twin, service.logKey.privateKey)]))).toContain('growth-8-8')
    const forged = signCheckpoint(parseCheckpoint(second), generateLogKey().privateKey)
    expect(failed(await log([first, forged]))).toEqual(['checkpoint-1'])
    expect(verdictOf(await verifyLog({ checkpoints: [first, second] }))).toBe('incomplete')
  })
})

describe('a bid manifest', () => {
  const file = (fileId: string) => ({
    fileId,
    role: 'price' as const,
    name: 'x',
    size: 9,
    cipherHash: '11'.repeat(32),
    plainCommit: '22'.repeat(32),
  })
  const place = { suite: 'gm' as const, tenantId: 't', orderId: 'o', bidderId: 'b', round: 1, priceSheetHash: null }

  it('does not depend on the order of files, but on everything else', () => {
    const hash = manifestHash(makeManifest(place, [file('a'), file('b')]))
    expect(manifestHash(makeManifest(place, [file('b'), file('a')]))).toBe(hash)
    expect(manifestHash(makeManifest({ ...place, round: 2 }, [file('b'), file('a')]))).not.toBe(hash)
    expect(manifestHash(makeManifest(place, [file('a')]))).not.toBe(hash)
    expect(manifestHash(makeManifest({ ...place, suite: 'intl' }, [file('b'), file('a')]))).not.toBe(hash)
  })

  it('is refused when it is not whole', () => {
    const good = makeManifest(place, [file('a'), file('b')])
    const bad: unknown[] = [
      null,
      { ...good, round: 0 },
      { ...good, extra: 1 },
      { ...good, files: [file('b'), file('a')] },
      { ...good, files: [file('a'), file('a')] },
      { ...good, files: [{ ...file('a'), cipherHash: 'x' }] },
      { ...good, files: [{ ...file('a'), note: '' }] },
      { ...good, files: [null] },
    ]
    for (const one of bad) expect(() => checkManifest(one)).toThrow(expect.objectContaining({ reason: 'malformed' }))
  })

  it('keeps the price sheet behind a salt', () => {
    const [a, b] = [makePriceSheet('gm', { total: '1.00' }), makePriceSheet('gm', { total: '1.00' })]
    expect(a.priceSheetHash).not.toBe(b.priceSheetHash)
    expect(readPriceSheet({ suite: 'gm', priceSheetHash: a.priceSheetHash }, a.bytes)).toEqual({ total: '1.00' })
    expect(() => readPriceSheet({ suite: 'gm', priceSheetHash: a.priceSheetHash }, b.bytes)).toThrow(
      expect.objectContaining({ reason: 'tampered' }),
    )
    expect(() => makePriceSheet('intl', { total: 1.5 })).toThrow(TypeError)
  })
})

it('treats the deadline itself as in time, and the notice may have moved it', async () => {
  const service = new TestService()
  const { receipt } = await service.submit('intl', 'b', { at: DEADLINE })
  const notice = await service.notice()
  const onTime = async (deadline: string) =>
    (await verifyReceipt({ receipt, notice: { ...notice, deadline } })).find((check) => check.id === 'on-time')
  expect(await onTime(DEADLINE)).toMatchObject({ ok: true, detail: expect.stringContaining('2026-12-01 14:00:00.000') })
  expect(await onTime('2026-12-02T06:00:00.000Z')).toMatchObject({ ok: true, detail: expect.stringContaining('变更') })
  expect((await onTime('2026-12-01T05:59:59.999Z'))?.ok).toBe(false)
})

function failed(checks: Check[]): string[] {
  return checks.filter((check) => check.ok === false).map((check) => check.id)
}
