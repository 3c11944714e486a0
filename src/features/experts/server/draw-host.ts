import type { DrawHost } from '#features/draws/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { orderHash, rowsDrawn } from '../rules/draw.ts'
import { advance } from './advance.ts'
import { type Any, extractionRow, lockExtraction, record, rowsOf } from './extraction-access.ts'

/** Draws of experts: whoever may run the extraction, who draws and colleagues who watch, takes part. */
export const expertDraws: DrawHost = {
  kinds: ['experts'],
  async lock(ctx, extractionId) {
    await lockExtraction(ctx, extractionId)
  },
  async roleOf(ctx, { subject }) {
    const row = await extractionRow(ctx, subject)
    if (!row || !isOwner(ctx, row)) return null
    return row.createdBy === ctx.actor.userId ? '经办人' : '见证人'
  },
  async apply(ctx, { subject, result }) {
    const row = await lockExtraction(ctx, subject)
    const rows = rowsDrawn(rowsOf(row), result)
    for (const { rowNo, tokens } of rows) await rank(ctx, { extractionId: row.id, rowNo, tokens })
    await ctx.update('expert_extraction', { id: row.id }, { drawnAt: ctx.clock.now() })
    record(ctx, row, {
      action: 'draw',
      summary: `随机抽取：${rows.map((r) => `第${r.rowNo}组 ${r.tokens.length} 人`).join('，')}`,
      data: { orderHash: orderHash(rows) },
    })
    ctx.emit({
      kind: 'expert.extraction',
      payload: { extractionId: row.id },
      topics: [`company:${row.companyId}`],
    })
    await advance(ctx, await lockExtraction(ctx, subject))
  },
}

function isOwner({ actor }: Context<Actor>, row: { companyId: string; workbench: string }): boolean {
  return row.companyId === actor.companyId && row.workbench === actor.workbench && actor.rights.has('expertExtraction')
}

async function rank(
  ctx: Any,
  { extractionId, rowNo, tokens }: { extractionId: string; rowNo: number; tokens: readonly string[] },
): Promise<void> {
  for (const [i, token] of tokens.entries())
    await ctx.update('expert_pool', { extractionId, rowNo, token }, { rank: i + 1 })
}
