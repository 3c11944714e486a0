import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { ERRORS } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as a from '../contract/asks.ts'
import * as e from '../contract/expert.ts'
import * as o from '../contract/offers.ts'
import * as p from '../contract/purchaser.ts'
import { purchaserReads } from '../contract/reads.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import type { Bundle } from '../rules/bundle.ts'
import { replay } from '../rules/replay.ts'
import { refused, type WithBidders, worldWithBidders } from './testing/beside.ts'
import { begin, PDF, run, type SeededOrder, seedOrder, wayId, WAYS, type World } from './testing/review-world.ts'

let world: World
let suppliers: HttpClient[]
let wait: WithBidders['wait']
beforeAll(async () => {
  ;({ world, suppliers, wait } = await worldWithBidders())
})

/** Two rounds after the opening: line by line, then part by part. Two machines and four accessories, each a part. */
describe('rounds by item and by part', () => {
  const { items, sub } = QuoteMode.values
  let order: SeededOrder
  let rounds: string[]
  /** Of the machine and of the accessory. */
  let itemIds: string[]
  const own = (i: number, roundId: string) => ({ params: { ...order.params, bidderId: order.bidders[i]!, roundId } })
  const lines = (...prices: string[]) => prices.map((unitPrice, i) => ({ itemId: itemIds[i]!, unitPrice }))
  const submit = (i: number, roundId: string, given: object) =>
    suppliers[i]!.call(o.submitOffer, { ...own(i, roundId), body: given })
  async function open(mode: 2 | 3): Promise<string> {
    const { params } = order
    const leader = world.as('expert1')
    const { roundId } = await leader.call(o.createRound, { params, body: { mode, minutes: 20 } })
    await leader.call(o.startRound, { params: { ...params, roundId } })
    return roundId
  }

  beforeAll(async () => {
    order = await seedOrder(world, {
      quotes: ['900000', '1000000', '1100000'],
      settings: { ways: WAYS, offerRounds: 2 },
      controlPrice: '1200000',
      sections: ['主机部分', '附件部分'],
    })
    await begin(world, order)
    rounds = [await open(items)]
  })

  test('line by line: the sheet shows the prices before, sums are computed, nothing is left out', async () => {
    const [roundId] = rounds as [string]
    const sheet = await suppliers[0]!.call(o.ownOffer, own(0, roundId))
    expect(sheet).toMatchObject({
      previous: '900000.00',
      total: null,
      subs: [
        { subId: 1, name: '主机部分', total: null },
        { subId: 2, name: '附件部分', total: null },
      ],
      items: [
        { name: '主机', quantity: '2', previousUnitPrice: '270000', unitPrice: null },
        { name: '附件', quantity: '4', previousUnitPrice: '90000', unitPrice: null },
      ],
    })
    itemIds = sheet.items.map((i) => i.itemId)
    const { params, bidders } = order
    const draft = { roundId, bidderId: bidders[0]! }
    const saved = await suppliers[0]!.call(o.saveRoundOffer, { params, body: { ...draft, lines: lines('260000') } })
    expect(saved.total).toBe('520000.00')
    await expect(submit(0, roundId, { lines: lines('260000') })).rejects.toEqual(refused('invalid'))
    // A given total is not believed: it follows from the lines.
    await expect(submit(0, roundId, { total: '1', lines: [] })).rejects.toEqual(refused('invalid'))
    await expect(submit(0, roundId, { lines: lines('300000', '90000') })).rejects.toEqual(refused('invalid'))
    await expect(
      submit(0, roundId, { lines: [...lines('1', '1'), { itemId: itemIds[0]!, unitPrice: '1' }] }),
    ).rejects.toEqual(refused('invalid'))
    await expect(submit(0, roundId, { lines: [{ itemId: bidders[0]!, unitPrice: '1' }] })).rejects.toEqual(
      refused('invalid'),
    )
    const done = await submit(0, roundId, { total: '1', lines: lines('260000', '85000') })
    expect(done).toMatchObject({ total: '860000.00', capitals: '捌拾陆万元整' })
    await suppliers[0]!.call(o.submitSignFile, {
      params,
      body: { ...draft, sha256: done.sha256, password: DEMO_PASSWORD },
    })
    const pdf = await suppliers[0]!.file(o.ownOfferFile, own(0, roundId))
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await submit(1, roundId, { lines: lines('300000.005', '80000') })).total).toBe('920000.01')
    const early = world.buyer.refused(o.purchaserOfferReads.subSummary, { params, query: { roundId } })
    expect((await early).code).toBe(ERRORS.wrongState.code)
    await submit(2, roundId, { lines: lines('350000', '90000') })
    await world.as('expert1').call(o.closeRound, { params: { ...params, roundId } })
    const summary = await world.buyer.call(o.purchaserOfferReads.subSummary, { params, query: { roundId } })
    expect(summary.subs.map((s) => [s.name, ...s.offers.map((x) => [x!.total, x!.isBest])])).toEqual([
      ['主机部分', ['520000.00', true], ['600000.01', false], ['700000.00', false]],
      ['附件部分', ['340000.00', false], ['320000.00', true], ['360000.00', false]],
    ])
    const part = await world.as('expert2').call(o.expertOfferReads.subItems, { params, query: { roundId, subId: 2 } })
    expect(part.items).toHaveLength(1)
    expect(
      (await world.buyer.refused(o.purchaserOfferReads.subItems, { params, query: { roundId, subId: 3 } })).status,
    ).toBe(404)
  })

  test('part by part: parts are kept one by one and add up; the sheet of one part can be filled in outside', async () => {
    rounds.push(await open(sub))
    const [, roundId] = rounds as [string, string]
    const { params, bidders } = order
    const at = { roundId, bidderId: bidders[0]! }
    const view = await suppliers[0]!.call(o.ownOffer, own(0, roundId))
    // What was quoted in the round before is what may not be exceeded, in the whole and on the sheet.
    expect(view.previous).toBe('860000.00')
    expect(view.items.map((i) => i.previousUnitPrice)).toEqual(['260000', '85000'])
    const save = (subId: number, given: ReturnType<typeof lines>) =>
      suppliers[0]!.call(o.saveSubOffer, { params, body: { ...at, subId, lines: given } })
    expect(await save(1, lines('250000'))).toMatchObject({ subTotal: '500000.00', total: '500000.00' })
    expect(await save(2, [{ itemId: itemIds[1]!, unitPrice: '85000' }])).toMatchObject({
      subTotal: '340000.00',
      total: '840000.00',
    })
    // Saving a part again replaces that part alone.
    expect((await save(1, lines('255000'))).total).toBe('850000.00')
    await expect(save(2, lines('255000'))).rejects.toEqual(refused('invalid'))
    await expect(save(3, lines('255000'))).rejects.toEqual(refused('notFound'))
    const stranger = suppliers[1]!.refused(o.saveSubOffer, { params, body: { ...at, subId: 1, lines: lines('1') } })
    expect((await stranger).status).toBe(404)
    const sheet = await suppliers[0]!.file(o.subOfferItems, { params, query: { ...at, subId: 2 } })
    expect(sheet.content.subarray(0, 2).toString()).toBe('PK')
    const kept = await suppliers[0]!.call(o.ownOffer, own(0, roundId))
    expect(kept.subs.map((s) => s.total)).toEqual(['510000.00', '340000.00'])
    await submit(0, roundId, { lines: kept.items.map(({ itemId, unitPrice }) => ({ itemId, unitPrice: unitPrice! })) })
    await expect(save(1, lines('1'))).rejects.toEqual(refused('wrongState'))
    await submit(1, roundId, { lines: lines('270000', '70000') })
    await wait(21 * MINUTE)
    const rates = await world.buyer.call(o.purchaserOfferReads.bidderRates, { params })
    expect(rates.bidders.map((b) => [...b.offers, b.last, b.reduction])).toEqual([
      ['860000.00', '850000.00', '850000.00', '5.56'],
      ['920000.01', '820000.00', '820000.00', '18.00'],
      ['1060000.00', null, '1060000.00', '3.64'],
    ])
    // As many rounds as the tender documents provide for.
    await expect(world.as('expert1').call(o.createRound, { params, body: { mode: items } })).rejects.toEqual(
      refused('wrongState'),
    )
  })

  test('an arithmetic error is corrected in the lines that were offered last', async () => {
    const { params, bidders } = order
    const { correctionId } = await world.as('expert1').call(a.proposeCorrection, {
      params,
      body: {
        bidderId: bidders[2]!,
        kind: 3,
        basis: '附件单价小数点错位',
        lines: [{ itemId: itemIds[1]!, unitPrice: '85000' }],
      },
    })
    const [shown] = await suppliers[2]!.call(a.supplierCorrections, { params: { ...params, bidderId: bidders[2]! } })
    expect(shown).toMatchObject({ before: '1060000.00', after: '1040000.00', lines: [{ unitPriceBefore: '90000' }] })
    await suppliers[2]!.call(a.decideCorrection, {
      params: { ...params, correctionId },
      body: { confirm: true, password: DEMO_PASSWORD, sha256: shown!.sha256 },
    })
    const closed = await suppliers[0]!.call(o.ownOffer, own(0, rounds[0]!))
    // Of a closed round: what stood before that round.
    expect(closed.items.map((i) => i.previousUnitPrice)).toEqual(['270000', '90000'])
  })

  test('prices are judged by the last offers, recomputed from the record', async () => {
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
    await run(world, order, { way: '技术评分', say: (_, item) => (item === '方案' ? '20' : '10') })
    await run(world, order, { way: '商务评分', say: () => '8' })
    const price = await wayId(world, order, '价格评分')
    await world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: price } })
    const result = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
    expect(result.rows.map((r) => [r.bidderId, r.evaluatedPrice])).toEqual([
      [order.bidders[1], '820000.00'],
      [order.bidders[0], '850000.00'],
      [order.bidders[2], '1040000.00'],
    ])
    const file = await world.buyer.file(purchaserReads.replayBundle, { params: order.params })
    const bundle = JSON.parse(file.content.toString()) as Bundle
    expect(replay(bundle)).toMatchObject({ hash: bundle.hash, problems: [] })
    expect(bundle.bids.map((b) => b.changes.length)).toEqual([2, 2, 2])
  })
})

describe('files of questions and answers', () => {
  let order: SeededOrder
  const ask = { kind: 1 as const, title: '质保期', content: '请说明质保期的起算时间', minutes: 30 }
  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, order)
  })

  test('each side reads what was attached; nobody attaches what is not theirs, and no third party reads it', async () => {
    const { params, bidders } = order
    const leader = world.as('expert1')
    const upload = (client: HttpClient, name: string) => client.upload(a.ASK_FILE_USE, name, PDF)
    const asked = await upload(leader, '问题附图.pdf')
    const body = { ...ask, bidderIds: [bidders[0]!], fileIds: [asked.fileId] }
    // Who neither judges nor bids brings nothing along.
    for (const client of [world.buyer, world.as('expert9')])
      await expect(upload(client, '无关.pdf')).rejects.toMatchObject({ status: 403 })
    // A member's file is not another's to attach.
    await expect(world.as('expert2').call(a.createAsks, { params, body })).rejects.toEqual(refused('invalid'))
    const { askIds } = await leader.call(a.createAsks, { params, body })
    const askId = askIds[0]!
    const seen = await suppliers[0]!.call(a.supplierAsks, { params: { ...params, bidderId: bidders[0]! } })
    expect(seen.rows[0]).toMatchObject({ files: [{ name: '问题附图.pdf', sha256: asked.sha256 }], replyFiles: [] })
    const file = (fileId: string) => ({ params: { ...params, askId, fileId } })
    const read = await suppliers[0]!.file(a.supplierAskFile, file(asked.fileId))
    expect(read).toMatchObject({ name: '问题附图.pdf', content: PDF })

    const foreign = await upload(suppliers[1]!, '他人.pdf')
    const reply = (fileIds: string[]) =>
      suppliers[0]!.call(a.replyAsk, { params, body: { askId, content: '自验收合格之日起算', fileIds } })
    await expect(reply([foreign.fileId])).rejects.toEqual(refused('invalid'))
    // What the committee attached cannot be handed back as an answer.
    await expect(reply([asked.fileId])).rejects.toEqual(refused('invalid'))
    const answered = await upload(suppliers[0]!, '质保承诺.pdf')
    await reply([answered.fileId, answered.fileId])
    for (const [client, endpoint] of [
      [leader, a.expertAskReads.askFile],
      [world.as('expert8'), a.expertAskReads.askFile],
      [world.buyer, a.purchaserAskReads.askFile],
      [suppliers[0]!, a.supplierAskFile],
    ] as const)
      expect((await client.file(endpoint, file(answered.fileId))).content).toEqual(PDF)
    for (const [client, endpoint] of [
      [suppliers[1]!, a.supplierAskFile],
      [world.as('expert9'), a.expertAskReads.askFile],
    ] as const)
      await expect(client.file(endpoint, file(answered.fileId))).rejects.toEqual(refused('notFound'))
    await expect(leader.file(a.expertAskReads.askFile, file(foreign.fileId))).rejects.toEqual(refused('notFound'))
    const { rows } = await world.buyer.call(a.purchaserAskReads.asks, { params })
    expect(rows[0]!.replyFiles.map((f) => f.name)).toEqual(['质保承诺.pdf'])
  })

  test('a draft and its files are not for bidders or the purchaser until it is sent', async () => {
    const { params, bidders } = order
    const member = world.as('expert2')
    const { fileId } = await member.upload(a.ASK_FILE_USE, '草稿.pdf', PDF)
    const { askIds } = await member.call(a.createAsks, {
      params,
      body: { ...ask, bidderIds: [bidders[1]!], fileIds: [fileId] },
    })
    const at = { params: { ...params, askId: askIds[0]!, fileId } }
    await expect(suppliers[1]!.file(a.supplierAskFile, at)).rejects.toEqual(refused('notFound'))
    await expect(world.buyer.file(a.purchaserAskReads.askFile, at)).rejects.toEqual(refused('notFound'))
    expect((await world.as('expert1').file(a.expertAskReads.askFile, at)).content).toEqual(PDF)
    await world.as('expert1').call(a.sendAsk, { params: { ...params, askId: askIds[0]! }, body: {} })
    expect((await suppliers[1]!.file(a.supplierAskFile, at)).content).toEqual(PDF)
    const project = await world.buyer.call(p.purchaserProject, { params })
    expect(project.counts).toMatchObject({ waitingAsks: 1, draftAsks: 0 })
  })
})

test('what was written is bound, each time', async () => {
  expect(await faultsOf(world.t, ['quote-given'])).toEqual([])
})
