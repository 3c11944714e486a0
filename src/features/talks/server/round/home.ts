import { codesWith } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'

type Ctx = Context<Actor>

const TALKED = codesWith((method) => method.at['round-talk.hold'] !== undefined)

/** Minutes to be signed for the supplier; talks to be held or written down for whoever runs the order. */
export const roundTalkHome: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (companyId === null) return []
    if (workbench === 'supplier') return rights.has('bidding') ? supplierTodos(ctx, limit) : []
    if (workbench === 'purchaser') return rights.has('tendering') ? ownerTodos(ctx, workbench, limit) : []
    return workbench === 'agency' && rights.has('agencyTendering') ? ownerTodos(ctx, workbench, limit) : []
  },
}

async function ownerTodos(ctx: Ctx, side: 'purchaser' | 'agency', limit: number): Promise<Todo[]> {
  const rows = await talks(ctx)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', ctx.actor.companyId)
    .where('k.status', 'in', ['called', 'running'])
    .orderBy('k.plannedAt')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => ({
    key: `round-talk:${row.talkId}`,
    kind: 'result',
    isMine: row.createdBy === ctx.actor.userId,
    label: row.status === 'called' ? say(row, '{act}') : say(row, '记录{act}'),
    title: row.title,
    link: placeOf(row, 'round-talk.hold', side),
    dueAt: row.status === 'called' ? row.plannedAt : null,
  }))
}

async function supplierTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const rows = await talks(ctx)
    .innerJoin('trade as m', (j) => j.onRef('m.tenantId', '=', 'k.tenantId').onRef('m.id', '=', 'k.tradeId'))
    .where('m.supplierCompanyId', '=', ctx.actor.companyId)
    .where('k.status', '=', 'minuted')
    .select('m.createdBy as signedUpBy')
    .orderBy('k.plannedAt')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => ({
    key: `sign-round-talk:${row.talkId}`,
    kind: 'bid',
    isMine: row.signedUpBy === ctx.actor.userId,
    label: say(row, '签署{act}记录'),
    title: row.title,
    link: placeOf(row, 'round-talk.reply', 'supplier'),
    dueAt: null,
  }))
}

/** Talks of orders that still wait for their winner. */
function talks(ctx: Ctx) {
  return ctx.tx
    .selectFrom('round_talk as k')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'k.tenantId').onRef('o.id', '=', 'k.orderId'))
    .select(['o.id', 'o.method', 'o.admission', 'o.title', 'o.createdBy', 'k.id as talkId', 'k.status', 'k.plannedAt'])
    .where('k.tenantId', '=', ctx.tenantId)
    .where('o.method', 'in', TALKED)
    .where('o.state', '=', 'quote.closed')
}
