import { beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { drawn } from '#demo/play/drawn.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as a from '../contract/asks.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { purchaserReads } from '../contract/reads.ts'
import * as r from '../contract/reports.ts'
import type { ReportTemplate } from '../contract/shared.ts'
import { CatalogType, ReportScope, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { Bundle } from '../rules/bundle.ts'
import { replay } from '../rules/replay.ts'
import { worldWithBidders } from './testing/beside.ts'
import {
  begin,
  MEMBERS,
  report,
  reportsMade,
  run,
  type SeededOrder,
  seedOrder,
  signAll,
  WAYS,
  type World,
} from './testing/review-world.ts'

let world: World
let suppliers: HttpClient[]
beforeAll(async () => {
  ;({ world, suppliers } = await worldWithBidders())
})
const { lowestEvaluatedPrice, priceCommitment } = ReviewMethod.values

async function bundleOf({ params }: SeededOrder): Promise<Bundle> {
  const file = await world.buyer.file(purchaserReads.replayBundle, { params })
  return JSON.parse(file.content.toString()) as Bundle
}

/** The report as Word, its text. */
async function wordOf({ params }: SeededOrder, reportId: string): Promise<string> {
  const file = await world.as('expert2').file(r.expertReportReads.word, { params: { ...params, reportId } })
  const zip = await yauzl.fromBufferPromise(file.content, {})
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
      .toString()
      .replaceAll(/<[^>]+>/g, '')
  }
  throw new Error('no document in the file')
}

describe('lowest evaluated price (method 4)', () => {
  let order: SeededOrder

  test('ranks by what the bids cost after correction; equal ones by what they read out', async () => {
    order = await seedOrder(world, {
      quotes: ['900000', '1000000', '950000'],
      reviewMethod: lowestEvaluatedPrice,
      settings: {},
    })
    const { params, bidders } = order
    await begin(world, order)
    const correct = async (bidder: number, total: string) => {
      const { correctionId } = await world.as('expert1').call(a.proposeCorrection, {
        params,
        body: { bidderId: bidders[bidder]!, kind: 2, basis: '总价与单价合计不一致', total },
      })
      const [shown] = await suppliers[bidder]!.call(a.supplierCorrections, {
        params: { ...params, bidderId: bidders[bidder]! },
      })
      await suppliers[bidder]!.call(a.decideCorrection, {
        params: { ...params, correctionId },
        body: { confirm: true, password: DEMO_PASSWORD, sha256: shown!.sha256 },
      })
    }
    await correct(0, '980000')
    await correct(1, '950000')
    const { wayList } = await world.as('expert2').call(e.expertProject, { params })
    expect(wayList.map((w) => w.name)).toEqual(['资格评审', '符合性评审'])
    expect((await run(world, order, { way: '资格评审', say: () => true })).concluded).toBe(false)
    expect((await run(world, order, { way: '符合性评审', say: () => true })).concluded).toBe(true)
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(rows.map((x) => [x.bidderId, x.rank, x.evaluatedPrice, x.total])).toEqual([
      [bidders[2], 1, '950000.00', null],
      [bidders[1], 2, '950000.00', null],
      [bidders[0], 3, '980000.00', null],
    ])
    const bundle = await bundleOf(order)
    expect(replay(bundle)).toMatchObject({ hash: bundle.hash, problems: [] })
  })

  test('its report has no marks, and is signed by all', async () => {
    const { params } = order
    const { reportId } = await world.as('expert1').call(e.writeReport, { params })
    await reportsMade(world)
    const parts = await world.buyer.call(r.purchaserReportReads.catalogs, { params: { ...params, reportId } })
    const { totalScores, price, offers } = CatalogType.values
    expect(parts.map((c) => c.type)).not.toContain(totalScores)
    expect(parts.map((c) => c.type)).not.toContain(price)
    expect(parts.map((c) => c.type)).toContain(offers)
    expect(await wordOf(order, reportId)).toContain('按评标价由低到高排序')
    await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId } })
    expect((await world.buyer.call(p.purchaserProject, { params })).processes.at(-1)!.processStatus).toBe(2)
  })
})

describe('price commitment (method 6)', () => {
  let order: SeededOrder

  test('whoever did not quote the announced price is not ranked; marks decide among the others', async () => {
    order = await seedOrder(world, {
      quotes: ['1000000', '1000000', '990000', '1000000'],
      controlPrice: '1000000',
      reviewMethod: priceCommitment,
      settings: { ways: WAYS.filter((way) => !way.isAutomatic) },
    })
    const { params, bidders } = order
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
    const say = (bidder: number) => ['2', '6', '6', '4'][bidder]!
    await run(world, order, { way: '技术评分', say })
    expect((await run(world, order, { way: '商务评分', say })).concluded).toBe(true)
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(rows.map((x) => [x.bidderId, x.rank, x.total])).toEqual([
      [bidders[1], 1, '24.00'],
      [bidders[3], 2, '16.00'],
      [bidders[0], 3, '8.00'],
      [bidders[2], null, null],
    ])
    // Whoever reads the result is told why one has no place in it.
    expect(rows.map((x) => x.unranked !== '')).toEqual([false, false, false, true])
    expect(rows.at(-1)!.unranked).toContain('未作出价格承诺')
    const bundle = await bundleOf(order)
    expect(replay(bundle)).toMatchObject({ hash: bundle.hash, problems: [] })
    // Whoever says in the bundle that the announced price was another one is found out.
    const other = structuredClone(bundle)
    other.order.controlPrice = '990000.00'
    expect(replay(other).problems.map((x) => x.path)).toContain('order')
  })

  test('nobody who quoted above the announced price stays in', async () => {
    const over = await seedOrder(world, {
      quotes: ['1000000', '1000000', '1000000', '1000001'],
      controlPrice: '1000000',
      reviewMethod: priceCommitment,
      settings: {},
    })
    await begin(world, over)
    const plan = await world.as('expert2').call(e.expertProject, { params: over.params })
    expect(plan.wayList.map((w) => w.name)).toEqual(['资格评审', '符合性评审', '技术评分', '商务评分'])
    for (const way of ['资格评审', '符合性评审']) await run(world, over, { way, say: () => true })
    await run(world, over, { way: '技术评分', say: () => '2' })
    await expect(run(world, over, { way: '商务评分', say: () => '2' })).rejects.toThrow('高于最高投标限价')
    const { motionId } = await world.as('expert2').call(e.proposeWaste, {
      params: { ...over.params, bidderId: over.bidders[3]! },
      body: { reason: '报价高于最高投标限价', rule: '招标投标法实施条例第五十一条第五项' },
    })
    for (const member of MEMBERS.slice(0, 3))
      await world.as(member).call(e.voteMotion, { params: { ...over.params, motionId }, body: { agree: true } })
    const { wayList } = await world.as('expert2').call(e.expertProject, { params: over.params })
    await world.as('expert1').call(e.summariseWay, { params: { ...over.params, wayId: wayList.at(-1)!.wayId } })
    await drawn(world.t, over.orderId)
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params: over.params })
    // Equal marks at one price: lots decide, on record.
    expect(new Set(rows.map((x) => x.rank))).toEqual(new Set([1, 2, 3, null]))
    const bundle = await bundleOf(over)
    expect(bundle.draws).toHaveLength(1)
    expect(replay(bundle).problems).toEqual([])
  })

  const { all, limited, specialSteel } = ReportScope.values
  test.each([
    [all, 'comparison', '比选报告', '参选人'],
    [limited, 'negotiation', '谈判报告', '供应商'],
    [specialSteel, 'consult', '磋商报告', '供应商'],
  ] as const)('a report of scope %d in the words of %s', async (scope, template: ReportTemplate, title, bidder) => {
    const { params } = order
    const { reportId } = await world.as('expert1').call(e.writeReport, { params, body: { scope, template } })
    const made = await report(world, order)
    expect(made).toMatchObject({ reportId, state: 3, scope, template })
    const parts = await world.buyer.call(r.purchaserReportReads.catalogs, { params: { ...params, reportId } })
    const types = parts.map((c) => c.type)
    const { committee, avoidance, standards, reviewerScores, report: main } = CatalogType.values
    expect(types[0]).toBe(main)
    for (const type of [avoidance, reviewerScores]) expect(types.includes(type)).toBe(scope === all)
    for (const type of [committee, standards]) expect(types.includes(type)).toBe(scope !== specialSteel)
    expect(parts[0]!.label).toBe(title)
    const text = await wordOf(order, reportId)
    expect(text).toContain(title)
    expect(text).toContain(bidder)
    for (const word of ['评标', '投标', '中标']) expect(places(text, word)).toEqual([])
    // Members' single marks are theirs and the whole report's.
    expect(text.includes('÷ 5')).toBe(scope === all)
    const pdf = await world.buyer.file(purchaserReads.reportFile, { params: { ...params, reportId } })
    expect(pdf.name).toContain(title)
  })
})

/** Where a word stands, with its neighbours; names of laws and what people wrote are no words of the platform. */
function places(text: string, word: string): string[] {
  return [...text.matchAll(new RegExp(`.{0,12}${word}.{0,12}`, 'g'))].map((m) => m[0])
}
