import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { say } from '../methods/say.ts'
import { publicises } from '../rules/candidate-days.ts'
import { orderFields } from '../rules/order-fields.ts'
import { type Filling, table } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import { winnerFields } from '../rules/winner-fields.ts'
import type { Order } from './access.ts'
import { isProposed, isRanked } from './award-scope.ts'
import { awardsOf, candidateRows, publishedCandidates } from './results.ts'
import { soleFacts } from '../steps/publicity/server.ts'
import { scheduleOf } from './values.ts'

/**
 * What the placeholders of templates stand for in an order, by key; what is not known yet is left out and stays visible.
 * Keys: those of the feature templates. Amounts `1,000.00 元`, times `2026-11-21 09:00` Beijing time.
 */
export async function orderFilling(ctx: Context<Actor | null>, order: Order): Promise<Filling> {
  const project = await ctx.expectOne('project', { id: order.projectId })
  const ids = [project.purchaserCompanyId, ...(project.agencyCompanyId ? [project.agencyCompanyId] : [])]
  const companies = await ctx.many('company', { id: ids }, { columns: ['id', 'name'] })
  const nameOf = (id: string | null) => companies.find((c) => c.id === id)?.name
  const settings = OrderSettings.safeParse(order.settings)
  const awards = await awardsOf(ctx, order.id)
  const candidates = await candidateRows(ctx, order.id)
  const results: Record<string, string | undefined> = {
    公示截止时间: order.publicityEnd ? formatTime(order.publicityEnd) : undefined,
    ...(awards.length > 0 && winnerFields(awards.map(({ name, price }) => ({ supplierName: name, price })))),
  }
  const known = Object.entries(results).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const fields = orderFields({
    project,
    purchaser: nameOf(project.purchaserCompanyId),
    agency: nameOf(project.agencyCompanyId),
    title: order.title,
    code: order.code,
    method: order.method,
    controlPrice: order.controlPrice,
    bond: order.bond,
    documentFee: order.documentFee,
    place: order.place,
    schedule: scheduleOf(order),
    qualifications: settings.success ? settings.data.qualifications.map((q) => q.name) : [],
    auction: settings.success ? settings.data.auction : undefined,
    sale: settings.success ? settings.data.sale : undefined,
    quote: settings.success ? settings.data.quote : undefined,
    group: settings.success ? settings.data.group : undefined,
    keyMode: settings.success ? settings.data.keyMode : undefined,
    decryptMinutes: order.decryptMinutes,
    bidFiles: settings.success ? settings.data.bidFiles : undefined,
    ways: settings.success ? settings.data.ways : [],
    lowPrice: settings.success ? settings.data.lowPrice : undefined,
    sole: settings.success ? await soleFacts(ctx, order, settings.data) : undefined,
  })
  const isOpen =
    isProposed(order) &&
    publicises(order) &&
    order.state !== 'candidates.public' &&
    !(await publishedCandidates(ctx, order.id))
  return {
    values: { ...fields, ...Object.fromEntries(known) },
    // A proposal is chosen until its publication; the ranking behind it is nobody's business.
    ...(isOpen
      ? {}
      : {
          blocks: candidateBlocks(
            order,
            candidates.map((row) => ({ ...row, lineCount: row.lines?.length ?? 0 })),
          ),
        }),
  }
}

/** The table of candidates that notices hold; none without any. */
export function candidateBlocks(
  order: Order,
  rows: readonly { rank: number; supplierName: string; price: string; score: string | null; lineCount: number }[],
): NonNullable<Filling['blocks']> {
  if (rows.length === 0) return {}
  const [name, price] = [say(order, '{contender}'), say(order, '{offerPrice}（元）')]
  const shown = isRanked(order)
    ? table(
        ['排序', name, price, ...(isProposed(order) ? [] : ['评审得分'])],
        rows.map((row) => [
          `第 ${row.rank} 名`,
          row.supplierName,
          formatAmount(row.price),
          ...(isProposed(order) ? [] : [row.score ?? '-']),
        ]),
      )
    : table(
        [say(order, '拟{won}供应商'), '清单行数', say(order, '拟{won}金额（元）')],
        rows.map((row) => [row.supplierName, String(row.lineCount), formatAmount(row.price)]),
      )
  return { 候选人表: [shown] }
}
