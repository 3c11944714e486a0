import { companiesAlike, shownCode } from '#features/enterprise/server/public.ts'
import { kinOf, sharedPeople } from '#features/organisation/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/relations.ts'
import { maskedPerson, type Relation, RELATIONS } from '../rules/relations.ts'
import { type Ctx, ownSupplier, READS, type Supplier } from './access.ts'
import { metIn } from './met-in.ts'

const MOST_RELATIONS = 100
const MOST_OTHERS = 20
/** With how many companies encrypted facts are compared. */
const MOST_OPENED = 300

export const relationRoutes: readonly Route[] = [
  implement(contract.supplierRelations, READS, async (ctx, { params }) =>
    relationsOf(ctx, await ownSupplier(ctx, params.supplierId)),
  ),
]

interface Found {
  companyId: string
  relation: Relation
  detail: string
  since: Date | null
}

/** Facts of the platform alone, each with its source and day. Nothing is concluded from them. */
async function relationsOf(ctx: Ctx, { companyId }: Supplier) {
  const met = await metIn(ctx, { purchaserCompanyId: ctx.actor.companyId, supplierCompanyId: companyId })
  const kin = await kinOf(ctx, companyId)
  const people = await sharedPeople(ctx, companyId, { askingCompanyId: ctx.actor.companyId })
  const known = [
    ...new Set([...kin, ...people, ...met.flatMap(({ others }) => others)].map((one) => one.companyId)),
  ].slice(0, MOST_OPENED)
  const { alike, compared } = await companiesAlike(ctx, companyId, known)
  const order = Object.keys(RELATIONS)
  const found: Found[] = [
    ...alike.map(({ fact, ...one }) => ({ ...one, relation: fact, detail: '' })),
    ...kin.map(({ kind, steps, ...one }) => ({
      ...one,
      relation: kind,
      detail: steps === 1 || (kind === 'beside' && steps === 2) ? '' : `隔 ${steps - 1} 级`,
    })),
    ...people.map(({ name, isColleague, ...one }) => ({
      ...one,
      relation: 'person' as const,
      detail: isColleague ? name : maskedPerson(name),
    })),
  ].toSorted((a, b) => order.indexOf(a.relation) - order.indexOf(b.relation))
  const related = new Set(found.map((one) => one.companyId))
  const listed = found.slice(0, MOST_RELATIONS)
  const orders = met.map(({ others, ...one }) => {
    const inOrder = others.toSorted((a, b) => Number(related.has(b.companyId)) - Number(related.has(a.companyId)))
    return { ...one, others: inOrder.slice(0, MOST_OTHERS), more: Math.max(0, others.length - MOST_OTHERS) }
  })
  const companies = await partiesOf(ctx, [...listed, ...orders.flatMap(({ others }) => others)])
  const placeOf = new Map(companies.map(({ companyId: id }, i) => [id, i]))
  return {
    companies: companies.map(({ companyId: id, ...party }) => ({ ...party, isRelated: related.has(id) })),
    relations: listed.map(({ companyId: id, since, ...one }) => ({
      ...one,
      company: placeOf.get(id)!,
      since: since?.toISOString() ?? null,
    })),
    more: found.length - listed.length,
    compared: [...compared, 'above' as const, 'below' as const, 'beside' as const, 'person' as const],
    orders: orders
      .filter(({ others }) => others.length > 0)
      .map(({ others, ...one }) => ({
        ...one,
        others: others.map(({ companyId: id, isAwarded }) => ({ company: placeOf.get(id)!, isAwarded })),
      })),
    looked: met.length,
  }
}

/** Companies by what is public of them, and by their record in the own library. */
async function partiesOf(ctx: Ctx, of: readonly { companyId: string }[]) {
  const ids = [...new Set(of.map((one) => one.companyId))]
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('company as c')
    .leftJoin('supplier as s', (j) =>
      j
        .onRef('s.companyId', '=', 'c.id')
        .on('s.tenantId', '=', ctx.tenantId)
        .on('s.ownerCompanyId', '=', ctx.actor.companyId),
    )
    .select(['c.id', 'c.name', 'c.creditCode', 'c.identity', 's.id as supplierId'])
    .where('c.id', 'in', ids)
    .execute()
  return rows.map(({ id, name, supplierId, ...row }) => ({
    companyId: id,
    name,
    creditCode: shownCode(ctx, { id, ...row }),
    supplierId,
    isOwn: id === ctx.actor.companyId,
  }))
}
