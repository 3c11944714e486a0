import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Change, Finding } from '../contract/run.ts'
import { pendingApproval } from '#features/workflow/server/public.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/supplement.ts'
import { changesOf } from '../rules/changes.ts'
import { SUPPLEMENT_STATES, SUPPLEMENT_STATUS } from '../rules/status.ts'
import { type Ctx, demandReader, ownSupplement, ownSupplements, READS, seatOf, stateSql, SUBJECT } from './access.ts'
import { copyOf, findingsNow, versionOf } from './content.ts'

/** Registrations as the buyer's side reads them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.supplementPage, READS, async (ctx, { query }) => {
    demandReader(ctx.actor)
    const state = stateSql(pendingApproval(ctx, SUBJECT, 's.id'))
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        breached: sql<boolean>`s.breaches > 0`,
        ...Object.fromEntries(
          Object.keys(SUPPLEMENT_STATES).map((one) => [one, sql<boolean>`(${state}) = ${sql.lit(one)}`]),
        ),
      },
      tab: query.state ?? 'all',
      list: {
        alias: 's',
        keys: ['id'],
        rows: () =>
          ownSupplements(ctx)
            .$if(query.method !== undefined, (q) => q.where('s.method', '=', query.method!))
            .$if(query.category !== undefined, (q) => q.where('s.category', '=', query.category!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['s.title', 's.code', 's.winners']))),
      },
      show: (rows) => shownRows(ctx).innerJoin(rows, 'page.id', 's.id'),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
  }),

  implement(contract.supplementDetail, READS, async (ctx, { params }) => {
    const { supplementId } = params
    const row = await ownSupplement(ctx, supplementId)
    const { facts, who } = await seatOf(ctx, row)
    const shown = await shownRows(ctx).where('s.id', '=', supplementId).executeTakeFirstOrThrow()
    const versions = await ctx.many('supplement_version', { supplementId }, { orderBy: ['version desc'] })
    const notes = await ctx.many('supplement_note', { supplementId }, { orderBy: ['id desc'] })
    const inForce = row.version > 0 ? await versionOf(ctx, supplementId, row.version) : null
    // What was not handed in is nobody else's.
    const copy = row.companyId === ctx.actor.companyId ? copyOf(row) : null
    return {
      ...rowValue(ctx, shown),
      purchaserCompanyId: row.purchaserCompanyId,
      projectCode: shown.projectCode,
      projectName: shown.projectName,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
      withdrawnByName: row.withdrawnByName,
      withdrawReason: row.withdrawReason,
      revision: row.draftRevision,
      inForce: inForce && { ...versionValue(inForce), ...contentOf(inForce) },
      copy: copy && {
        ...copy,
        findings: await findingsNow(ctx, copy.content),
        reason: row.draftReason,
        changes: inForce ? changesOf(inForce, copy) : [],
      },
      versions: versions.map(versionValue),
      notes: notes.map(({ id, note, files, madeByName, madeAt }) => ({
        noteId: id,
        note,
        files: files as unknown as StoredFile[],
        madeByName,
        madeAt: madeAt.toISOString(),
      })),
      actions: SUPPLEMENT_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),

  implement(contract.supplementVersion, READS, async (ctx, { params }) => {
    await ownSupplement(ctx, params.supplementId)
    const version = await versionOf(ctx, params.supplementId, params.version)
    return { ...versionValue(version), ...contentOf(version) }
  }),

  implementFile(contract.supplementFile, READS, async (ctx, { params }) => {
    const { supplementId } = params
    const row = await ownSupplement(ctx, supplementId)
    const versions = await ctx.many('supplement_version', { supplementId }, { columns: ['files'] })
    const notes = await ctx.many('supplement_note', { supplementId }, { columns: ['files'] })
    const draft = row.companyId === ctx.actor.companyId ? [row.draftFiles] : []
    const all = [...versions.map(({ files }) => files), ...notes.map(({ files }) => files), ...draft]
    return keptFile(ctx, all.flat(), params.fileId)
  }),

  implement(contract.projectSupplements, READS, async (ctx, { params }) => {
    demandReader(ctx.actor)
    const { projectId } = params
    const rows = await shownRows(ctx)
      .where('s.projectId', '=', projectId)
      .where('s.state', '<>', 'draft')
      .orderBy('s.id', 'desc')
      .execute()
    const project = await ctx.tx
      .selectFrom('project as p')
      .innerJoin('company as c', 'c.id', 'p.purchaserCompanyId')
      .leftJoin('company as a', 'a.id', 'p.agencyCompanyId')
      .selectAll('p')
      .select(['c.name as purchaserName', 'a.name as agencyName'])
      .select((e) =>
        e
          .selectFrom('purchase_order as o')
          .select((n) => n.fn.countAll<number>().as('n'))
          .whereRef('o.tenantId', '=', 'p.tenantId')
          .whereRef('o.projectId', '=', 'p.id')
          .as('orders'),
      )
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.id', '=', projectId)
      .executeTakeFirst()
    const own = ctx.actor.workbench === 'agency' ? project?.agencyCompanyId : project?.purchaserCompanyId
    // What an agency registered it reads when the project is in other hands.
    if (!project || (own !== ctx.actor.companyId && rows.length === 0)) throw new AppError('notFound')
    const { code, name, category, budget, region, funds, purchaserName, agencyName, isSupplement } = project
    return {
      project: {
        projectId,
        code,
        name,
        category: category as 'goods',
        budget,
        region,
        funds,
        purchaserName,
        agencyName,
        isSupplement,
      },
      orders: project.orders ?? 0,
      deal: await dealOfProject(ctx, projectId),
      supplements: rows.map((row) => rowValue(ctx, row)),
      history: await historyOf(ctx, rows),
    }
  }),
]

function shownRows(ctx: Ctx) {
  const pending = pendingApproval(ctx, SUBJECT, 's.id')
  return ownSupplements(ctx)
    .innerJoin('company as o', 'o.id', 's.companyId')
    .innerJoin('company as c', 'c.id', 's.purchaserCompanyId')
    .leftJoin('project as p', (j) => j.onRef('p.tenantId', '=', 's.tenantId').onRef('p.id', '=', 's.projectId'))
    .selectAll('s')
    .select(['o.name as companyName', 'c.name as purchaserName', 'p.code as projectCode', 'p.name as projectName'])
    .select([stateSql(pending).as('stateNow'), pending.as('pending')])
}

type Shown = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>

function rowValue(ctx: Ctx, row: Shown) {
  const { id, code, title, method, category, version, budget, deal, awardedOn, winners, breaches, projectId } = row
  return {
    supplementId: id,
    code,
    title,
    method,
    category: category as 'goods',
    state: row.stateNow,
    pending: row.pending,
    version,
    budget,
    deal,
    awardedOn,
    winners,
    breaches,
    companyName: row.companyName,
    purchaserName: row.purchaserName,
    projectId,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    registeredAt: row.registeredAt?.toISOString() ?? null,
    isOwn: row.companyId === ctx.actor.companyId,
  }
}

interface VersionRow {
  version: number
  reason: string
  changes: unknown
  findings: unknown
  madeByName: string
  madeAt: Date
}

function versionValue({ version, reason, changes, madeByName, madeAt }: VersionRow) {
  return { version, reason, changes: changes as Change[], madeByName, madeAt: madeAt.toISOString() }
}

function contentOf({ content, files, findings }: Awaited<ReturnType<typeof versionOf>>) {
  return { content, files, findings: findings as unknown as Finding[] }
}

async function dealOfProject(ctx: Ctx, projectId: string): Promise<string> {
  const { deal } = await ownSupplements(ctx)
    .select(sql<string>`coalesce(sum(s.deal), 0)::numeric(20, 2)::text`.as('deal'))
    .where('s.projectId', '=', projectId)
    .where('s.state', 'in', ['registered', 'corrected'])
    .executeTakeFirstOrThrow()
  return deal
}

/** What was done with the registrations of a project, newest first; whoever drafts is not told of. */
async function historyOf(ctx: Ctx, rows: readonly Shown[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const versions = await ctx.many('supplement_version', { supplementId: ids }, { orderBy: ['madeAt desc'] })
  const notes = await ctx.many('supplement_note', { supplementId: ids }, { orderBy: ['madeAt desc'] })
  const of = (supplementId: string) => {
    const { title, code } = rows.find(({ id }) => id === supplementId)!
    return { title, code }
  }
  return [
    ...versions.map(({ supplementId, version, reason, madeByName, madeAt }) => ({
      key: `${supplementId}/${version}`,
      ...of(supplementId),
      text: version === 1 ? '登记补录' : `更正为第 ${version} 版：${reason}`,
      byName: madeByName,
      at: madeAt.toISOString(),
    })),
    ...notes.map(({ id, supplementId, note, madeByName, madeAt }) => ({
      key: id,
      ...of(supplementId),
      text: `补充记录：${note}`,
      byName: madeByName,
      at: madeAt.toISOString(),
    })),
    ...rows.flatMap(({ id, title, code, withdrawnAt, withdrawnByName, withdrawReason }) =>
      withdrawnAt === null
        ? []
        : [
            {
              key: `${id}/withdrawn`,
              title,
              code,
              text: `撤回登记：${withdrawReason}`,
              byName: withdrawnByName,
              at: withdrawnAt.toISOString(),
            },
          ],
    ),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}
