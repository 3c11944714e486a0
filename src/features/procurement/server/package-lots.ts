import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { reached } from '../engine/states.ts'
import { stageOf } from '../engine/stage.ts'
import { say } from '../methods/say.ts'
import { NoticeKind } from '../rules/enums.ts'
import { type RichNode, textOf } from '../rules/rich-text.ts'
import type { Order } from './access.ts'
import { STAGED, stageFacts, STEP_SETTINGS } from './values.ts'
import { isPrivate } from './visible.ts'

/*
 * Orders of one package: they share a notice, and none that admits invited suppliers alone is named in the notice of another.
 */

type Any = Context<Actor | null>

/** Whether the shared notice of its package stands in the lists already: another open order was published before. */
export async function isAnnounced(ctx: Any, order: Order): Promise<boolean> {
  if (order.packageId === null || isPrivate(order)) return false
  const others = await lotsBeside(ctx, order)
  return others.some((one) => !isPrivate(one) && one.publishedAt !== null)
}

/** What a text says that nobody may learn by it: names of orders of the package that exist for invited suppliers alone. */
export async function hiddenLotProblems(
  ctx: Any,
  order: Order,
  text: { title: string; content: RichNode; data?: Record<string, unknown> | undefined },
): Promise<string[]> {
  if (order.packageId === null) return []
  const others = await lotsBeside(ctx, order)
  const hidden = others.filter((one) => isPrivate(one) && (one.isSecret || !reached(one, 'publicised')))
  if (hidden.length === 0) return []
  const shown = [order, ...others.filter((one) => !isPrivate(one))]
  const said = without(
    [text.title, textOf(text.content), JSON.stringify(text.data ?? {})].join('\n'),
    shown.flatMap(({ title, code }) => [title, code]),
  )
  const isNamed = hidden.some(({ title, code }) => said.includes(squeezed(code)) || said.includes(squeezed(title)))
  if (!isNamed) return []
  return [say(order, '正文写明了同一采购包中仅邀请部分供应商的其他{order}，受邀者以外的供应商不得得知，请删除')]
}

/** Of the package of an open order those that everybody may know of, each with its own opening notice. */
export async function openLots(ctx: Any, order: Order) {
  if (order.packageId === null || isPrivate(order)) return []
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('notice as n', (j) => j.onRef('n.tenantId', '=', 'o.tenantId').onRef('n.orderId', '=', 'o.id'))
    .select([...STAGED, 'o.id', 'o.code', 'o.title', 'o.lotNo', 'n.id as noticeId'])
    .select(STEP_SETTINGS)
    .select((e) =>
      e
        .selectFrom('project_item as i')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('i.tenantId', '=', 'o.tenantId')
        .whereRef('i.projectId', '=', 'o.projectId')
        .whereRef('i.lotNo', '=', 'o.lotNo')
        .as('lines'),
    )
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.packageId', '=', order.packageId)
    .where('o.admission', '=', 'open')
    .where('n.kind', '=', NoticeKind.values.announcement)
    .where('n.status', '=', 1)
    .orderBy('o.lotNo')
    .orderBy('o.id')
    .execute()
  const now = ctx.clock.now().getTime()
  return rows.map((row) => ({
    orderId: row.id,
    noticeId: row.noticeId,
    lotNo: row.lotNo,
    code: row.code,
    title: row.title,
    stage: stageOf(stageFacts(row), now).label,
    lines: row.lines ?? 0,
  }))
}

function lotsBeside(ctx: Any, order: Order) {
  return ctx.tx
    .selectFrom('purchase_order')
    .select(['id', 'code', 'title', 'admission', 'state', 'publishedAt', 'isSecret'])
    .where('tenantId', '=', ctx.tenantId)
    .where('packageId', '=', order.packageId)
    .where('id', '<>', order.id)
    .execute()
}

/** The text without names that may be read in it, the longest first, and without white space. */
function without(text: string, names: readonly string[]): string {
  return names
    .map(squeezed)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, '|'), squeezed(text))
}

function squeezed(text: string): string {
  return text.replaceAll(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
}
