import { newId } from '#contract/id.ts'
import { MINUTE } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import type { StateFacts } from '#demo/states/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { type GivenLine, makeQuoteSheet } from '#features/quotes/rules/quote-sheet.ts'
import { openRound, quoteItems, revealRound, startRound } from '#features/quotes/server/public.ts'
import { inContext } from '#server/context.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import type { Any, Order } from '../access.ts'
import { HOST } from '../quote-host.ts'

type Facts = StateFacts['signedUp']

/** What one supplier quotes: a line for each of the bill, null where it is left out; `reason`: why it was not opened. */
export interface Quoted {
  who: keyof Facts['trades']
  lines?: readonly (Partial<GivenLine> | null)[]
  reason?: string
}

/** Makes the tender of the state `signedUp` an order that is quoted in rounds. */
export async function asInquiry(t: TestSystem, { orderId }: Facts): Promise<void> {
  await t.owner.query(
    `update purchase_order set method = 7, settings = settings || '{"quote": {"rounds": 9, "isPartial": true}}' where id = $1`,
    [orderId],
  )
}

/** A round under way among these suppliers. */
export async function runningRound(t: TestSystem, facts: Facts, who: readonly Quoted['who'][]): Promise<string> {
  return within(t, facts, async (ctx, order) => {
    const roundId = await openRound(
      ctx,
      { host: HOST, order },
      {
        mode: 2,
        note: '',
        notAbove: 'none',
        isFinal: false,
        isPartial: true,
        parts: who.map((one) => ({ tradeId: facts.trades[one] })),
        until: { deadline: new Date(t.kernel.clock.now().getTime() + 30 * MINUTE) },
        createdBy: PEOPLE.buyer.id,
        terms: { announced: { rounds: 9, name: '报价' }, isSingle: false },
      },
    )
    await startRound(ctx, { host: HOST, order, roundId, who: 'host', over: '' })
    return roundId
  })
}

/** Its deadline passes, and what was sealed is opened. */
export async function closeRoundWith(
  t: TestSystem,
  facts: Facts,
  { roundId, roundNo, quotes }: { roundId: string; roundNo: number; quotes: readonly Quoted[] },
): Promise<void> {
  await t.movableClock!.advance(30 * MINUTE)
  await within(t, facts, async (ctx, order) => {
    const items = await quoteItems(ctx, order)
    const opened = quotes.map(({ who, lines = [], reason = '' }) => ({
      tradeId: facts.trades[who],
      submissionId: newId(),
      at: t.kernel.clock.now(),
      by: PEOPLE[who].id,
      byName: PEOPLE[who].name,
      reason,
      sheet: makeQuoteSheet(
        { orderId: order.id, round: roundNo, items },
        {
          lines: new Map(
            items.flatMap(({ itemId }, i) => (lines[i] ? [[itemId, { ...USUAL, ...lines[i] }] as const] : [])),
          ),
          validityDays: 60,
          remark: '',
        },
      ),
    }))
    await revealRound(ctx, { host: HOST, order, roundId, opened })
  })
}

const USUAL: GivenLine = {
  unitPrice: '1',
  taxRate: '13',
  brand: '',
  model: '',
  deliveryDays: 15,
  minQuantity: null,
  remark: '',
}

function within<T>(t: TestSystem, { orderId }: Facts, work: (ctx: Any, order: Order) => Promise<T>): Promise<T> {
  return inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => work(ctx, await orderRow(ctx, orderId)))
}
