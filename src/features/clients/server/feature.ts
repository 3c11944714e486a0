import { AppError } from '#contract/errors.ts'
import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { companyWithoutAccount } from '#features/enterprise/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { implement } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'

type Ctx = Context<Employee>

const AGENT = { workbench: 'agency', right: 'agencyTendering' } as const

/** Purchasers without an account, as an agency keeps them. */
export const clients: Feature = {
  name: 'clients',
  routes: [
    implement(contract.clientPage, AGENT, async (ctx, { query }) => {
      const page = await listPage(ctx, {
        query,
        list: {
          alias: 'k',
          keys: ['id'],
          rows: () =>
            ownClients(ctx).$if(Boolean(query.keyword), (q) =>
              q.where(includes(query.keyword!, ['k.name', 'k.creditCode'])),
            ),
        },
        show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'k.id'),
      })
      return { ...page, rows: page.rows.map(clientValue) }
    }),

    implement(contract.clientDetail, AGENT, async (ctx, { params }) => {
      const row = await shown(ctx).where('k.id', '=', params.clientId).executeTakeFirst()
      if (!row) throw new AppError('notFound')
      return clientValue(row)
    }),

    implement(contract.registerClient, AGENT, async (ctx, { body }) => {
      if (!creditCodeOk(body.creditCode))
        throw invalid('creditCode', '统一社会信用代码不正确，请核对18位代码（含校验位）')
      const companyId = await companyWithoutAccount(ctx, body)
      const agencyCompanyId = ctx.actor.companyId
      if (companyId === agencyCompanyId) throw invalid('creditCode', '不能登记本单位')
      const now = ctx.clock.now()
      const clientId = ctx.newId()
      const made = await ctx.tx
        .insertInto('client')
        .values({
          ...body,
          tenantId: ctx.tenantId,
          id: clientId,
          agencyCompanyId,
          companyId,
          createdByName: ctx.actor.name,
          createdAt: now,
          updatedAt: now,
        })
        .onConflict((c) => c.columns(['tenantId', 'agencyCompanyId', 'companyId']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new AppError('wrongState', '该采购人已登记')
      record(ctx, { clientId, name: body.name, action: 'register', did: '登记' }, body)
      return { clientId, companyId }
    }),

    implement(contract.updateClient, AGENT, async (ctx, { params, body }) => {
      const { id, name } = await ownClient(ctx, params.clientId)
      await ctx.update('client', { id }, { ...body, updatedAt: ctx.clock.now() })
      record(ctx, { clientId: id, name, action: 'update', did: '修改' }, body)
    }),

    implement(contract.removeClient, AGENT, async (ctx, { params }) => {
      const { id, name, companyId } = await ownClient(ctx, params.clientId)
      const used = await ctx.one(
        'project',
        { purchaserCompanyId: companyId, agencyCompanyId: ctx.actor.companyId },
        { columns: ['id'], limit: 1 },
      )
      if (used) throw new AppError('wrongState', '该采购人已有项目，不能删除')
      await ctx.remove('client', { id })
      record(ctx, { clientId: id, name, action: 'remove', did: '删除' })
    }),
  ],
}

function ownClients(ctx: Ctx) {
  return ctx.tx
    .selectFrom('client as k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.agencyCompanyId', '=', ctx.actor.companyId)
}

/** Locked, so that a project of it is made before or after. */
async function ownClient(ctx: Ctx, clientId: string) {
  const own = { id: clientId, agencyCompanyId: ctx.actor.companyId }
  const client = await ctx.one('client', own, { lock: 'update' })
  if (!client) throw new AppError('notFound')
  return client
}

function shown(ctx: Ctx) {
  return ownClients(ctx)
    .leftJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'k.tenantId').onRef('t.companyId', '=', 'k.companyId'),
    )
    .select([
      'k.id',
      'k.companyId',
      'k.name',
      'k.creditCode',
      'k.contact',
      'k.remark',
      'k.createdByName',
      'k.createdAt',
    ])
    .select('t.isCertified')
    .select((e) =>
      e
        .selectFrom('project as p')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('p.tenantId', '=', 'k.tenantId')
        .whereRef('p.purchaserCompanyId', '=', 'k.companyId')
        .whereRef('p.agencyCompanyId', '=', 'k.agencyCompanyId')
        .as('projects'),
    )
}

function clientValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>) {
  const { id, isCertified, projects, createdAt, ...rest } = row
  return {
    ...rest,
    clientId: id,
    isClaimed: isCertified === true,
    projects: projects ?? 0,
    createdAt: createdAt.toISOString(),
  }
}

function record(
  ctx: Ctx,
  { clientId, name, action, did }: { clientId: string; name: string; action: string; did: string },
  data?: object,
): void {
  ctx.audit({
    action: `client.${action}`,
    entity: 'client',
    entityId: clientId,
    summary: `${did}委托采购人：${name}`,
    ...(data && { data }),
  })
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
