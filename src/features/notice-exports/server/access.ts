import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { NoticeExport } from '#server/database/tables.ts'
import type { ExportState } from '../rules.ts'

export type Any = Context<Actor | null>
export type ExportRow = Omit<Selectable<NoticeExport>, 'state'> & { state: ExportState }

/** An export of the own company, locked, or `notFound`. */
export async function ownExport(ctx: Context<Employee>, code: string): Promise<ExportRow> {
  const row = await ctx.one('notice_export', { code, companyId: ctx.actor.companyId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  return row as ExportRow
}

/** Says to the page of whoever asked for it that an export has changed. */
export function tellExport(ctx: Any, { code, userId }: Pick<ExportRow, 'code' | 'userId'>): void {
  ctx.emit({ kind: 'notice-export.changed', payload: { code }, topics: [`user:${userId}`] })
}
