import type { BodyOf } from '#contract/endpoint.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { publishCandidates } from '../contract/notice.ts'
import type { Order } from './access.ts'
import { chosenParts, decideAward } from './award-decision.ts'
import { isProposed, isRanked } from './award-scope.ts'
import type { Fallen } from './result-change.ts'
import { type AwardDecision, type Ranked, storeFewerCandidates, storeProposal } from './result-store.ts'
import { type CandidateRow, candidateRows, offerRows, resultVersions } from './results.ts'

type Any = Context<Actor | null>
type Body = Omit<BodyOf<typeof publishCandidates>, 'approval'>

/** More are not publicised in a ranking (实施条例第五十三条; the same is usual where a buyer proposes them). */
const MOST_RANKED = 3

/**
 * Writes the candidates that are to be publicised, as the version in force: what a review recommended, less those that fall
 * away, or what the buyer proposes. Returns the decision behind a proposal; its problems are thrown as `invalid`.
 */
export async function listCandidates(
  ctx: Context<Employee>,
  order: Order,
  { body, fallen }: { body: Body; fallen: Fallen | null },
): Promise<AwardDecision | null> {
  const { change } = body
  if (!isProposed(order)) {
    if (change) {
      const rows = (await candidateRows(ctx, order.id)).filter(({ tradeId }) => !fallen!.tradeIds.includes(tradeId))
      await storeFewerCandidates(ctx, order.id, { rows, change })
    }
    return null
  }
  const barred = await barredBy(ctx, order, body)
  const reason = change?.reason ?? body.reason
  const decision = await decideAward(ctx, order, { choice: body, change: null, barred, reason, isProposal: true })
  const parts = decision.parts.map(({ row, price, lines }) => ({
    ...row,
    price,
    // What was offered as a whole has no lines.
    lines: lines.flatMap(({ itemId, ...line }) => (itemId === null ? [] : [{ ...line, itemId }])),
  }))
  await storeProposal(ctx, order.id, {
    rows: rowsOf(order, parts, await offersBut(ctx, order, barred)),
    items: decision.items,
    reason,
    change,
  })
  return decision
}

/** The candidates that a body which was handed in for approval would publicise, with their names; at any time. */
export async function plannedCandidates(ctx: Any, order: Order, body: Body) {
  const barred = await barredBy(ctx, order, body)
  if (!isProposed(order)) {
    const { change } = body
    const before = change
      ? (await resultVersions(ctx, order, 'candidates')).find(({ version }) => version === change.version)?.rows
      : await candidateRows(ctx, order.id)
    return (before ?? [])
      .filter(({ tradeId }) => !change?.excluded.includes(tradeId))
      .map((row, i) => ({ score: null, ...row, rank: i + 1, lineCount: 0 }))
  }
  const offers = await offersBut(ctx, order, barred)
  const nameOf = new Map(offers.map(({ tradeId, supplierName }) => [tradeId, supplierName]))
  return rowsOf(order, await chosenParts(ctx, order, body), offers).map((row) => ({
    ...row,
    supplierName: nameOf.get(row.tradeId) ?? '',
    lineCount: row.lines?.length ?? 0,
  }))
}

/** Of a ranking the one that shall win and those behind it; of a divided order all who shall win. */
function rowsOf(order: Order, parts: readonly Omit<Ranked, 'rank'>[], offers: readonly CandidateRow[]): Ranked[] {
  const [first] = parts
  const rows = isRanked(order) && first ? [first, ...offers.filter(({ tradeId }) => tradeId !== first.tradeId)] : parts
  return rows
    .slice(0, isRanked(order) ? MOST_RANKED : rows.length)
    .map(({ tradeId, price, score, lines = null }, i) => ({ rank: i + 1, tradeId, price, score, lines }))
}

async function offersBut(ctx: Any, order: Order, barred: readonly string[]): Promise<CandidateRow[]> {
  return (await offerRows(ctx, order.id)).filter(({ tradeId }) => !barred.includes(tradeId))
}

/** Who falls away with this change, or fell away before it. */
async function barredBy(ctx: Any, order: Order, { change }: Body): Promise<string[]> {
  if (!change) return []
  const versions = await resultVersions(ctx, order, 'candidates')
  const before = versions.filter(({ version }) => version <= change.version).flatMap(({ excluded }) => excluded)
  return [...before, ...change.excluded]
}
