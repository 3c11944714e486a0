import { sql } from 'kysely'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/senders.ts'
import { type Ctx, GETS } from './access.ts'
import { activeOf, demandSender, subscribe, unsubscribe } from './optouts.ts'

/** Purchasers whose texts a supplier gets, and whether it still wants them. */
export const senderRoutes: readonly Route[] = [
  implement(contract.senderPage, GETS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'o',
        keys: ['companyId'],
        rows: () => senders(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['c.name']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'o.companyId'),
    })
    const mobile = await ownNumber(ctx)
    const rows = []
    for (const { companyId, name, last } of page.rows) {
      const [off] = await activeOf(ctx, companyId, { companyId: ctx.actor.companyId })
      rows.push({
        ownerCompanyId: companyId,
        ownerName: name,
        lastText: last.text,
        lastAt: new Date(last.at).toISOString(),
        off: off ? { byName: off.byName, at: off.at.toISOString() } : null,
        isOwnNumberOff: mobile !== null && (await activeOf(ctx, companyId, { mobile })).length > 0,
      })
    }
    return { ...page, rows }
  }),

  implement(contract.unsubscribe, GETS, async (ctx, { params: { ownerCompanyId } }) => {
    const { companyId, name } = ctx.actor
    await demandSender(ctx, ownerCompanyId, companyId)
    await unsubscribe(ctx, ownerCompanyId, { who: { companyId }, byName: name })
  }),

  implement(contract.subscribe, GETS, async (ctx, { params: { ownerCompanyId } }) => {
    const { companyId, name } = ctx.actor
    await demandSender(ctx, ownerCompanyId, companyId)
    await subscribe(ctx, ownerCompanyId, { who: { companyId }, byName: name })
    const mobile = await ownNumber(ctx)
    if (mobile !== null) await subscribe(ctx, ownerCompanyId, { who: { mobile }, byName: name })
  }),
]

async function ownNumber(ctx: Ctx): Promise<string | null> {
  const { id, mobile } = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile'] })
  return ctx.cipher.open('app_user.mobile', id, mobile)
}

/** What a purchaser sent the company last, of what a carrier has: newest first by id, which follows the time. */
function sentBy(ctx: Ctx) {
  return sql`from sms_recipient r join sms_task t on t.tenant_id = r.tenant_id and t.id = r.task_id
    where r.tenant_id = ${ctx.tenantId} and r.company_id = ${ctx.actor.companyId} and r.handed_at is not null
      and t.owner_company_id = o.company_id`
}

function senders(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_tenant as o')
    .innerJoin('company as c', 'c.id', 'o.companyId')
    .where('o.tenantId', '=', ctx.tenantId)
    .where(sql<boolean>`exists (select ${sentBy(ctx)})`)
}

function shown(ctx: Ctx) {
  return senders(ctx)
    .select(['o.companyId', 'c.name'])
    .select(
      sql<{ text: string; at: string }>`(select jsonb_build_object('text', r.text, 'at', r.handed_at) ${sentBy(ctx)}
        order by r.handed_at desc limit 1)`.as('last'),
    )
}
