import { sql } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { agreementPlace, ownPlace } from '../rules/places.ts'
import { isKeeper, ownAgreements, SELLS } from './access.ts'
import { ownEntries } from './entry-view.ts'

const COMMON = { kind: 'company', isMine: false, dueAt: null } as const

/** What waits of agreements: drafts for whoever keeps them, answers of a supplier. */
export const home: HomeSource = {
  async todos(given, limit) {
    const { workbench, companyId, employeeId, rights } = given.actor
    if (!companyId || !employeeId) return []
    const ctx = given as Context<Employee>
    if (workbench === 'purchaser' && isKeeper(given)) return drafts(ctx, limit)
    if (workbench === 'supplier' && rights.has(SELLS.right)) return answers(ctx, limit)
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
