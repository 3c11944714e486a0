import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { DrawHost } from '#features/draws/server/public.ts'
import { DRAW_STATUS, type DrawState } from '../rules/draw.ts'

/** Draws of suppliers: whoever keeps the library or looks on takes part. */
export const supplierDrawHost: DrawHost = {
  kinds: ['suppliers'],
  async lock(ctx, id) {
    await ctx.expectOne('supplier_draw', { id }, { lock: 'update' })
  },
  async roleOf(ctx: Context<Actor>, { subject }) {
    const { actor } = ctx
    if (actor.workbench !== 'purchaser' || !actor.companyId) return null
    if (!actor.rights.has('supplierManagement') && !actor.rights.has('auditing')) return null
    const row = await ctx.one('supplier_draw', { id: subject, ownerCompanyId: actor.companyId })
    if (!row) return null
    return row.createdBy === actor.userId ? '经办人' : '见证人'
  },
  async apply(ctx, { subject, result }) {
    const row = await ctx.expectOne('supplier_draw', { id: subject })
    const record = { state: row.state as DrawState }
    const now = ctx.clock.now()
    const state = DRAW_STATUS.next('made', { record, who: 'process', now: now.getTime() })
    for (const [i, { value }] of result.entries())
      await ctx.update('supplier_draw_pool', { drawId: row.id, supplierId: value }, { rank: i + 1 })
    await ctx.update('supplier_draw', { id: row.id }, { state, drawnAt: now })
    ctx.audit({
      action: 'supplier-draw.made',
      entity: 'supplier-draw',
      entityId: row.id,
      summary: `随机抽取供应商：${row.title}（抽取 ${Math.min(row.number, result.length)} 家）`,
      data: { result: result.map(({ value }) => value) },
    })
    ctx.emit({
      kind: 'supplier-draw.made',
      payload: { drawId: row.id },
      topics: [`company:${row.ownerCompanyId}`],
    })
  },
}
