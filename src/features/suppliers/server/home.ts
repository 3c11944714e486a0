import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { WAYS } from '../rules/onboarding.ts'
import { PLACES } from '../rules/places.ts'
import { todayOf } from './access.ts'

type Ctx = Context<Actor>

/** What waits for the keepers of a library, and how many certificates have expired in it. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const owner = ownerOf(ctx)
    if (owner === null) return []
    const found = await Promise.all([
      proposals(ctx, owner, limit),
      possible(ctx, owner, limit),
      expired(ctx, owner, limit),
    ])
    return found.flat().slice(0, limit)
  },

  async figures(ctx) {
    const owner = ownerOf(ctx)
    if (owner === null) return []
    const { count } = await expiredIn(ctx, owner)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count === 0 ? [] : [{ label: '已过期资质', value: String(count), unit: 'count', hint: '供应商库在库供应商' }]
  },
}

/** The company whose library the person keeps. */
function ownerOf({ actor }: Ctx): string | null {
  return actor.workbench === 'purchaser' && actor.rights.has('supplierManagement') ? actor.companyId : null
}

async function proposals(ctx: Ctx, owner: string, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('supplier_onboarding as o')
    .innerJoin('supplier as s', (j) => j.onRef('s.tenantId', '=', 'o.tenantId').onRef('s.id', '=', 'o.supplierId'))
    .select(['o.id', 's.name'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', owner)
    .where('o.way', '=', 'recommend')
    .where('o.state', '=', 'proposed')
    // What waits for its approval is with the approvers.
    .where(
      sql<boolean>`not exists (select from approval_hold h where h.tenant_id = o.tenant_id
        and h.subject_kind = 'supplier-onboarding' and h.subject_id = o.id)`,
    )
    .orderBy('o.proposedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, name }) => ({
    key: `onboarding:${id}`,
    kind: 'company',
    isMine: false,
    label: `审核${WAYS.recommend}`,
    title: name,
    link: PLACES.onboarding('recommend', id),
    dueAt: null,
  }))
}

async function possible(ctx: Ctx, owner: string, limit: number): Promise<Todo[]> {
  const at = { ownerCompanyId: owner, kind: 'untrust', match: 'possible', state: 'decided' }
  const rows = await ctx.many('supplier_listing', at, { orderBy: ['id'], limit })
  return rows.map(({ id, name }) => ({
    key: `match:${id}`,
    kind: 'company',
    isMine: false,
    label: '核实失信信息',
    title: name,
    link: `${PLACES.untrust}?match=possible`,
    dueAt: null,
  }))
}

async function expired(ctx: Ctx, owner: string, limit: number): Promise<Todo[]> {
  const rows = await expiredIn(ctx, owner)
    .select(['c.id', 'c.kind', 'c.supplierId', 's.name'])
    .orderBy('c.validUntil', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, kind, supplierId, name }) => ({
    key: `certificate:${id}`,
    kind: 'company',
    isMine: false,
    label: '更新过期资质',
    title: `${name}：${kind}`,
    link: PLACES.detail(supplierId),
    dueAt: null,
    canWait: true,
  }))
}

function expiredIn(ctx: Ctx, owner: string) {
  return ctx.tx
    .selectFrom('supplier_certificate as c')
    .innerJoin('supplier as s', (j) => j.onRef('s.tenantId', '=', 'c.tenantId').onRef('s.id', '=', 'c.supplierId'))
    .where('c.tenantId', '=', ctx.tenantId)
    .where('c.ownerCompanyId', '=', owner)
    .where('c.removedAt', 'is', null)
    .where('c.validUntil', '<', todayOf(ctx))
    .where('s.state', '<>', 'left')
}
