import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { demandPlaces, supplierPlaces } from '../rules/places.ts'
import { profileOf, sideOf } from '../rules/profiles.ts'
import { ownDemands, reads } from './access.ts'
import { visibleSurveys } from './supplier.ts'

/** Demands of the buyer's side, surveys of the supplier's: each under the rule of its own list. */
export const find: FindSource = async (given, text, limit) => {
  const { workbench, companyId, employeeId, rights } = given.actor
  if (!companyId || !employeeId) return []
  const ctx = given as Context<Employee>
  const isSupplier = workbench === 'supplier'
  if (isSupplier ? !rights.has('bidding') : workbench === 'expert' || workbench === 'admin' || !reads(ctx.actor))
    return []
  const rows = await (isSupplier ? visibleSurveys(ctx) : ownDemands(ctx))
    .select(['d.id', 'd.code', 'd.title', 'd.profile'])
    .where(includes(text, ['d.title', 'd.code']))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, title, profile }) => ({
    key: `demand:${id}`,
    what: isSupplier ? '需求调研' : profileOf(profile).label,
    title,
    code,
    link: isSupplier
      ? supplierPlaces(profile).detail(id)
      : demandPlaces({ side: sideOf(workbench), profile }).detail(id),
  }))
}
