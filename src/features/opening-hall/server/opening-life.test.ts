import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { inbox } from '#features/home/contract.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { COMPANIES } from '#demo/companies.ts'
import type { Account } from '#demo/people.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import * as c from '../contract.ts'
import * as talk from '../contract-talk.ts'
import * as decryption from '../contract-decrypt.ts'
import { DecryptState } from '../rules.ts'
import { type Hall, THREE } from '#demo/play/hall.ts'
import { eventually, type HallWorld, hallWorld, type Heard, listen } from './testing/hall.ts'

/*
 * One opening from the closed door to the printed sheet, run by an agency with the purchaser looking on, and one that
 * may not take place.
 */

const D = DecryptState.values
const PARTS: readonly Account[] = ['agent', 'buyer', ...THREE]
let world: HallWorld
let hall: Hall
let few: Hall

beforeAll(async () => {
  const made = await hallWorld([
    { bidders: THREE, joined: ['supplier4'], by: 'agent', suite: 'gm' },
    { bidders: THREE.slice(0, 2), joined: ['supplier3'] },
  ])
  world = made.world
  ;[hall, few] = made.halls as [Hall, Hall]
})

const names = THREE.map((account) => COMPANIES[account as 'supplier1'].name)

describe('before the opening time', () => {
  test('everybody with a part stands at the same door, which tells nothing of bidders (A-107)', async () => {
    for (const account of [...PARTS, 'supplier4'] as const) {
      const door = await (await world.as(account)).call(c.hallDoor, { params: { id: hall.orderId } })
      expect(door).toMatchObject({ isOpen: false, status: 1, openAt: hall.openAt.toISOString() })
      const told = JSON.stringify({ ...door, bidderId: null })
      for (const name of names) expect(told).not.toContain(name)
      for (const seat of hall.seats) expect(told).not.toContain(seat.tradeId)
    }
  })

  test('nobody enters, by whatever call, and the same is said with bids and without', async () => {
    const host = await world.as('agent')
    const observer = await world.as('buyer')
    const { params } = hall
    const [seat] = hall.seats
    const bidder = await world.as('supplier1')
    const tries = [
      ...PARTS.map(async (a) => (await world.as(a)).refused(c.hallDetail, { params: { id: hall.orderId } })),
      host.refused(c.startOpening, { params }),
      ...[host, observer].flatMap((client) => [
        client.refused(c.bidderPage, { params }),
        client.refused(c.bidderSummary, { params }),
        client.refused(c.markPage, { params }),
        client.refused(c.markList, { params }),
        client.refused(c.onlineBidders, { params }),
        client.refused(decryption.hostFileDecryption, { params: seat!.params }),
        client.refused(talk.hostMessages, { params }),
        client.refused(talk.hostMessageTotal, { params }),
        client.refused(decryption.extensionRecords, { params }),
        client.refused(c.openingSheet, { params: { id: hall.orderId } }),
      ]),
      host.refused(talk.hostSend, { params, body: { content: '在吗' } }),
      bidder.refused(c.bidderState, { params: seat!.params }),
      bidder.refused(decryption.bidderFileDecryption, { params: seat!.params }),
      bidder.refused(c.bidderMarkPage, { params }),
      bidder.refused(c.onlineRefresh, { params: seat!.params }),
      bidder.refused(talk.bidderSend, { params: seat!.params, body: { content: '我来了', toHostOnly: true } }),
    ]
    for (const refused of await Promise.all(tries)) expect(refused).toMatchObject({ status: 409, code: 10020 })
    for (const endpoint of [c.openMarks, c.endOpening])
      expect(await host.refused(endpoint, { params })).toMatchObject({ code: 10002 })
    for (const endpoint of [c.readOut, c.fileBack, c.bidRemark]) {
      const body = { reason: '不可能', openBidRemark: '不可能' }
      expect(await host.refused(endpoint, { params: seat!.params, body } as never)).toMatchObject({ code: 10002 })
    }
    expect(await bidder.refused(c.signIn, { params: seat!.params })).toMatchObject({ code: 10002 })
  })

  test('no live topic of the hall can be heard', async () => {
    for (const account of PARTS) {
      const client = await world.as(account)
      for (const topic of [`hall:${hall.orderId}`, `hall-bidder:${hall.seats[0]!.tradeId}`])
        await expect(listen(client, topic)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('what the buyer’s side is told of the order is the same with three bids and with two', async () => {
    const buyer = await world.as('buyer')
    const agent = await world.as('agent')
    const told = [
      await agent.call(orders.orderDetail, { params: { orderId: hall.orderId } }),
      await buyer.call(orders.orderDetail, { params: { orderId: few.orderId } }),
    ]
    for (const seat of [...hall.seats, ...few.seats]) {
      expect(JSON.stringify(told)).not.toContain(seat.receipt.body.manifestHash)
      expect(JSON.stringify(told)).not.toContain(seat.quote)
    }
    const { rows } = await world.t.owner.query<{ topics: string[] }>(
      `select topics from outbox where kind like 'bid.%' and payload::text like '%' || $1 || '%'`,
      [hall.seats[0]!.tradeId],
    )
    for (const row of rows) expect(row.topics.every((topic) => topic.startsWith('bid:'))).toBe(true)
  })
})

describe('with fewer bids than the law needs', () => {
  test('there is no opening, nothing changes, and the order can be declared abortive (A-109)', async () => {
    await world.t.advanceTo(hall.openAt)
    const buyer = await world.as('buyer')
    const before = await world.facts(few)
    const refused = await buyer.refused(c.startOpening, { params: few.params })
    expect(refused).toMatchObject({ status: 422, code: 10019, details: { ruleId: 'A-109', bids: 2 } })
    const { rows } = await world.t.owner.query(
      `select o.state, (select count(*)::int from opening p where p.order_id = o.id) as openings,
         (select count(*)::int from opening_bidder p where p.order_id = o.id) as bidders
       from purchase_order o where o.id = $1`,
      [few.orderId],
    )
    expect(rows).toEqual([{ state: 'publish.open', openings: 0, bidders: 0 }])
    expect((await world.facts(few)).filter((f) => !before.includes(f) && f !== 'bid.freeze')).toEqual([])
    const waiting = await world.detail('supplier1', few)
    expect(waiting).toMatchObject({ step: 'sign-in', bidders: [], onlineCnt: 0 })

    const content = { params: { orderId: few.orderId }, body: { reason: '投标人少于三个' } }
    await buyer.call(orders.declareAbortive, content)
    for (const account of ['buyer', 'supplier1'] as const) {
      const client = await world.as(account)
      expect(await client.refused(c.hallDetail, { params: { id: few.orderId } })).toMatchObject({ code: 10002 })
      const door = await client.call(c.hallDoor, { params: { id: few.orderId } })
      expect(door).toMatchObject({ isOpen: false, status: 20 })
    }
    expect(await buyer.refused(c.startOpening, { params: few.params })).toMatchObject({ code: 10002 })
  })
})

describe('an opening', () => {
  const streams = new Map<Account, Heard>()

  test('starts: the closing list in order of arrival, each bidder with a number, window running', async () => {
    const host = await world.as('agent')
    for (const account of PARTS) {
      const early = await world.detail(account, hall)
      expect(early).toMatchObject({ step: 'sign-in', bidders: [], onlineCnt: 0, checkpoint: null })
      streams.set(account, await listen(await world.as(account), `hall:${hall.orderId}`))
    }
    expect((await world.detail('agent', hall)).actions).toMatchObject([{ action: 'start' }])
    expect((await world.detail('buyer', hall)).actions).toEqual([])
    await host.call(c.startOpening, { params: hall.params })
    for (const account of PARTS) {
      const seen = await world.detail(account, hall)
      expect(seen.bidders.map((b) => [b.no, b.bidderId, b.supplierName])).toEqual(
        hall.seats.map((seat, i) => [i + 1, seat.tradeId, names[i]]),
      )
      expect(seen).toMatchObject({ step: 'decrypt', status: 2, hostName: '李衡', suite: 'gm', onlineCnt: 0 })
      expect(new Date(seen.decryptEnd!).getTime() - new Date(seen.startedAt!).getTime()).toBe(480 * 60_000)
      expect(parseCheckpoint(seen.checkpoint!).size).toBeGreaterThan(
        Math.max(...hall.seats.map((s) => s.receipt.body.logIndex)),
      )
    }
  })

  test('quotes are in the database, and nobody is told before the marks are open', async () => {
    for (const [i, seat] of hall.seats.entries()) {
      const client = await world.as(seat.account)
      await client.call(c.signIn, { params: seat.params })
      expect(await world.release(seat)).toEqual({ decryptState: D.success, failure: '' })
      const { summary } = { summary: await (await world.as('agent')).call(c.bidderSummary, { params: hall.params }) }
      expect(summary).toEqual({ total: 3, signedIn: i + 1, decrypted: i + 1, failed: 0, confirmed: 0 })
    }
    const { rows } = await world.t.owner.query<{ quote: string }>(
      'select quote::text from opening_bidder where order_id = $1 order by no',
      [hall.orderId],
    )
    expect(rows.map((r) => r.quote)).toEqual(hall.seats.map((s) => s.quote))

    const answers: unknown[] = [...streams.values()].map((heard) => heard.frames)
    for (const account of PARTS) answers.push(await world.detail(account, hall))
    for (const account of ['agent', 'buyer'] as const) {
      const client = await world.as(account)
      answers.push(await client.call(c.bidderPage, { params: hall.params }))
      answers.push(await client.call(c.markPage, { params: hall.params }))
      answers.push(await client.call(c.markList, { params: hall.params }))
    }
    answers.push(await (await world.as('agent')).call(decryption.hostFileDecryption, { params: hall.seats[0]!.params }))
    for (const seat of hall.seats) {
      const client = await world.as(seat.account)
      answers.push(await client.call(c.bidderMarkPage, { params: hall.params }))
      answers.push(await client.call(c.bidderState, { params: seat.params }))
    }
    const outbox = await world.t.owner.query('select payload from outbox')
    const text = JSON.stringify([...answers, outbox.rows])
    for (const { quote } of hall.seats) expect(text).not.toContain(quote.replace(/\.00$/, ''))
    expect(JSON.stringify(answers)).not.toContain('markValue')
    expect(JSON.stringify(answers)).not.toContain('未登记')
    // The host sees which files there are, never the envelopes, which could be unwrapped elsewhere.
    expect(JSON.stringify(answers)).not.toContain('contentKeyEnvelope')
  })

  test('the marks open for all at once', async () => {
    const host = await world.as('agent')
    await host.call(c.openMarks, { params: hall.params })
    for (const account of PARTS) {
      const { bidders, step } = await world.detail(account, hall)
      expect(step).toBe('read')
      expect(bidders.map((b) => b.quote)).toEqual(hall.seats.map((s) => s.quote))
      expect(bidders[0]!.marks.map((m) => [m.markName, m.markValue])).toEqual([
        ['投标人', bidders[0]!.supplierName],
        ['投标总价', hall.seats[0]!.quote],
        ['交货期（日历天）', '45'],
        ['质保期（月）', '36'],
      ])
    }
    await eventually(() => [...streams.values()].every((heard) => heard.kinds().includes('opening.marks')))
    for (const heard of streams.values()) {
      expect(heard.kinds()).toContain('opening.marks')
      for (const { quote } of hall.seats) expect(heard.frames.join()).not.toContain(quote.replace(/\.00$/, ''))
    }
    // So does how each bond stands; whoever's is not in order is told of it.
    const { bidders } = await world.detail('supplier2', hall)
    expect(bidders.map((b) => b.bond)).toMatchObject(hall.seats.map(() => ({ label: '未登记', isFault: true })))
    await world.t.settle()
    const { rows } = await world.t.owner.query(
      `select distinct identity, content like '%60,000.00 元%' as named from message where kind = 'opening.bond-fault'`,
    )
    expect(rows).toEqual([{ identity: 'supplier', named: true }])
    const other = await (await world.as('supplier2')).call(c.bidderMarkPage, { params: hall.params })
    expect(other.rows.map((r) => r.quote)).toEqual(hall.seats.map((s) => s.quote))
  })

  test('is read out in any order, each once on record; it cannot end before all are read', async () => {
    const host = await world.as('agent')
    const [first, second, third] = hall.seats
    expect(await host.refused(c.endOpening, { params: hall.params })).toMatchObject({ code: 10002 })
    for (const seat of [second!, first!, second!]) {
      await host.call(c.readOut, { params: seat.params })
      expect((await world.detail('supplier3', hall)).readingId).toBe(seat.tradeId)
    }
    expect((await world.facts(hall)).filter((f) => f === 'opening.readOut')).toHaveLength(2)
    const refused = await host.refused(c.endOpening, { params: hall.params })
    expect(refused).toMatchObject({ code: 10002, message: '第3家尚未唱标' })
    await host.call(c.readOut, { params: third!.params })
  })

  test('each bidder confirms or disputes once; the host’s remark stands in the record', async () => {
    const [first, second, third] = hall.seats
    const client = await world.as(first!.account)
    const confirm = { params: first!.params, body: { agree: true } }
    await client.call(c.confirmMarks, confirm)
    expect(await client.refused(c.confirmMarks, confirm)).toMatchObject({ code: 10002 })
    const dispute = { params: second!.params, body: { agree: false, dispute: '唱标金额与投标函不一致' } }
    const other = await world.as(second!.account)
    expect(await other.refused(c.confirmMarks, { ...dispute, body: { agree: false } })).toMatchObject({ code: 10001 })
    await other.call(c.confirmMarks, dispute)
    expect(await other.refused(c.confirmMarks, { ...confirm, params: second!.params })).toMatchObject({ code: 10002 })
    const host = await world.as('agent')
    await host.call(c.bidRemark, { params: third!.params, body: { openBidRemark: '投标函缺日期' } })
    const { rows } = await host.call(c.markPage, { params: hall.params })
    expect(rows.map(({ marks }) => marks[0]?.openBidRemark)).toEqual(['', '', '投标函缺日期'])
    const own = await other.call(c.bidderState, { params: second!.params })
    expect(own.encryptFileId).toBe((await world.sealed(second!)).submissionId)
    const seen = async (account: Account) => (await world.detail(account, hall)).bidders.map((b) => b.dispute)
    expect(await seen('buyer')).toEqual(['', '唱标金额与投标函不一致', ''])
    expect(await seen('supplier1')).toEqual(['', '', ''])
  })

  test('a dispute is answered on the spot, or the opening does not end (实施条例第四十四条)', async () => {
    const host = await world.as('agent')
    const [first, second] = hall.seats
    expect(await host.refused(c.endOpening, { params: hall.params })).toMatchObject({
      code: 10002,
      message: '第2家的异议尚未答复（实施条例第四十四条）',
    })
    const body = { reply: '经核对，唱标金额与投标文件一致。' }
    expect(await host.refused(c.disputeReply, { params: first!.params, body })).toMatchObject({ code: 10002 })
    await host.call(c.disputeReply, { params: second!.params, body })
    const seen = async (account: Account) => (await world.detail(account, hall)).bidders.map((b) => b.disputeReply)
    expect(await seen('supplier2')).toEqual(['', body.reply, ''])
    expect(await seen('supplier1')).toEqual(['', '', ''])
    // Too early to sign: there is no record yet.
    const sign = { params: first!.params, body: { password: 'Kaibiao2026', sha256: '0'.repeat(64) } }
    expect(await (await world.as(first!.account)).refused(c.signRecord, sign)).toMatchObject({ code: 10002 })
  })

  test('ends, and nothing can be changed any more', async () => {
    const host = await world.as('agent')
    await host.call(c.endOpening, { params: hall.params })
    await world.t.settle()
    const { params } = hall.seats[2]!
    const late = await world.as('supplier3')
    const body = { reason: '太晚', openBidRemark: '太晚', content: '太晚', minutes: 5, agree: true, reply: '太晚' }
    for (const [client, endpoint] of [
      [host, c.openMarks],
      [host, c.endOpening],
      [host, c.readOut],
      [host, c.fileBack],
      [host, c.bidRemark],
      [host, c.disputeReply],
      [host, decryption.extendDecryption],
      [host, talk.hostSend],
      [late, c.confirmMarks],
      [late, talk.bidderSend],
    ] as const)
      expect(await client.refused(endpoint, { params, body })).toMatchObject({ code: 10002 })
    expect((await world.detail('supplier3', hall)).step).toBe('end')
    expect(await world.facts(hall)).toEqual(
      expect.arrayContaining(['order.startOpening', 'order.openMarks', 'order.endOpening', 'opening.sheet']),
    )
    for (const heard of streams.values()) await heard.close()
  })

  test('is signed by bidders: on the sheet’s hash, with the password, once', async () => {
    const [first, second] = hall.seats
    const { sheetHash } = await world.detail('agent', hall)
    const client = await world.as(first!.account)
    const sign = (body: { password: string; sha256: string }) => ({ params: first!.params, body })
    const good = { password: 'Kaibiao2026', sha256: sheetHash! }
    const todos = async () =>
      (await client.call(inbox, {})).rows
        .filter(({ link }) => link.includes(hall.params.projectId))
        .map(({ label }) => label)
    expect(await todos()).toEqual(['签署开标记录'])
    expect(await client.refused(c.signRecord, sign({ ...good, sha256: 'ab'.repeat(32) }))).toMatchObject({
      message: '开标一览表与所阅版本不一致，请重新打开后签署',
    })
    expect(await client.refused(c.signRecord, sign({ ...good, password: 'Wrong2026' }))).toMatchObject({
      message: '密码不正确',
    })
    await client.call(c.signRecord, sign(good))
    expect(await todos()).toEqual([])
    expect(await client.refused(c.signRecord, sign(good))).toMatchObject({ message: '已签署，请勿重复签署' })
    expect(await (await world.as(second!.account)).refused(c.signRecord, sign(good))).toMatchObject({ status: 404 })
    const { bidders } = await world.detail('buyer', hall)
    expect(bidders.map((b) => b.signedAt !== null)).toEqual([true, false, false])
    const { rows } = await world.t.owner.query('select encode(sha256, $1) as hash from opening_signature', ['hex'])
    expect(rows).toEqual([{ hash: sheetHash }])
    expect((await world.facts(hall)).filter((fact) => fact === 'opening.sign')).toHaveLength(1)
  })

  test('leaves a sheet that says the same to all of them', async () => {
    const sheets: Buffer[] = []
    for (const account of PARTS) {
      const { content, mime, name } = await (
        await world.as(account)
      ).file(c.openingSheet, {
        params: { id: hall.orderId },
      })
      expect(mime).toBe('application/pdf')
      expect(name).toMatch(/^开标一览表-.+\.pdf$/)
      sheets.push(content)
    }
    for (const sheet of sheets) expect(sheet.equals(sheets[0]!)).toBe(true)
    const text = await textOf(sheets[0]!)
    const { checkpoint } = await world.detail('agent', hall)
    const wanted = [
      '开标一览表',
      COMPANIES.hospital.name,
      ...names,
      ...hall.seats.flatMap((seat) => [formatAmount(seat.quote), toCapitals(seat.quote)]),
      '交货期（日历天）：45',
      '已确认',
      '有异议：唱标金额与投标函不一致',
      '待确认',
      '投标函缺日期',
      '未登记保证金',
      parseCheckpoint(checkpoint!).size.toString(),
    ]
    for (const part of wanted) expect(text).toContain(part.replaceAll(/\s/g, ''))
  })
})

/** Text of all pages without white space, as the lines of narrow cells are broken anywhere. */
async function textOf(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: true })
  const document = await task.promise
  let text = ''
  for (let i = 1; i <= document.numPages; i++) {
    const { items } = await (await document.getPage(i)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await task.destroy()
  return text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('(', '（').replaceAll(')', '）').replaceAll(':', '：')
}
