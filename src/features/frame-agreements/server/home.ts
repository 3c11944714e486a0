import { sql } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { agreementPlace, competitionPlace, ownCompetitionPlace, ownPlace } from '../rules/places.ts'
import { isKeeper, ORDERS, ownAgreements, SELLS } from './access.ts'
import { ownQuote } from './competition-quotes.ts'
import { ownEntries } from './entry-view.ts'

const COMMON = { kind: 'company', isMine: false, dueAt: null } as const

/** What waits of agreements: drafts for whoever keeps them, answers of a supplier. */
export const home: HomeSource = {
  async todos(given, limit) {
    const { workbench, companyId, employeeId, rights } = given.actor
    if (!companyId || !employeeId) return []
    const ctx = given as Context<Employee>
    if (workbench === 'purchaser' && isKeeper(given))
      return [...(await drafts(ctx, limit)), ...(await lone(ctx, limit))]
    if (workbench === 'purchaser' && ORDERS.right.some((right) => rights.has(right))) return lone(ctx, limit)
    if (workbench === 'supplier' && rights.has(SELLS.right))
      return [...(await answers(ctx, limit)), ...(await quotes(ctx, limit))]
    return []
  },
}

async function drafts(ctx: Context<Employee>, limit: number): Promise<Todo[]> {
  const rows = await ownAgreements(ctx)
    .select(['f.id', 'f.title'])
    .where('f.state', '=', 'draft')
    .orderBy('f.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, title }) => ({
    ...COMMON,
    key: `frame-send:${id}`,
    label: '提交框架协议',
    title,
    link: agreementPlace(id),
  }))
}

async function answers(ctx: Context<Employee>, limit: number): Promise<Todo[]> {
  const open = sql<boolean>`e.state = 'active' and exists (select from frame_version v
    where v.tenant_id = e.tenant_id and v.entry_id = e.id and v.state = 'offered')`
  const rows = await ownEntries(ctx)
    .select(['e.id', 'e.state', 'f.title'])
    .where('f.state', 'in', ['sent', 'signed', 'inForce'])
    .where((e) => e.or([e('e.state', '=', 'offered'), open]))
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, state, title }) => ({
    ...COMMON,
    key: `frame-answer:${id}`,
    label: state === 'offered' ? '确认框架协议' : '答复框架协议调价',
    title,
    link: ownPlace(id),
  }))
}

/** Mini-competitions with one quote: the purchaser decides. */
async function lone(ctx: Context<Employee>, limit: number): Promise<Todo[]> {
  const rows = await ownAgreements(ctx)
    .innerJoin('frame_competition as c', (j) =>
      j.onRef('c.tenantId', '=', 'f.tenantId').onRef('c.agreementId', '=', 'f.id'),
    )
    .select(['c.id', 'c.title', 'f.id as agreementId'])
    .where('c.state', '=', 'lone')
    .orderBy('c.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, title, agreementId }) => ({
    ...COMMON,
    key: `frame-lone:${id}`,
    label: '确定二次竞价是否成交',
    title,
    link: competitionPlace(agreementId, id),
  }))
}

/** Mini-competitions that wait for a quote of the own company. */
async function quotes(ctx: Context<Employee>, limit: number): Promise<Todo[]> {
  const rows = await ownEntries(ctx)
    .innerJoin('frame_competition_party as p', (j) =>
      j.onRef('p.tenantId', '=', 'e.tenantId').onRef('p.entryId', '=', 'e.id'),
    )
    .innerJoin('frame_competition as c', (j) =>
      j.onRef('c.tenantId', '=', 'p.tenantId').onRef('c.id', '=', 'p.competitionId'),
    )
    .select(['c.id', 'c.title', 'c.until', 'e.id as entryId'])
    .where('c.state', '=', 'open')
    .where('c.until', '>', ctx.clock.now())
    .where('e.state', '=', 'active')
    .orderBy('c.until')
    .limit(limit)
    .execute()
  const open: Todo[] = []
  for (const { id, title, until, entryId } of rows) {
    if (await ownQuote(ctx, { competitionId: id, entryId })) continue
    const link = ownCompetitionPlace(entryId, id)
    open.push({ ...COMMON, key: `frame-quote:${id}`, label: '二次竞价报价', title, link, dueAt: until })
  }
  return open
}
