import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Approvals, pendingApproval } from '#features/workflow/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/onboarding.ts'
import { ONBOARDING_STATES, ONBOARDING_STATUS, type OnboardingState, type Way } from '../rules/onboarding.ts'
import { SUPPLIER_STATES, type SupplierState } from '../rules/states.ts'
import { type Ctx, invalid, isKeeper, KEEPS, ownOnboarding, PROPOSES, READS_PROPOSALS, todayOf } from './access.ts'
import { onboardingNode, supplierApprovals } from './approvals.ts'
import { fileOf, filesColumn } from './files.ts'
import { ONBOARDING_SUBJECT } from './kinds.ts'
import * as acts from './onboarding-acts.ts'
import { recordOf } from './record.ts'
import { identify, isRegistered } from './subject.ts'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(
    Object.keys(ONBOARDING_STATES).map((state) => [state, sql<boolean>`o.state = ${sql.lit(state)}`]),
  ),
}

/** How companies come into a library. */
export function onboardingRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(contract.onboardingPage, READS_PROPOSALS, async (ctx, { query }) => {
      acts.demandReader(ctx, query.way)
      const page = await listPage(ctx, {
        query,
        tabs: TABS,
        tab: query.state ?? 'all',
        list: {
          alias: 'o',
          keys: ['id'],
          rows: () =>
            own(ctx)
              .where('o.way', '=', query.way)
              .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['s.name', 's.creditCode']))),
        },
        show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'o.id'),
      })
      return { ...page, rows: page.rows.map(rowValue) }
    }),

    implement(contract.onboardingDetail, READS_PROPOSALS, async (ctx, { params }) => {
      const row = await shown(ctx).where('o.id', '=', params.onboardingId).executeTakeFirst()
      if (!row) throw new AppError('notFound')
      acts.demandReader(ctx, row.way as Way)
      const proposes = isKeeper(ctx) || ctx.actor.rights.has('tendering')
      const facts = { ...acts.factsOf(row), pendingApproval: row.pending }
      return {
        ...rowValue(row),
        reason: row.reason,
        files: row.files as StoredFile[],
        proposedAt: row.proposedAt?.toISOString() ?? null,
        decidedByName: row.decidedByName,
        remark: row.remark,
        isRegistered: row.isRegistered,
        supplierState: row.supplierState as SupplierState,
        actions: proposes ? ONBOARDING_STATUS.allowed(facts, acts.whoOf(ctx), ctx.clock.now().getTime()) : [],
      }
    }),

    implement(contract.createOnboarding, PROPOSES, async (ctx, { body: { way, subject, ...terms } }) => {
      acts.demandWriter(ctx, way)
      const identity = await identify(ctx, subject)
      const ownerCompanyId = ctx.actor.companyId
      const record = await recordOf(ctx, { ownerCompanyId, identity, origin: way })
      const state = record.state as SupplierState
      if (state !== 'potential' && state !== 'left')
        throw new AppError('conflict', `“${record.name}”已在供应商库中（${SUPPLIER_STATES[state]}），无需重复入库`)
      if (await ctx.one('supplier_onboarding', { supplierId: record.id, state: ['draft', 'proposed'] }))
        throw new AppError('conflict', `“${record.name}”已有未完成的入库申请`)
      const row = {
        id: ctx.newId(),
        ownerCompanyId,
        supplierId: record.id,
        way,
        state: 'draft',
        ...(await columnsOf(ctx, terms)),
        createdBy: ctx.actor.userId,
        createdByName: ctx.actor.name,
        createdAt: ctx.clock.now(),
      }
      await ctx.insert('supplier_onboarding', row)
      acts.note(ctx, row, {
        action: 'draft',
        summary: `起草入库申请：${record.name}（${record.creditCode}）`,
        data: terms,
      })
      return { onboardingId: row.id }
    }),

    implement(contract.updateOnboarding, PROPOSES, async (ctx, { params, body }) => {
      const { row } = await acts.demanded(ctx, params.onboardingId, 'edit')
      await ctx.update('supplier_onboarding', { id: row.id }, await columnsOf(ctx, body, row.files))
      acts.note(ctx, row, { action: 'edit', summary: '修改入库申请', data: body })
    }),

    implement(contract.removeOnboarding, PROPOSES, async (ctx, { params }) => {
      const { row } = await acts.demanded(ctx, params.onboardingId, 'remove')
      await ctx.remove('supplier_onboarding', { id: row.id })
      acts.note(ctx, row, { action: 'remove', summary: '删除入库申请草稿' })
    }),

    implement(contract.proposeOnboarding, PROPOSES, async (ctx, { params }) => {
      const { row, to } = await acts.demanded(ctx, params.onboardingId, 'propose')
      await ctx.update('supplier_onboarding', { id: row.id }, { state: to, proposedAt: ctx.clock.now() })
      await acts.moveRecord(ctx, row, { action: 'propose' })
      acts.tell(ctx, row, to)
    }),

    implement(contract.withdrawOnboarding, PROPOSES, async (ctx, { params }) => {
      const { row, to } = await acts.demanded(ctx, params.onboardingId, 'withdraw')
      await ctx.update('supplier_onboarding', { id: row.id }, { state: to, proposedAt: null })
      await acts.moveRecord(ctx, row, { action: 'takeBack' })
    }),

    implement(contract.acceptOnboarding, KEEPS, async (ctx, { params, body }) => {
      await acts.demanded(ctx, params.onboardingId, 'accept')
      const node = onboardingNode
      const subjectId = params.onboardingId
      const answer = await approvals.submit(ctx, { business: supplierApprovals, node, subjectId, body })
      return 'done' in answer ? {} : answer
    }),

    implement(contract.refuseOnboarding, KEEPS, async (ctx, { params, body: { remark } }) => {
      const { row, to } = await acts.demanded(ctx, params.onboardingId, 'refuse')
      const decided = { state: to, remark, decidedAt: ctx.clock.now(), decidedByName: ctx.actor.name }
      await ctx.update('supplier_onboarding', { id: row.id }, decided)
      await acts.moveRecord(ctx, row, { action: 'turnDown', reason: remark })
      acts.tell(ctx, row, to)
    }),

    implementFile(contract.onboardingFile, READS_PROPOSALS, async (ctx, { params }) => {
      const { files, way } = await ownOnboarding(ctx, params.onboardingId)
      acts.demandReader(ctx, way as Way)
      return fileOf(ctx, files, params.fileId)
    }),
  ]
}

async function columnsOf(ctx: Ctx, terms: BodyOf<typeof contract.updateOnboarding>, kept: unknown = []) {
  const { categories, validFrom, validUntil, reason, files } = terms
  if (validUntil < todayOf(ctx)) throw invalid('validUntil', '有效期截止不能早于今天')
  return {
    categories: [...new Set(categories)],
    validFrom,
    validUntil,
    reason,
    files: await filesColumn(ctx, files, kept),
  }
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('supplier_onboarding as o')
    .innerJoin('supplier as s', (j) => j.onRef('s.tenantId', '=', 'o.tenantId').onRef('s.id', '=', 'o.supplierId'))
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  return own(ctx)
    .selectAll('o')
    .select(['s.name', 's.creditCode', 's.state as supplierState'])
    .select(isRegistered(ctx.tenantId, 's.company_id').as('isRegistered'))
    .select(pendingApproval(ctx, ONBOARDING_SUBJECT, 'o.id').as('pending'))
}

function rowValue(row: Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>) {
  return {
    onboardingId: row.id,
    supplierId: row.supplierId,
    way: row.way as Way,
    state: row.state as OnboardingState,
    name: row.name,
    creditCode: row.creditCode,
    categories: row.categories,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    pendingApproval: row.pending,
  }
}
