import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import type * as notice from '../../contract/notice.ts'
import { sayText } from '../../methods/say.ts'
import { awardChangeText, candidateChangeText } from '../../rules/result-change.ts'
import { join, PDF, publicise, publish, reviewed, type TenderWorld } from './tender.ts'

/* Results that fall away, in tests. */

export const CONTENDERS = [COMPANIES.supplier1.name, COMPANIES.supplier2.name, COMPANIES.supplier3.name] as const

/** A tender whose three candidates are publicised: 800,000 yuan, one more each. */
export async function publicised(world: TenderWorld) {
  const { orderId } = await publish(world)
  const trades: string[] = []
  for (const supplier of world.suppliers.slice(0, 3)) trades.push((await join(world, orderId, { supplier })).tradeId)
  await reviewed(world, orderId, trades)
  await publicise(world, orderId)
  return { orderId, params: { orderId }, trades }
}

/** The publicity is over; the clock stays where it is. */
export async function endPublicity({ t }: TenderWorld, orderId: string): Promise<void> {
  await t.owner.query(`update purchase_order set publicity_end = now() - interval '1 hour' where id = $1`, [orderId])
}

export async function proof({ buyer }: Pick<TenderWorld, 'buyer'>) {
  const name = '放弃声明.pdf'
  const { fileId } = await buyer.upload('result-evidence', name, PDF)
  return { fileId, name }
}

type Evidence = Awaited<ReturnType<typeof proof>>

/** The first candidate withdrew: the body of the call. */
export function withoutFirst(excluded: string, evidence: Evidence) {
  const rows = CONTENDERS.slice(1).map((supplierName) => ({ supplierName, price: '1', score: null }))
  const before = { code: 'ZB-03', publishedAt: '2026-11-23' }
  const fallen = { names: [CONTENDERS[0]], notice: before, cause: '候选人放弃' }
  return {
    title: '中标候选人变更公示',
    content: sayText({ method: 1 }, candidateChangeText(fallen, rows)),
    publicityDays: 3,
    change: {
      version: 1,
      cause: 'withdrawn' as const,
      reason: '候选人书面声明放弃中标资格。',
      evidence,
      excluded: [excluded],
    },
    acceptWarnings: true,
  } satisfies InputOf<typeof notice.publishCandidates>['body']
}

/** The winner gave up, and this candidate takes its place: the body of the call. */
export function insteadOf(
  gone: string,
  { tradeId, evidence, version = 1 }: { tradeId: string; evidence: Evidence; version?: number },
) {
  const before = { code: 'ZB-04', publishedAt: '2026-11-23' }
  return {
    tradeId,
    title: '中标结果变更公告',
    content: sayText({ method: 1 }, awardChangeText({ names: [gone], notice: before, cause: '中标人放弃中标' })),
    change: { version, cause: 'gaveUp' as const, reason: '中标人书面声明放弃中标。', evidence },
    acceptWarnings: true,
  } satisfies InputOf<typeof notice.publishWinner>['body']
}
