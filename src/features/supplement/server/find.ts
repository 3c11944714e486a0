import { doesBuying } from '#features/procurement/server/public.ts'
import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { readingPlace, sideOf } from '../rules/places.ts'
import { MARK } from '../rules/words.ts'
import { ownSupplements } from './access.ts'

/** Registrations under the rule of their list. */
export const find: FindSource = async (ctx, text, limit) => {
  const { workbench, companyId, employeeId, rights } = ctx.actor
  if (!companyId || !employeeId || !(workbench === 'purchaser' || workbench === 'agency')) return []
  if (!doesBuying(ctx.actor) && !rights.has('auditing')) return []
  const rows = await ownSupplements(ctx)
    .select(['s.id', 's.code', 's.title', 's.companyId'])
    .where(includes(text, ['s.title', 's.code']))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, title, companyId: by }) => ({
    key: `supplement:${id}`,
    what: MARK,
    title,
    code,
    link: readingPlace(sideOf(workbench), { supplementId: id, isOwn: by === companyId }),
  }))
}
