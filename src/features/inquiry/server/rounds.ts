import type { BodyOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { AppError } from '#contract/errors.ts'
import { buyer, participants } from '#features/procurement/server/public.ts'
import { reduction } from '#features/quotes/rules/prices.ts'
import { atLeastAsStrict, strictest } from '#features/quotes/rules/not-above.ts'
import { QuoteMode, RoundStatus } from '#features/quotes/rules/enums.ts'
import {
  comparedQuotes,
  extendRound,
  extentOf,
  invalidReasons,
  lowestPrices,
  quoteItems,
  roundRows,
  standings,
} from '#features/quotes/server/public.ts'
import { keyModeOf } from '#features/procurement/rules/key-mode.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { quotedOrder } from './access.ts'
import { beginFurther } from './public.ts'
import { releaseView } from './keys/view.ts'
import { HOST } from './quote-host.ts'
import { openingOf } from './openers.ts'
import { shortageOf } from './shortage.ts'

/** Later is a slip of the year. */
const LONGEST_ROUND_MS = 180 * DAY
const iso = (at: Date | null) => at?.toISOString() ?? null

export const roundRoutes: readonly Route[] = [
  buyer(contract.orderRounds, async (ctx, { params }) => {
    const own = await quotedOrder(ctx, params.orderId)
    const { order } = own
    const isOwner = own.who.part === 'owner'
    const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
    const closed = rows.filter(({ status }) => status === RoundStatus.values.closed)
    const which = { orderId: order.id, kind: HOST.kind }
    const [quotes, suppliers, action, compared, extent] = await Promise.all([
      standings(ctx, closed),
      participants(ctx, order.id),
      own.action('startRound'),
      comparedQuotes(ctx, which),
      extentOf(ctx, rows),
    ])
    const invalid = await invalidReasons(
      ctx,
      quotes.flatMap(({ quoteId }) => quoteId ?? []),
    )
    const validTrades = new Set(
      quotes.flatMap((one) => (one.total !== null && !invalid.has(one.quoteId!) ? [one.tradeId] : [])),
    )
    const nameOf = (tradeId: string) => suppliers.find((one) => one.tradeId === tradeId)?.companyName ?? ''
    const lastOf = (tradeId: string) => quotes.findLast((one) => one.tradeId === tradeId && one.total !== null)?.total
    const { rounds: announced, notAbove, isPartial } = quoteTermsOf(order.settings)
    return {
      announced,
      notAbove,
      isPartial,
      keyMode: keyModeOf(order.settings),
      short: await shortageOf(ctx, own, closed.length > 0 ? validTrades.size : null),
      rounds: await Promise.all(
        rows.map(async (row) => ({
          roundId: row.id,
          roundNo: row.roundNo,
          label: HOST.label(row.roundNo),
          status: row.status,
          isFinal: row.isFinal,
          note: row.note,
          notAbove: row.notAbove,
          target: row.target,
          lines: mostLines(extent.get(row.id)),
          startedAt: iso(row.startedAt),
          // The first round ends when the order says so, which may be moved until then.
          deadline: iso(row.roundNo === 1 && row.closedAt === null ? order.bidEnd : row.deadline),
          closedAt: iso(row.closedAt),
          closeReason: row.closeReason,
          release: await releaseView(ctx, { order, round: row, isOwner }),
          ...(await openingOf(ctx, { order, row, isOwner })),
          quotes: closed.includes(row)
            ? quotes
                .filter((one) => one.roundId === row.id)
                .toSorted((a, b) => new Exact(a.total ?? Infinity).cmp(b.total ?? Infinity))
                .map((one) => ({
                  tradeId: one.tradeId,
                  supplierName: nameOf(one.tradeId),
                  status: one.status,
                  quoteId: one.quoteId,
                  total: one.total,
                  lines: extent.get(row.id)?.get(one.tradeId) ?? null,
                  ...reductions(one.quoteId === null ? undefined : compared.get(one.quoteId)),
                  invalid: (one.quoteId && invalid.get(one.quoteId)) ?? '',
                  submittedAt: iso(one.submittedAt),
                }))
            : null,
        })),
      ),
      blocked: action ? (action.reason ?? null) : '报价开启后方可发起下一轮报价',
      suppliers: suppliers.map(({ tradeId, companyName }) => ({
        tradeId,
        supplierName: companyName,
        total: lastOf(tradeId) ?? null,
      })),
    }
  }),

  buyer(contract.roundLines, async (ctx, { params }) => {
    const { order } = await quotedOrder(ctx, params.orderId)
    const [items, lowest] = await Promise.all([
      quoteItems(ctx, order),
      lowestPrices(ctx, { orderId: order.id, kind: HOST.kind }),
    ])
    return {
      lines: items.map(({ itemId, line, name, spec, unit, quantity }) => ({
        itemId,
        line,
        name,
        spec,
        unit,
        quantity,
        lowest: lowest.get(itemId) ?? null,
      })),
    }
  }),

  buyer(contract.startRound, async (ctx, { params, body }) => {
    const own = await quotedOrder(ctx, params.orderId, 'update')
    const { order } = own
    const now = ctx.clock.now()
    await own.demand('startRound')
    const deadline = new Date(body.deadline)
    if (deadline <= now || deadline.getTime() > now.getTime() + LONGEST_ROUND_MS) {
      const message = '报价截止时间须晚于当前时间，且不超过 180 日'
      throw new AppError('invalid', message, [{ path: 'deadline', message }])
    }
    const terms = quoteTermsOf(order.settings)
    const bill = await quoteItems(ctx, order)
    const parts = partsOf(body, bill)
    const isLimited = parts.some(({ items }) => items && items.length < bill.length)
    const given = body.notAbove ?? terms.notAbove
    // Sums of some lines tell nothing beside sums of all.
    const notAbove = body.notAbove === undefined && given === 'total' && isLimited ? strictest : given
    if (!atLeastAsStrict(notAbove, terms.notAbove))
      throw new AppError('legalRule', '本轮报价不得放宽采购文件对后续轮次报价的约定')
    const roundId = await beginFurther(ctx, order, {
      mode: QuoteMode.values.items,
      note: body.note,
      notAbove,
      isFinal: body.isFinal,
      ...(body.target && { target: body.target }),
      parts,
      until: { deadline },
      createdBy: ctx.actor.userId,
    })
    return { roundId }
  }),

  buyer(contract.extendRound, async (ctx, { params, body }) => {
    const { order, who } = await quotedOrder(ctx, params.orderId, 'update')
    if (who.part !== 'owner') throw new AppError('wrongState', '由经办单位延长报价时间')
    const over = order.state === 'quote.closed' ? '' : '首轮报价时间由变更公告调整'
    const place = { host: HOST, order, roundId: params.roundId, who: 'host' as const, over }
    return { deadline: (await extendRound(ctx, place, body)).toISOString() }
  }),
]

type Asked = BodyOf<typeof contract.startRound>

/** Who is asked for which lines; all of the bill, and no targets, is said by naming none. */
function partsOf({ tradeIds, items, only }: Asked, bill: readonly { itemId: string }[]) {
  const asked: readonly { itemId: string; target?: string | undefined }[] =
    items ?? bill.map(({ itemId }) => ({ itemId }))
  const list = asked.map(({ itemId, target }) => ({ itemId, ...(target !== undefined && { target }) }))
  const isWhole = list.length === bill.length && list.every(({ target }) => target === undefined)
  const some = new Map(only.map((one) => [one.tradeId, one.items]))
  if (some.size < only.length || only.some(({ tradeId }) => !tradeIds.includes(tradeId)))
    throw new AppError('invalid', '按供应商选择的清单行有误，请重新选择')
  return tradeIds.map((tradeId) => {
    const places = some.get(tradeId)
    if (!places) return isWhole ? { tradeId } : { tradeId, items: list }
    return {
      tradeId,
      items: places.map((place) => {
        const found = list[place]
        if (!found) throw new AppError('invalid', '所选清单行不存在')
        return found
      }),
    }
  })
}

function mostLines(parts: ReadonlyMap<string, number | null> | undefined): number | null {
  const counts = [...(parts?.values() ?? [])]
  return counts.length === 0 || counts.includes(null) ? null : Math.max(...counts.map(Number))
}

function reductions(of: { now: string; last: string; first: string } | undefined) {
  return {
    reduction: of ? reduction(of.last, of.now) : null,
    sinceFirst: of ? reduction(of.first, of.now) : null,
  }
}
