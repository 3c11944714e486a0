import { sql } from 'kysely'
import { DAY } from '#contract/time.ts'
import { contractPlace } from '#features/contracts/rules/places.ts'
import { contractsOf } from '#features/contracts/server/public.ts'
import { waitingTodos } from '#features/home/server/public.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { isPurchase, type ListedTender, tenderRows, tenderValue } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature, Todo } from '#server/feature.ts'
import { type Group, groupOf, orderOf } from '../rules/pipeline.ts'

type Ctx = Context<Employee>
const T = TradeStatus.values

/** As many as a page shows; of more the newest. */
const MOST = 200
/** How long an outcome stays in sight, and a won order without a contract. */
const OUTCOME_MS = 30 * DAY
const WON_MS = 365 * DAY

/** A participation with its state as the engine derives it. */
export interface Participation {
  row: ListedTender
  tender: ReturnType<typeof tenderValue>
  group: Group
  /** Its page, or that of the contract that it led to. */
  link: string
}

/** Purchases that the own company takes part in or is asked to, as long as something may still come of it; the newest first. */
export async function participations(ctx: Ctx): Promise<Participation[]> {
  const now = ctx.clock.now()
  const rows = await tenderRows(ctx)
    .where((e) =>
      e.or([
        e('t.status', 'in', [T.pending, T.passed]),
        e.and([
          e('t.id', 'is', null),
          e('i.id', 'is not', null),
          e('i.declinedAt', 'is', null),
          e('o.state', '=', 'publish.open'),
          e('o.signUpEnd', '>', now),
        ]),
      ]),
    )
    .where(isPurchase('o.method'))
    .where(sql<boolean>`coalesce(o.awarded_at, o.ended_at, ${now}) > ${new Date(now.getTime() - WON_MS)}`)
    .orderBy('o.publishedAt', 'desc')
    .orderBy('o.id')
    .limit(MOST)
    .execute()
  const contracts = await contractsOf(
    ctx,
    rows.flatMap(({ wonTradeId }) => wonTradeId ?? []),
  )
  return rows.flatMap((row) => {
    const tender = tenderValue(row, now)
    const contract = row.wonTradeId === null ? undefined : contracts.get(row.wonTradeId)
    if (contract?.state === 'completed' || contract?.state === 'terminated') return []
    const { outcome = null } = tender.result ?? {}
    const endedAt = row.awardedAt ?? row.endedAt
    const isOver = outcome !== 'won' && endedAt !== null && (row.awardedAt !== null || isAbortive(row))
    if (isOver && now.getTime() - endedAt.getTime() > OUTCOME_MS) return []
    const facts = { state: row.state, tradeStatus: row.tradeStatus, bidEnd: row.bidEnd?.getTime() ?? null, outcome }
    return [
      {
        row,
        tender,
        group: groupOf(facts, now.getTime()),
        link: contract ? contractPlace('supplier', contract.contractId) : placeOf(row, 'publish.tender', 'supplier'),
      },
    ]
  })
}

/** What waits for the company in these orders, by order, nearest first; and whether a feature could not say. */
export async function todosByOrder(
  ctx: Ctx,
  features: readonly Feature[],
  orderIds: readonly string[],
): Promise<{ of: (orderId: string) => Todo[]; isPartial: boolean }> {
  const { todos, isPartial } = await waitingTodos(ctx, features)
  const byOrder = Map.groupBy(todos, ({ link }) => orderOf(link, orderIds))
  return { of: (orderId) => byOrder.get(orderId) ?? [], isPartial }
}

/** An order as every part of the cockpit names it. */
export function named({ row, link }: Pick<Participation, 'row' | 'link'>) {
  return { orderId: row.id, code: row.code, title: row.title, link, purchaserName: row.purchaserName }
}
