import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type * as c from '../contract/definitions.ts'
import { BindingType, EnableStatus, WorkflowStatus } from '../rules/enums.ts'
import { labelled, offeredBusinesses, type Setup } from './business.ts'
import { problemsFor } from './definition-check.ts'
import { warningsFor } from './definition-warnings.ts'
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
  const { keyword, type, node, status } = query
  const offered = (await offeredBusinesses(ctx, setup)).map((business) => business.type)
  const page = await listPage(ctx, {
    query,
    list: {
      alias: 'f',
      keys: ['updatedAt', 'id'],
      rows: () =>
        own(ctx)
          .where((e) => e('f.business', '=', e.fn.any(e.val(offered))))
          .$if(type !== undefined, (q) => q.where('f.business', '=', type!))
          .$if(node !== undefined, (q) => q.where('f.node', '=', node!))
          .$if(status !== undefined, (q) => q.where('f.status', '=', status!))
          .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['f.name']))),
    },
    show: (rows) => visible(ctx).innerJoin(rows, 'page.id', 'f.id'),
  })
  return { ...page, rows: page.rows.map((row) => rowValue(ctx, setup, row)) }
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
  const at = { companyId: row.companyId, type: row.business, node: row.node, flow }
  return {
    ...rowValue(ctx, setup, row),
    flow,
    problems: await problemsFor(ctx, setup, at),
    warnings: await warningsFor(ctx, setup, at),
    versions: versions.map((v) => ({ version: v.version, by: v.by, at: v.madeAt.toISOString(), runs: v.runs ?? 0 })),
  }
}

/** Own definitions and the platform's; from administration the platform's. */
function own(ctx: Ctx) {
  const keeper = keeperOf(ctx.actor)
  return ctx.tx
    .selectFrom('workflow_definition as f')
    .where('f.tenantId', '=', ctx.tenantId)
    .where((e) =>
      keeper === null
        ? e('f.companyId', 'is', null)
        : e.or([e('f.companyId', 'is', null), e('f.companyId', '=', keeper)]),
    )
}

/** The same, whole, with how many workflows run by each. */
function visible(ctx: Ctx) {
  const keeper = keeperOf(ctx.actor)
  return own(ctx)
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
