import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { trimZeros } from '#contract/money.ts'
import type * as tables from '#server/database/tables.ts'
import { type Any, type Ctx, itemsOf } from './rows.ts'

export type Competition = Selectable<tables.FrameCompetition>

/** What is asked for, with the items' names. */
export async function wantedOf(ctx: Any, { id, agreementId }: Pick<Competition, 'id' | 'agreementId'>) {
  const lines = await ctx.many('frame_competition_line', { competitionId: id }, { orderBy: ['line'] })
  const items = await itemsOf(ctx, agreementId)
  return lines.map(({ line, quantity }) => {
    const { name, spec, unit } = items.find((one) => one.line === line)!
    return { line, name, spec, unit, quantity: trimZeros(quantity) }
  })
}

export function partiesOf(ctx: Any, competitionId: string) {
  return ctx.many('frame_competition_party', { competitionId })
}

/** A competition that the own company was asked in, with its entry, or `notFound`. */
export async function ownParty(ctx: Ctx, { entryId, competitionId }: { entryId: string; competitionId: string }) {
  const entry = await ctx.one('frame_entry', { id: entryId, supplierCompanyId: ctx.actor.companyId })
  const party = entry && (await ctx.one('frame_competition_party', { competitionId, entryId }))
  if (!entry || !party) throw new AppError('notFound')
  const competition = await ctx.expectOne('frame_competition', { id: competitionId })
  return { entry, party, competition, agreementId: entry.agreementId }
}
