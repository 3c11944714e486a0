import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#features/procurement/contract/order.ts'
import * as c from '../contract.ts'
import * as talk from '../contract-talk.ts'
import * as decryption from '../contract-decrypt.ts'
import { DecryptState } from '../rules.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * What goes wrong with a decryption, by whose fault, and what follows from it.
 */

const D = DecryptState.values
let world: HallWorld
let wrong: Hall
let spoiled: Hall
let given: Hall
let aborted: Hall

beforeAll(async () => {
  const made = await hallWorld(Array.from({ length: 4 }, () => ({ bidders: THREE })))
  world = made.world
  ;[wrong, spoiled, given, aborted] = made.halls as [Hall, Hall, Hall, Hall]
  await world.t.advanceTo(wrong.openAt)
  for (const hall of made.halls) await world.start(hall)
})

/** Plaintexts kept of an order's bids. */
async function kept(hall: Hall): Promise<number> {
  const { rows } = await world.t.owner.query<{ n: number }>(
    `select count(*)::int as n from opened_file where order_id = $1`,
    [hall.orderId],
  )
  return rows[0]!.n
}

/** All plaintexts in the store, whoever they belong to. */
const objects = async () => (await world.t.owner.query(`select 1 from file_object where use = 'opened-bid'`)).rowCount

/** The technical file of a bid as it lies on the platform's disk. */
async function storedFile(seat: Seat): Promise<string> {
  const { submissionId } = await world.sealed(seat)
  const { rows } = await world.t.owner.query<{ sha: string }>(
    `select encode(o.sha256, 'hex') as sha from bid_file f join file_object o on o.id = f.file_id
     where f.submission_id = $1 and f.role = 'technical'`,
    [submissionId],
  )
  const { sha } = rows[0]!
  return join(world.t.config.dataDir, 'files/objects', sha.slice(0, 2), sha.slice(2, 4), sha)
}

describe('keys that do not fit', () => {
  test('another bidder’s, another order’s, an altered one, no key at all: failed with the reason, nothing kept', async () => {
    const [own, other] = wrong.seats as [Seat, Seat]
    const right = await world.keysOf(own)
    const flipped = right.map((k, i) =>
      i === 1 ? { ...k, contentKey: k.contentKey.replace(/.$/, (x) => (x === '0' ? '1' : '0')) } : k,
    )
    const before = await objects()
    for (const keys of [
      await world.keysOf(other),
      await world.keysOf(spoiled.seats[0]!),
      flipped,
      right.map((k) => ({ ...k, contentKey: '' })),
      right.map((k) => ({ ...k, contentKey: 'ff' })),
      right.map((k, i) => ({ ...k, contentKey: right[(i + 1) % right.length]!.contentKey })),
    ]) {
      const outcome = await world.release(own, keys)
      expect(outcome.decryptState).toBe(D.failed)
      expect(outcome.failure).toMatch(/^(报价单|技术标\.pdf|商务标\.pdf)：密钥与该文件不匹配$/)
    }
    expect(await objects()).toBe(before)
    expect((await world.facts(wrong)).filter((f) => f === 'opening.decryptFailed')).toHaveLength(6)
    const { rows } = await world.t.owner.query('select released_keys, quote from opening_bidder where trade_id = $1', [
      own.tradeId,
    ])
    expect(rows).toEqual([{ released_keys: {}, quote: null }])
    // Why concerns the bidder and the host; others see that it failed.
    expect((await world.rowOf(wrong, own)).failure).toContain('密钥与该文件不匹配')
    const seen = (await world.detail('supplier2', wrong)).bidders.find((b) => b.bidderId === own.tradeId)
    expect(seen).toMatchObject({ decryptState: D.failed, failure: '' })
  })

  test('a key is wanted for every file', async () => {
    const [own] = wrong.seats as [Seat]
    const { submissionId } = await world.sealed(own)
    const client = await world.as(own.account)
    const keys = (await world.keysOf(own)).slice(1)
    const refused = await client.refused(decryption.releaseKeys, { params: { id: submissionId }, body: { keys } })
    expect(refused).toMatchObject({ code: 10001 })
    expect(refused.message).toContain('缺少文件')
  })

  test('the same bidder may try again while the window is open, and not once it has succeeded', async () => {
    const [own] = wrong.seats as [Seat]
    expect(await world.release(own)).toEqual({ decryptState: D.success, failure: '' })
    expect(await kept(wrong)).toBe(3)
    await expect(world.release(own)).rejects.toMatchObject({ status: 409, body: { code: 10002 } })
  })

  test('a price sheet that does not fit the bill is refused before anything is kept', async () => {
    const [, , own] = wrong.seats as [Seat, Seat, Seat]
    const { rows } = await world.t.owner.query<{ id: string; quantity: string }>(
      `select i.id, i.quantity from project_item i join purchase_order o on o.project_id = i.project_id
       where o.id = $1 order by i.line limit 1`,
      [wrong.orderId],
    )
    const [item] = rows
    const setQuantity = (quantity: string) =>
      world.t.owner.query('update project_item set quantity = $2 where id = $1', [item!.id, quantity])
    const before = await objects()
    await setQuantity('17')
    const outcome = await world.release(own)
    await setQuantity(item!.quantity)
    expect(outcome).toEqual({ decryptState: D.failed, failure: '报价单第1项金额与单价、数量不符' })
    expect(await objects()).toBe(before)
  })
})

describe('the window', () => {
  test('marks do not open early while somebody may still decrypt', async () => {
    const host = await world.as('buyer')
    expect(await host.refused(c.openMarks, { params: wrong.params })).toMatchObject({ code: 10020 })
    const { actions } = await world.detail('buyer', wrong)
    expect(actions.map((a) => [a.action, a.reason ?? ''])).toEqual([
      ['openMarks', '解密时间未结束，仍有投标人未完成解密'],
      ['extend', ''],
    ])
  })

  test('is extended with a reason on record, for at most a day in all (A-110)', async () => {
    const host = await world.as('buyer')
    const { params } = wrong
    for (const reason of ['', ' 慢 '])
      expect(await host.refused(decryption.extendDecryption, { params, body: { minutes: 10, reason } })).toMatchObject({
        code: 10001,
      })
    const { decryptEnd: before } = await world.detail('buyer', wrong)
    const extended = await host.call(decryption.extendDecryption, {
      params,
      body: { minutes: 30, reason: '投标人网络故障' },
    })
    expect(new Date(extended.decryptEnd).getTime() - new Date(before!).getTime()).toBe(30 * 60_000)
    expect((await world.detail('supplier2', wrong)).decryptEnd).toBe(extended.decryptEnd)
    const records = await host.call(decryption.extensionRecords, { params })
    expect(records).toMatchObject([
      { oldEnd: before, newEnd: extended.decryptEnd, reason: '投标人网络故障', byName: '张晓' },
    ])
    // Whoever waits for it sees why.
    expect((await world.detail('supplier2', wrong)).extensions).toEqual(records)
    await host.call(decryption.extendDecryption, { params, body: { minutes: 480, reason: '继续等待' } })
    const tooLong = await host.refused(decryption.extendDecryption, {
      params,
      body: { minutes: 480, reason: '继续等待' },
    })
    expect(tooLong).toMatchObject({ code: 10001, message: '解密时间合计不能超过24小时' })
    expect((await world.facts(wrong)).filter((f) => f === 'opening.extend')).toHaveLength(2)
  })

  test('after it no key is taken; who failed or stayed away is revoked, the rest goes on (A-112)', async () => {
    const [done, absent, failed] = wrong.seats as [Seat, Seat, Seat]
    const keys = await world.keysOf(absent)
    await world.later(480 + 30 + 480)
    await expect(world.release(absent, keys)).rejects.toMatchObject({ status: 409, body: { code: 10021 } })
    const { actions } = await (await world.as(absent.account)).call(c.bidderState, { params: absent.params })
    expect(actions.find((a) => a.action === 'release')?.reason).toBe('解密时间已结束')
    const host = await world.as('buyer')
    await host.call(c.openMarks, { params: wrong.params })
    await expect(world.release(absent, keys)).rejects.toMatchObject({ body: { code: 10021 } })
    expect(await world.rowOf(wrong, absent)).toMatchObject({
      decryptState: D.revoked,
      failure: '未在规定时间内完成解密',
      quote: null,
      marks: [],
    })
    expect(await world.rowOf(wrong, failed)).toMatchObject({ decryptState: D.revoked, quote: null })
    expect(await host.refused(c.readOut, { params: absent.params })).toMatchObject({ code: 10002 })
    const body = { params: absent.params, body: { agree: true } }
    expect(await (await world.as(absent.account)).refused(c.confirmMarks, body)).toMatchObject({ code: 10002 })
    await host.call(c.readOut, { params: done.params })
    await host.call(c.endOpening, { params: wrong.params })
    expect((await world.detail('buyer', wrong)).status).toBe(4)
  })

  test('an extension after its end opens it again', async () => {
    const [own] = given.seats as [Seat]
    await expect(world.release(own)).rejects.toMatchObject({ body: { code: 10021 } })
    const host = await world.as('buyer')
    const body = { minutes: 60, reason: '平台短信通知延迟' }
    const { decryptEnd } = await host.call(decryption.extendDecryption, { params: given.params, body })
    expect(new Date(decryptEnd).getTime()).toBeGreaterThan(world.now().getTime() + 59 * 60_000)
    expect(await world.release(own)).toMatchObject({ decryptState: D.success })
  })
})

describe('the fault of the platform', () => {
  test('an altered or missing stored file is named as such, and put right the bid opens', async () => {
    const host = await world.as('buyer')
    await host.call(decryption.extendDecryption, { params: spoiled.params, body: { minutes: 60, reason: '平台故障' } })
    const [altered, gone] = spoiled.seats as [Seat, Seat]
    const path = await storedFile(altered)
    const bytes = await readFile(path)
    await writeFile(path, bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte))) // prettier-ignore
    const keys = await world.keysOf(altered)
    const outcome = await world.release(altered, keys)
    expect(outcome).toEqual({ decryptState: D.faulted, failure: '技术标.pdf：平台保存的加密文件与回执不一致' })
    expect(DecryptState.label(outcome.decryptState)).toBe('解密失败（平台原因）')

    const missing = await storedFile(gone)
    const content = await readFile(missing)
    await rm(missing)
    expect(await world.release(gone)).toEqual({
      decryptState: D.faulted,
      failure: '技术标.pdf：平台保存的加密文件缺失',
    })
    expect(existsSync(missing)).toBe(false)
    await writeFile(missing, content)
    expect(await world.release(gone)).toEqual({ decryptState: D.success, failure: '' })

    // A wrong key on an altered file is still the platform's: the bidder cannot be blamed for what we cannot show.
    const swapped = await world.release(altered, await world.keysOf(gone))
    expect(swapped.decryptState).toBe(D.faulted)
  })

  test('when the marks open it is withdrawn, not revoked: it is not the bidder who failed (A-112)', async () => {
    const [altered, gone, absent] = spoiled.seats as [Seat, Seat, Seat]
    const host = await world.as('buyer')
    expect(await host.refused(c.openMarks, { params: spoiled.params })).toMatchObject({ code: 10020 })
    await world.later(61)
    await host.call(c.openMarks, { params: spoiled.params })
    const row = await world.rowOf(spoiled, altered)
    expect(row).toMatchObject({ decryptState: D.returned, quote: null, marks: [] })
    expect(row.failure).toContain('平台保存的加密文件与回执不一致')
    expect(await world.rowOf(spoiled, absent)).toMatchObject({ decryptState: D.revoked })
    expect((await world.rowOf(spoiled, gone)).quote).toBe(gone.quote)
    const facts = await world.facts(spoiled)
    expect(facts.filter((f) => f === 'opening.fileBack' || f === 'opening.revoked').toSorted()).toEqual([
      'opening.fileBack',
      'opening.revoked',
    ])
  })
})

describe('giving a bid back', () => {
  test('what the platform spoiled at once; others not while they can still decrypt', async () => {
    const host = await world.as('buyer')
    await host.call(decryption.extendDecryption, { params: given.params, body: { minutes: 60, reason: '重新计时' } })
    const [opened, altered, waiting] = given.seats as [Seat, Seat, Seat]
    const back = (seat: Seat, reason = '解密服务中断') => ({ params: seat.params, body: { reason } })
    expect(await host.refused(c.fileBack, back(opened))).toMatchObject({ code: 10002, message: '该投标文件已解密' })
    expect(await host.refused(c.fileBack, back(waiting))).toMatchObject({
      code: 10002,
      message: '解密时间未结束，投标人仍可解密，不能退回',
    })
    expect(await host.refused(c.fileBack, back(altered, ' '))).toMatchObject({ code: 10001 })
    const path = await storedFile(altered)
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, bytes.length - 5))
    expect((await world.release(altered)).decryptState).toBe(D.faulted)
    await host.call(c.fileBack, back(altered))
    expect(await world.rowOf(given, altered)).toMatchObject({
      decryptState: D.returned,
      failure: '解密服务中断（技术标.pdf：平台保存的加密文件与回执不一致）',
    })
    expect(await host.refused(c.fileBack, back(altered))).toMatchObject({ code: 10002 })
    await expect(world.release(altered)).rejects.toMatchObject({ body: { code: 10002 } })

    await world.later(121)
    await host.call(c.fileBack, back(waiting, '投标人所在地电信网络中断'))
    await host.call(c.openMarks, { params: given.params })
    expect(await world.rowOf(given, waiting)).toMatchObject({ decryptState: D.returned, quote: null })
    expect((await world.facts(given)).filter((f) => f === 'opening.revoked')).toEqual([])
  })
})

describe('an order given up while it is being opened', () => {
  test('takes no keys, opens nothing and hears nobody any more', async () => {
    const host = await world.as('buyer')
    const [seat, other] = aborted.seats as [Seat, Seat]
    const extend = { params: aborted.params, body: { minutes: 60, reason: '重新计时' } }
    await host.call(decryption.extendDecryption, extend)
    const keys = await world.keysOf(seat)
    await host.call(orders.declareAbortive, { params: { orderId: aborted.orderId }, body: { reason: '采购任务取消' } })
    await expect(world.release(seat, keys)).rejects.toMatchObject({ body: { code: 10002 } })
    expect(await kept(aborted)).toBe(0)
    expect(await host.refused(decryption.extendDecryption, extend)).toMatchObject({ code: 10002 })
    expect(await host.refused(c.openMarks, { params: aborted.params })).toMatchObject({ code: 10002 })
    const bidder = await world.as(other.account)
    expect(await bidder.refused(c.signIn, { params: other.params })).toMatchObject({ code: 10002 })
    const said = { params: other.params, body: { content: '怎么了' } }
    expect(await bidder.refused(talk.bidderSend, said)).toMatchObject({ code: 10002 })
    expect(await world.detail('buyer', aborted)).toMatchObject({ step: 'end', actions: [], status: 20 })
  })
})
