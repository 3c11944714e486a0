import { sql } from 'kysely'
import { codesWith } from '#features/procurement/methods/all.ts'
import type { Workbench } from '#contract/workbench.ts'
import { accountOf, employeeActor, mobileOf } from '#features/passport/server/public.ts'
import { TaskStatus, WorkflowStatus } from '#features/workflow/rules/enums.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import { PEOPLE } from '../people.ts'

/** Somebody of the demonstration in the part that they have in an order. */
export interface Player {
  userId: string
  /** What they log in with. */
  account: string
  name: string
  mobile: string
  tenantId: number
  workbench: Workbench
  employeeId: string | null
  companyId: string | null
  companyName: string
}

const INVITED = codesWith(({ admission }) => admission === 'invited')

interface Row {
  workbench: Workbench
  id: string
  account: string | null
  mobile: Sealed | null
  nickname: string
  employeeId: string | null
  companyId: string | null
  companyName: string | null
}

const PEOPLE_IDS = Object.values(PEOPLE).map(({ id }) => id)
const SUPPLIER_IDS = Object.values(PEOPLE)
  .filter(({ account, jobs }) => account.includes('supplier') && jobs.length === 1)
  .map(({ id }) => id)

/**
 * People of the demonstration who have a part in an order: they run it, approve, take part, sit on its committee, or hold a
 * share of its key. Somebody with jobs at several companies is left out: which one they would enter is theirs to say.
 */
export async function playersOf(ctx: Context<Actor | null>, orderId: string): Promise<Player[]> {
  const parts = sql`
    with o as (select * from purchase_order where tenant_id = ${ctx.tenantId} and id = ${orderId}),
    side as (select case when owner_company_id = purchaser_company_id then 'purchaser' else 'agency' end as name from o)
    select o.created_by as user_id, side.name as workbench, 0 as rank from o, side
    union select e.user_id, side.name, 1 from o, side, employee e
      where e.tenant_id = o.tenant_id and e.company_id = o.owner_company_id and e.user_id in (${sql.join(PEOPLE_IDS)})
    union select e.user_id, side.name, 1 from o, side, workflow w, workflow_task k, employee e
      where w.tenant_id = o.tenant_id and w.status = ${WorkflowStatus.values.running} and w.company_id = o.owner_company_id
        and (w.subject_id = o.id or w.subject_id in (select t.id from trade t where t.tenant_id = o.tenant_id and t.order_id = o.id))
        and k.tenant_id = w.tenant_id and k.workflow_id = w.id and k.status = ${TaskStatus.values.open}
        and e.tenant_id = k.tenant_id and e.id = k.employee_id
    union select t.created_by, 'supplier', 2 from o, trade t where t.tenant_id = o.tenant_id and t.order_id = o.id
    union select r.user_id, 'expert', 3 from o, reviewer r
      where r.tenant_id = o.tenant_id and r.order_id = o.id and r.out_at is null
    union select c.user_id, 'expert', 3 from o, expert_extraction x, expert_call c
      where x.tenant_id = o.tenant_id and x.order_id = o.id and c.tenant_id = x.tenant_id and c.extraction_id = x.id
    union select f.user_id, case when u.account like 'agent%' then 'agency' else 'supplier' end, 4
      from o, joint_ceremony c, joint_officer f, app_user u
      where c.tenant_id = o.tenant_id and c.order_id = o.id and f.tenant_id = c.tenant_id and f.ceremony_id = c.id
        and u.id = f.user_id
    union select i.user_id, case when u.account like 'agent%' then 'agency' else 'supplier' end, 4
      from o, joint_invitation i, app_user u
      where i.tenant_id = o.tenant_id and i.order_id = o.id and u.id = i.user_id`
  return players(ctx, parts)
}

/** Suppliers of the demonstration who may sign up for an order, have not, and are not among those who run it. */
export async function freeSuppliers(ctx: Context<Actor | null>, orderId: string): Promise<Player[]> {
  const parts = sql`
    select e.user_id, 'supplier' as workbench, row_number() over (order by e.user_id) as rank
    from employee e, purchase_order o
    where e.tenant_id = ${ctx.tenantId} and e.user_id in (${sql.join(SUPPLIER_IDS)})
      and o.tenant_id = e.tenant_id and o.id = ${orderId}
      and e.company_id not in (o.owner_company_id, o.purchaser_company_id)
      and (not o.method = any(${INVITED}::smallint[]) or exists (select 1 from order_invitation i where i.tenant_id = o.tenant_id
        and i.order_id = o.id and i.company_id = e.company_id and i.declined_at is null))
      and not exists (select 1 from trade t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.supplier_company_id = e.company_id)`
  return players(ctx, parts)
}

async function players(ctx: Context<Actor | null>, parts: ReturnType<typeof sql>): Promise<Player[]> {
  const { rows } = await sql<Row>`
    select p.workbench, u.id, u.account, u.mobile, u.nickname, e.id as employee_id, e.company_id, c.name as company_name
    from (select user_id, workbench, min(rank) as rank from (${parts}) as all_parts group by 1, 2) as p
    join app_user u on u.id = p.user_id
    left join employee e on e.tenant_id = ${ctx.tenantId} and e.user_id = u.id and e.deleted_at is null and e.status = 1
    left join company c on c.id = e.company_id
    -- Everybody of the demonstration was given one hash of one password; who changed theirs is nobody's to play.
    where u.password_hash in (select d.password_hash from app_user d where d.id in (${sql.join(PEOPLE_IDS)})
        group by 1 having count(*) > 1)
      and (p.workbench = 'expert' or (select count(*) from employee j where j.tenant_id = ${ctx.tenantId}
        and j.user_id = u.id and j.deleted_at is null) = 1)
    order by p.rank, u.id`.execute(ctx.tx)
  return rows.map((row) => ({
    userId: row.id,
    account: accountOf(ctx, row),
    name: row.nickname,
    mobile: mobileOf(ctx, row),
    tenantId: ctx.tenantId,
    workbench: row.workbench,
    ...(row.workbench === 'expert'
      ? { employeeId: null, companyId: null, companyName: '' }
      : { employeeId: row.employeeId, companyId: row.companyId, companyName: row.companyName ?? '' }),
  }))
}

/** The player as who would ask for what is to be done; null where they may not enter that workbench any more. */
export async function actorFor(ctx: Context<Actor | null>, player: Player): Promise<Actor | null> {
  const { employeeId, workbench, userId, name, tenantId } = player
  if (employeeId) return employeeActor(ctx, { employeeId, workbench })
  return {
    userId,
    name,
    sessionId: '',
    tenantId,
    employeeId: null,
    companyId: null,
    companyName: '',
    isDisabled: false,
    isAdmin: false,
    isPlatformAdmin: false,
    isExpert: true,
    openedBy: null,
    rights: new Set(),
    workbenches: new Set([workbench]),
    workbench,
  }
}
