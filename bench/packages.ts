import { DAY } from '#contract/time.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { Cast } from '#demo/cast.ts'
import { advanceClock } from '#demo/contract.ts'
import * as buyerPlay from '#demo/play/buyer.ts'
import { type PackagePlan, publishedPackage, quoteLots, signUpForLots } from '#demo/play/packages.ts'
import { awaitOpening } from '#demo/play/quotes.ts'
import { batchLots, runBatch } from '#features/packages/contract.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const LOTS = 40
const TARGET_S = 10

const PLAN: PackagePlan = {
  projectName: '四十个采购单的后勤物资采购',
  description: '后勤物资，分四十个采购单。',
  title: '后勤物资',
  lots: Array.from({ length: LOTS }, (_, i) => ({
    title: `第${i + 1}类物资`,
    price: '30000',
    lines: [
      [`物资${i + 1}甲`, '标准件', '件', '100', '200'],
      [`物资${i + 1}乙`, '标准件', '件', '50', '200'],
    ],
  })),
}

/** Forty lots of a package, each with two quotes: the table before the award, and winners fixed for all of them in one request. */
export async function packages(world: BenchWorld): Promise<Line[]> {
  const cast = new Cast(world.product)
  const buyer = await cast.as('buyer')
  const now = () => buyer.call(serverTime, {}).then(({ epochMs }) => epochMs)
  const deadline = (await now()) + 4 * DAY
  const made = await publishedPackage(buyer, PLAN, { signUpEnd: deadline - 2 * DAY, deadline })
  for (const account of ['supplier1', 'supplier2'] as const)
    await signUpForLots(cast, made.orderIds, { account, now: new Date(await now()) })
  for (const orderId of made.orderIds) await buyerPlay.approveAll(buyer, orderId)
  await quoteLots(cast, made.orderIds, { by: 'supplier1', part: '0.95' })
  await quoteLots(cast, made.orderIds, { by: 'supplier2', part: '0.9' })
  await buyer.call(advanceClock, { body: { ms: deadline - (await now()) + 1000 } })
  for (const orderId of made.orderIds) await awaitOpening(buyer, orderId)
  const query = { orderIds: made.orderIds.join(','), step: 'winner' as const }
  const table = await timed(() => buyer.call(batchLots, { query }))
  const lots = table.answer.rows.map(({ orderId, choices }) => ({ orderId, tradeId: choices[0]!.tradeId }))
  const award = await timed(() => buyer.call(runBatch, { body: { step: 'winner', lots, acceptWarnings: true } }))
  const done = award.answer.rows.filter(({ outcome }) => outcome === 'done').length
  return [
    line(`batch winner of ${LOTS} lots`, award.s, {
      target: TARGET_S,
      isWhole: done === LOTS,
      more: `${done} awarded`,
    }),
    line(`table of ${LOTS} lots before it`, table.s, {
      target: 3,
      isWhole: table.answer.rows.length === LOTS,
      more: '',
    }),
  ]
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; s: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, s: (performance.now() - start) / 1000 }
}

function line(what: string, s: number, of: { target: number; isWhole: boolean; more: string }): Line {
  const figures = [`${s.toFixed(2)} s`, of.more].filter(Boolean).join(', ')
  return { what, figures, target: `<= ${of.target} s`, holds: of.isWhole && s <= of.target }
}
