import { sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import type * as c from '../contract/definitions.ts'
import { BindingType, EnableStatus, WorkflowStatus } from '../rules/enums.ts'
import { labelled, offeredBusinesses, type Setup } from './business.ts'
import { problemsFor } from './definition-check.ts'
import { flowOf } from './store.ts'

type Ctx = Context<Actor>
type Row = z.input<typeof c.DefinitionRow>

/** Whose definitions a person keeps: the platform's from administration (null), else the own company's. */
export function keeperOf(actor: Actor): string | null {
  if (actor.workbench === 'admin') return null
  if (!actor.companyId) throw new AppError('notEmployee')
  return actor.companyId
}

export async function definitionPage(ctx: Ctx, setup: Setup, query: z.output<typeof c.definitionPage.query>) {
  const { pageNo, pageSize, cursor, keyword, type, node, status } = query
  const offered = (await offeredBusinesses(ctx, setup)).map((business) => business.type)
  const found = visible(ctx)
    .where((e) => e('f.business', '=', e.fn.any(e.val(offered))))
    .$if(type !== undefined, (q) => q.where('f.business', '=', type!))
    .$if(node !== undefined, (q) => q.where('f.node', '=', node!))
    .$if(status !== undefined, (q) => q.where('f.status', '=', status!))
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['f.name'])))
  const at = cursor === undefined ? null : cursorOf(cursor)
  if (at === null && (pageNo - 1) * pageSize >= COUNT_LIMIT)
    throw new AppError('badRequest', '页码过大，请缩小查询范围')
  const rows = await found
    .orderBy('f.updatedAt', 'desc')
    .orderBy('f.id', 'desc')
    .limit(pageSize + 1)
    .$if(at !== null, (q) => q.where(sql<boolean>`(f.updated_at, f.id) < (${at!.at}, ${at!.id})`))
    .$if(at === null, (q) => q.offset((pageNo - 1) * pageSize))
    .execute()
  const counted = found
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT)
    .as('n')
  const { total } = await ctx.tx
    .selectFrom(counted)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const next = rows.length > pageSize && last ? `${last.updatedAt.toISOString()}~${last.id}` : null
  return { rows: page.map((row) => rowValue(ctx, setup, row)), total, next }
}

export async function definitionDetail(
  ctx: Ctx,
  setup: Setup,
  { id, version }: { id: string; version?: number | undefined },
): Promise<z.input<typeof c.definitionDetail.returns>> {
  const row = await visible(ctx).where('f.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const versions = await ctx.tx
    .selectFrom('workflow_version as v')
    .select(['v.version', 'v.madeBy as by', 'v.madeAt'])
    .select((e) =>
      e
        .selectFrom('workflow as w')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('w.tenantId', '=', 'v.tenantId')
        .whereRef('w.definitionId', '=', 'v.definitionId')
        .whereRef('w.version', '=', 'v.version')
        // A company reads the platform's default, not how often others ran it.
        .$if(keeperOf(ctx.actor) !== null, (q) => q.where('w.companyId', '=', keeperOf(ctx.actor)!))
        .as('runs'),
    )
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.definitionId', '=', id)
    .orderBy('v.version', 'desc')
    .execute()
  if (version !== undefined && !versions.some((v) => v.version === version)) throw new AppError('notFound')
  const flow = await flowOf(ctx, { definitionId: id, version: version ?? row.version })
  return {
    ...rowValue(ctx, setup, row),
    flow,
    problems: await problemsFor(ctx, setup, { companyId: row.companyId, type: row.business, node: row.node, flow }),
    versions: versions.map((v) => ({ version: v.version, by: v.by, at: v.madeAt.toISOString(), runs: v.runs ?? 0 })),
  }
}

/** Own definitions and the platform's; from administration the platform's. */
function visible(ctx: Ctx) {
  const keeper = keeperOf(ctx.actor)
  return ctx.tx
    .selectFrom('workflow_definition as f')
    .selectAll('f')
    .select((e) =>
      e
        .selectFrom('workflow as w')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('w.tenantId', '=', 'f.tenantId')
        .whereRef('w.definitionId', '=', 'f.id')
        .where('w.status', '=', WorkflowStatus.values.running)
        .$if(keeper !== null, (q) => q.where('w.companyId', '=', keeper!))
        .as('running'),
    )
    .where('f.tenantId', '=', ctx.tenantId)
    .where((e) =>
      keeper === null
        ? e('f.companyId', 'is', null)
        : e.or([e('f.companyId', 'is', null), e('f.companyId', '=', keeper)]),
    )
}

function rowValue(
  ctx: Ctx,
  setup: Setup,
  row: Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number],
): Row {
  return {
    ...labelled(setup, { type: row.business, node: row.node }),
    definitionId: row.id,
    name: row.name,
    bindingType: row.node === '' ? BindingType.values.business : BindingType.values.node,
    status: row.status === EnableStatus.values.enabled ? EnableStatus.values.enabled : EnableStatus.values.forbidden,
    version: row.version,
    scope: row.companyId === null ? 'tenant' : 'company',
    mayEdit: row.companyId === keeperOf(ctx.actor),
    running: row.running ?? 0,
    updatedBy: row.updatedBy,
    updatedAt: row.updatedAt.toISOString(),
  }
}

function cursorOf(cursor: string): { at: Date; id: string } {
  const [at = '', id = ''] = cursor.split('~')
  if (Number.isNaN(Date.parse(at)) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  return { at: new Date(at), id }
}
