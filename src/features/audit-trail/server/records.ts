import { sql } from 'kysely'
import type * as z from 'zod'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { secretOffer } from '#features/auction/server/public.ts'
import { secretFact } from '#features/sealed-bids/server/public.ts'
import { includes } from '#server/search/includes.ts'
import type { auditPage, AuditQuery, AuditRow } from '../contract.ts'
import { openCursor, sealCursor } from './public.ts'

type Ctx = Context<Actor>

/**
 * A page of the tenant's records, newest first, without what is still secret. With a company: what its people did, and
 * what the system did with its orders by itself. Paged by itself and not as other lists are: a record's number would tell
 * how many secret ones lie before it, so the cursor is sealed.
 */
export async function listRecords(
  ctx: Ctx,
  query: AuditQuery,
  companyId: string | null = null,
): Promise<z.input<typeof auditPage.returns>> {
  const { pageNo, pageSize, cursor } = query
  const key = ctx.key('audit trail cursor')
  const all = matching(ctx, query)
  const found = companyId === null ? all : all.where(ofCompany(ctx, companyId))
  const rows = await found
    .select([
      'seq',
      'at',
      'body',
      sql<string>`encode(hash, 'hex')`.as('hash'),
      sql<string>`encode(prev_hash, 'hex')`.as('prev'),
    ])
    .$if(cursor !== undefined, (q) => q.where('seq', '<', openCursor(cursor!, key)))
    .$if(cursor === undefined, (q) => q.offset((pageNo - 1) * pageSize))
    .orderBy('seq', 'desc')
    .limit(pageSize + 1)
    .execute()
  const counted = found
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
    .as('c')
  const { total } = await ctx.tx
    .selectFrom(counted)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, pageSize)
  return {
    rows: page.map((row) => ({
      ...shown(row.body as Body),
      at: row.at.toISOString(),
      hash: row.hash,
      prevHash: row.prev,
    })),
    total,
    next: rows.length > pageSize ? sealCursor(page.at(-1)!.seq, key) : null,
  }
}

/** Acts of the company's people, and of nobody on its orders: what others did there is not its to read. */
function ofCompany(ctx: Ctx, companyId: string) {
  return sql<boolean>`(body->>'companyId' = ${companyId} or (
    body->>'userId' is null and body->>'entity' = 'order' and body->>'entityId' in (
      select id::text from purchase_order where tenant_id = ${ctx.tenantId}
        and (owner_company_id = ${companyId} or purchaser_company_id = ${companyId}))))`
}

function matching(ctx: Ctx, { keyword, entity, entityId, action, person, from, to }: AuditQuery) {
  const field = (name: string) => sql<string>`body->>${sql.lit(name)}`
  return ctx.tx
    .selectFrom('audit_record')
    .where('tenantId', '=', ctx.tenantId)
    .where(sql<boolean>`not ${secretFact(ctx)} and not ${secretOffer(ctx)}`)
    .$if(Boolean(entity), (q) => q.where(field('entity'), '=', entity!))
    .$if(Boolean(entityId), (q) => q.where(field('entityId'), '=', entityId!))
    .$if(Boolean(action), (q) => q.where(includes(action!, [field('action')])))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, [field('summary')])))
    .$if(Boolean(person), (q) => q.where(includes(person!, [field('userName'), field('companyName')])))
    .$if(Boolean(from), (q) => q.where('at', '>=', new Date(from!)))
    .$if(Boolean(to), (q) => q.where('at', '<=', new Date(to!)))
}

type Body = Partial<Record<keyof Omit<AuditRow, 'data'>, string | null>> & { data?: unknown }

function shown(body: Body) {
  return {
    action: body.action ?? '',
    entity: body.entity ?? '',
    entityId: body.entityId ?? '',
    summary: body.summary ?? '',
    userName: body.userName ?? '',
    companyName: body.companyName ?? '',
    workbench: body.workbench ?? '',
    ip: body.ip ?? '',
    requestId: body.requestId ?? '',
    data: body.data ?? null,
  }
}
