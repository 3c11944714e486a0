import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Approvals, pendingApproval } from '#features/workflow/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/listings.ts'
import { BLACK_BASES, type BlackBasis, basisLabel, type List, type Match, termProblem } from '../rules/listings.ts'
import { type Ctx, invalid, isKeeper, KEEPS, type Listing, ownListing, READS, todayOf } from './access.ts'
import { decideNode, liftNode, supplierApprovals } from './approvals.ts'
import { fileOf, filesColumn } from './files.ts'
import { LISTING_SUBJECT } from './kinds.ts'
import { demanded, factsOf, LISTING_RECORDS, LISTING_STATUS, record } from './listing-acts.ts'
import { identify } from './subject.ts'

type Fields = BodyOf<typeof contract.updateListing>

/** Lists of an owner: who stands on them, why, and what was done to them. */
export function listingRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(contract.listingPage, READS, async (ctx, { query }) => {
      const today = todayOf(ctx)
      const page = await listPage(ctx, {
        query,
        tabs: tabsOn(today),
        tab: query.state ?? 'all',
        list: {
          alias: 'l',
          keys: ['id'],
          rows: () =>
            own(ctx)
              .where('l.kind', '=', query.kind)
              .$if(query.match !== undefined, (q) => q.where('l.match', '=', query.match!))
              .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['l.name', 'l.creditCode']))),
        },
        show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'l.id'),
      })
      return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
    }),

    implement(contract.createListing, KEEPS, async (ctx, { body: { kind, subject, ...fields } }) => {
      const identity = await identify(ctx, subject)
      const { companyId } = identity
      const ownerCompanyId = ctx.actor.companyId
      const columns = await columnsOf(ctx, fields, { kind })
      if (await ctx.one('supplier_listing', { ownerCompanyId, kind, companyId, basis: columns.basis, state: 'draft' }))
        throw new AppError('conflict', `“${identity.name}”已有依据相同的草稿`)
      const row = {
        id: ctx.newId(),
        ownerCompanyId,
        kind,
        ...identity,
        ...columns,
        state: 'draft',
        createdByName: ctx.actor.name,
        createdAt: ctx.clock.now(),
      }
      await ctx.insert('supplier_listing', row)
      await record(ctx, row, { action: 'draft', summary: fields.reason, data: fields })
      return { listingId: row.id }
    }),

    implement(contract.updateListing, KEEPS, async (ctx, { params, body }) => {
      const row = await demanded(ctx, params.listingId, 'edit')
      await ctx.update(
        'supplier_listing',
        { id: row.id },
        await columnsOf(ctx, body, { kind: row.kind as List, kept: row.files }),
      )
      await record(ctx, row, { action: 'edit', summary: body.reason, data: body })
    }),

    implement(contract.removeListing, KEEPS, async (ctx, { params }) => {
      const row = await demanded(ctx, params.listingId, 'remove')
      await ctx.remove('supplier_listing', { id: row.id })
      await record(ctx, row, { action: 'remove', summary: row.reason })
    }),

    implement(contract.decideListing, KEEPS, async (ctx, { params, body }) => {
      const { id: subjectId } = await demanded(ctx, params.listingId, 'decide')
      const answer = await approvals.submit(ctx, { business: supplierApprovals, node: decideNode, subjectId, body })
      return 'done' in answer ? {} : answer
    }),

    implement(contract.liftListing, KEEPS, async (ctx, { params, body }) => {
      const { id: subjectId } = await demanded(ctx, params.listingId, 'lift')
      const answer = await approvals.submit(ctx, { business: supplierApprovals, node: liftNode, subjectId, body })
      return 'done' in answer ? {} : answer
    }),

    implementFile(contract.listingFile, READS, async (ctx, { params }) =>
      fileOf(ctx, (await ownListing(ctx, params.listingId)).files, params.fileId),
    ),

    implement(contract.listingRecords, READS, async (ctx, { query }) => {
      const page = await listPage(ctx, {
        query,
        list: {
          alias: 'e',
          keys: ['id'],
          rows: () =>
            records(ctx)
              .$if(query.kind !== undefined, (q) => q.where('e.kind', '=', query.kind!))
              .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['e.name', 'e.creditCode']))),
        },
        show: (rows) => records(ctx).selectAll('e').innerJoin(rows, 'page.id', 'e.id'),
      })
      return {
        ...page,
        rows: page.rows.map(({ id, listingId, kind, action, name, creditCode, summary, byName, at }) => ({
          recordId: id,
          listingId,
          kind: kind as List,
          action,
          label: LISTING_RECORDS[action as 'edit'],
          name,
          creditCode,
          summary,
          byName,
          at: at.toISOString(),
        })),
      }
    }),
  ]
}

function tabsOn(today: string) {
  const begun = sql`l.from_day <= ${today}`
  const over = sql`(l.until_day is not null and l.until_day < ${today})`
  const decided = sql`l.state = 'decided'`
  return {
    all: sql<boolean>`true`,
    draft: sql<boolean>`l.state = 'draft'`,
    upcoming: sql<boolean>`(${decided} and not ${begun})`,
    inForce: sql<boolean>`(${decided} and ${begun} and not ${over})`,
    ended: sql<boolean>`(${decided} and ${over})`,
    lifted: sql<boolean>`l.state = 'lifted'`,
  }
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('supplier_listing as l')
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.ownerCompanyId', '=', ctx.actor.companyId)
}

function records(ctx: Ctx) {
  return ctx.tx
    .selectFrom('supplier_listing_event as e')
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  return own(ctx)
    .leftJoin('supplier as s', (j) =>
      j
        .onRef('s.tenantId', '=', 'l.tenantId')
        .onRef('s.ownerCompanyId', '=', 'l.ownerCompanyId')
        .onRef('s.companyId', '=', 'l.companyId'),
    )
    .selectAll('l')
    .select('s.id as supplierId')
    .select(pendingApproval(ctx, LISTING_SUBJECT, 'l.id').as('pending'))
}

function rowValue(ctx: Ctx, row: Listing & { supplierId: string | null; pending: string | null }) {
  const facts = factsOf(row, todayOf(ctx), row.pending)
  return {
    listingId: row.id,
    kind: row.kind as List,
    supplierId: row.supplierId,
    name: row.name,
    creditCode: row.creditCode,
    basis: row.basis,
    basisLabel: basisLabel(row),
    reason: row.reason,
    from: row.fromDay,
    until: row.untilDay,
    state: facts.state,
    match: row.match as Match,
    source: row.source,
    queriedAt: row.queriedAt?.toISOString() ?? null,
    pendingApproval: row.pending,
    basisText: row.basisText,
    hearing: row.hearing,
    files: row.files as StoredFile[],
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    decidedByName: row.decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    liftedByName: row.liftedByName,
    liftedAt: row.liftedAt?.toISOString() ?? null,
    liftReason: row.liftReason,
    actions: isKeeper(ctx) ? LISTING_STATUS.allowed(facts, 'keeper', ctx.clock.now().getTime()) : [],
  }
}

/** An entry's fields as columns; throws `invalid` for a term that its basis does not know. */
async function columnsOf(ctx: Ctx, fields: Fields, { kind, kept = [] }: { kind: List; kept?: unknown }) {
  const { basis, basisText, reason, hearing, from, until, files } = fields
  if (until < from) throw invalid('until', '截止日期不能早于开始日期')
  if (until < todayOf(ctx)) throw invalid('until', '截止日期不能早于今天')
  if (kind === 'black') {
    if (!(basis in BLACK_BASES)) throw invalid('basis', '请选择依据')
    if (basis === 'own' && basisText.length < 2) throw invalid('basisText', '请填写所依据的本单位规定')
    const problem = termProblem({ basis: basis as BlackBasis, from, until })
    if (problem) throw invalid('until', problem)
    if (hearing.length < 2) throw invalid('hearing', '请填写听取供应商意见的情况')
    if (files.length === 0) throw invalid('files', '请上传证据材料')
  } else if (basisText.length < 2) throw invalid('basisText', '请填写表彰依据')
  return {
    basis: kind === 'black' ? basis : 'praise',
    basisText,
    reason,
    hearing,
    fromDay: from,
    untilDay: until,
    files: await filesColumn(ctx, files, kept),
  }
}
