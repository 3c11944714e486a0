import type { InputOf } from '#contract/endpoint.ts'
import { sum } from '#contract/money.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { plantCandidates } from '#features/procurement/server/testing/results.ts'
import { join, publish, tenderWorld, text, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { quoteRounds } from '#features/procurement/server/round-port.ts'
import { done } from '#features/workflow/rules/held.ts'
import { rounds } from '../round-facts.ts'
import { inquiry } from '../routes.ts'

/* Orders whose lines may go to several suppliers, in tests. */

export const CONTENDERS = [COMPANIES.supplier1.name, COMPANIES.supplier2.name, COMPANIES.supplier3.name] as const

/** By candidate, by line of the bill: unit price, the least quantity. */
const QUOTED: readonly (readonly (readonly [string, string?] | null)[])[] = [
  [['48000'], ['9500'], ['1900']],
  [['47000', '5'], ['9600'], null],
  [null, null, ['1800']],
]
const QUANTITIES = ['10', '20', '5']

/** A system with what an inquiry stands on. */
export function inquiryWorld(): Promise<TenderWorld> {
  quoteRounds.give(rounds)
  return tenderWorld({ archiveParts: [], features: [inquiry] })
}

/** An order whose quotes are open: four take part, three quoted, the first all lines. */
export async function awarding(world: TenderWorld, { isQuoting = false } = {}) {
  const { orderId, projectId } = await publish(world, {
    method: comparison.code,
    settings: {
      qualifications: [{ name: '营业执照', required: true }],
      keyMode: 'timed',
      quote: QuoteTerms.parse({ isPartial: true, award: 'item' }),
    },
  })
  const trades: string[] = []
  for (const supplier of world.suppliers) trades.push((await join(world, orderId, { supplier })).tradeId)
  const { owner } = world.t
  const { rows } = await owner.query<{ id: string }>(
    'select id from project_item where project_id = $1 order by line',
    [projectId],
  )
  const items = rows.map(({ id }) => id)
  // As documents were before they could ask for a publicity of candidates.
  await owner.query(
    "update purchase_order set state = 'quote.closed', settings = settings #- '{quote,candidateDays}' where id = $1",
    [orderId],
  )
  // The publication begins the first round behind it.
  await world.t.settle()
  if (!isQuoting)
    await owner.query('update quote_round set status = 2, closed_at = now() where order_id = $1', [orderId])
  await plantCandidates(
    owner,
    orderId,
    QUOTED.map((of, i) => {
      const lines = of.flatMap((cell, j) => {
        if (!cell) return []
        const [unitPrice, minQuantity = null] = cell
        const amount = (Number(unitPrice) * Number(QUANTITIES[j])).toFixed(2)
        return [{ itemId: items[j]!, quantity: QUANTITIES[j]!, unitPrice, amount, minQuantity }]
      })
      return { tradeId: trades[i]!, price: sum(lines.map(({ amount }) => amount)), lines }
    }),
  )
  return { orderId, params: { orderId }, trades, items }
}
export type Awarding = Awaited<ReturnType<typeof awarding>>

export type AwardBody = InputOf<typeof notice.publishWinner>['body']

/** First: 48,000 + 9,500 + 1,900 a piece; second: 47,000 and 9,600, five of the first at least; third: 1,800 of the last. */
export const split = ({
  trades: [a, b, c],
  items: [monitor, pump, cart],
}: Awarding): Pick<AwardBody, 'awards' | 'unbought' | 'reasons'> => ({
  awards: [
    {
      tradeId: a!,
      lines: [
        { itemId: monitor!, quantity: '4' },
        { itemId: pump!, quantity: '20' },
      ],
    },
    { tradeId: b!, lines: [{ itemId: monitor!, quantity: '6' }] },
    { tradeId: c!, lines: [{ itemId: cart!, quantity: '3' }] },
  ],
  unbought: [{ itemId: cart!, quantity: '2', reason: '科室需求减少' }],
  reasons: [{ itemId: monitor!, reason: '分两家供货，降低断供风险' }],
})
export const SUMS = ['382,000.00', '282,000.00', '5,400.00']
/** What the notice says of all three. */
export const sentence = `成交供应商：${CONTENDERS.map((name, i) => `${name} ${SUMS[i]} 元`).join('，')}`

/** An order whose lines have gone to three suppliers. */
export async function awarded(world: TenderWorld) {
  const made = await awarding(world)
  const body = { ...split(made), title: '成交结果公告', content: text(sentence), acceptWarnings: true }
  const { noticeId } = done(await world.buyer.call(notice.publishWinner, { ...made, body }))
  return { ...made, noticeId }
}
