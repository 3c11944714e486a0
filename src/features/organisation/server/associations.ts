import { sql } from 'kysely'
import type * as z from 'zod'
import type { Page } from '#contract/page.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract/associations.ts'
import { RelationKind } from '../contract/shared.ts'
import { associationStatus } from '../rules/association-status.ts'
import { KEEPER } from './access.ts'
import { act, associable, dropTie, send } from './association-acts.ts'
import { appoint, candidatesBelow } from './subordinates.ts'

type Ctx = Context<Employee>

export const associationRoutes: readonly Route[] = [
  implement(c.sendAssociation, KEEPER, (ctx, { body }) => send(ctx, body)),
  implement(c.companiesToAssociate, KEEPER, (ctx, { query }) => findCompanies(ctx, query.keyword)),
  implement(c.sentPage, KEEPER, (ctx, { query }) => listRequests(ctx, query, true)),
  implement(c.receivedPage, KEEPER, (ctx, { query }) => listRequests(ctx, query, false)),

  implement(c.subCompanies, KEEPER, async (ctx) => {
    const rows = await ties(ctx)
      .innerJoin('company as o', 'o.id', 'a.childCompanyId')
      .select(['a.id', 'a.decidedAt', 'o.id as companyId', 'o.name', 'o.creditCode'])
      .where('a.parentCompanyId', '=', ctx.actor.companyId)
      .orderBy('a.sort')
      .orderBy('a.id')
      .execute()
    return rows.map(tieValue)
  }),

  implement(c.parentCompany, KEEPER, async (ctx) => {
    const row = await ties(ctx)
      .innerJoin('company as o', 'o.id', 'a.parentCompanyId')
      .select(['a.id', 'a.decidedAt', 'o.id as companyId', 'o.name', 'o.creditCode'])
      .where('a.childCompanyId', '=', ctx.actor.companyId)
      .executeTakeFirst()
    return row ? tieValue(row) : null
  }),

  implement(c.agreeAssociation, KEEPER, (ctx, { params, body }) =>
    act(ctx, params.id, { action: 'agree', answer: body.answer }),
  ),
  implement(c.refuseAssociation, KEEPER, (ctx, { params, body }) =>
    act(ctx, params.id, { action: 'refuse', answer: body.answer }),
  ),
  implement(c.ignoreAssociation, KEEPER, (ctx, { params }) => act(ctx, params.id, { action: 'ignore' })),
  implement(c.cancelAssociation, KEEPER, (ctx, { params }) => act(ctx, params.id, { action: 'cancel' })),
  implement(c.againAssociation, KEEPER, (ctx, { params, body }) =>
    act(ctx, params.id, { action: 'again', message: body.message }),
  ),
  implement(c.dropSubCompany, KEEPER, (ctx, { params }) =>
    dropTie(ctx, { parentId: ctx.actor.companyId, childId: params.subCompanyId }),
  ),
  implement(c.dropParent, KEEPER, (ctx) => dropTie(ctx, { childId: ctx.actor.companyId })),

  implement(c.subordinateEmployees, KEEPER, (ctx, { params, query }) =>
    candidatesBelow(ctx, params.subordinateCompanyId, query.keyword),
  ),
  implement(c.appointAdministrator, KEEPER, (ctx, { params, body }) =>
    appoint(ctx, params.subordinateCompanyId, body.employeeId),
  ),
]

async function listRequests(
  ctx: Ctx,
  query: z.output<typeof c.sentPage.query>,
  isSender: boolean,
): Promise<Page<c.AssociationRow>> {
  const { companyId } = ctx.actor
  const { keyword, status } = query
  const named = ctx.tx
    .selectFrom('company_association as a')
    .innerJoin('company as o', (j) =>
      j.on(
        'o.id',
        '=',
        sql<string>`case when a.parent_company_id = ${companyId} then a.child_company_id else a.parent_company_id end`,
      ),
    )
    .leftJoin('app_user as u', 'u.id', 'a.sentBy')
    .selectAll('a')
    .select(['o.id as otherId', 'o.name as otherName', 'o.creditCode', 'u.nickname'])
    .where('a.tenantId', '=', ctx.tenantId)
  const base = named
    .clearSelect()
    .where((e) => e.or([e('a.parentCompanyId', '=', companyId), e('a.childCompanyId', '=', companyId)]))
    .where('a.senderCompanyId', isSender ? '=' : '<>', companyId)
    .$if(status !== undefined, (q) => q.where('a.status', '=', status!))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.name', 'o.creditCode'])))
  const list = { alias: 'a', keys: ['id'], rows: () => base }
  const page = await listPage(ctx, { query, list, show: (page) => named.innerJoin(page, 'page.id', 'a.id') })
  const now = ctx.clock.now().getTime()
  return {
    ...page,
    rows: page.rows.map((row) => ({
      associationId: row.id,
      companyId: row.otherId,
      companyName: row.otherName,
      creditCode: row.creditCode,
      kind: row.parentCompanyId === companyId ? RelationKind.values.child : RelationKind.values.parent,
      status: row.status as 0,
      message: row.message,
      answer: row.answer,
      sentBy: row.nickname ?? '',
      sentAt: row.sentAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      actions: associationStatus.allowed(row, { isSender }, now),
    })),
  }
}

function findCompanies(ctx: Ctx, keyword: string) {
  return associable(ctx)
    .where('c.id', '<>', ctx.actor.companyId)
    .where((e) => e.or([includes(keyword, ['c.name']), e('c.creditCode', '=', keyword.toUpperCase())]))
    .orderBy('c.name')
    .limit(10)
    .execute()
}

function ties(ctx: Ctx) {
  return ctx.tx.selectFrom('company_association as a').where('a.tenantId', '=', ctx.tenantId).where('a.status', '=', 1)
}

function tieValue(row: { id: string; decidedAt: Date | null; companyId: string; name: string; creditCode: string }) {
  return {
    associationId: row.id,
    companyId: row.companyId,
    companyName: row.name,
    creditCode: row.creditCode,
    since: row.decidedAt!.toISOString(),
  }
}
