import { type RawBuilder, sql } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { WorkflowStatus } from '../rules/enums.ts'
import type { BusinessNode, RoleSource } from './business.ts'
import { move } from './run.ts'
import { type Pending, submit, type Submission } from './start.ts'
import { recordSystem } from './records.ts'
import { load } from './store.ts'

/*
 * What other features may call. A step that may need approval is handed to `submit` instead of being done; a record is
 * locked for its other steps while `holdOn` answers something.
 */

export { waitingOf } from './lists.ts'
export type { Business, BusinessNode, Described, RoleSource } from './business.ts'

/** Given to features whose steps are approved, where features are composed. */
export interface Approvals {
  readonly roles: readonly RoleSource[]
  /** Does the step, or starts its approval. Runs in the caller's transaction, with the record locked. */
  submit<Body extends Submission['body'], Done>(
    ctx: Context<Employee>,
    submission: Submission<Body, Done>,
  ): Promise<{ done: Done } | Pending>
}

export function makeApprovals({ roles }: { roles: readonly RoleSource[] }): Approvals {
  return { roles, submit: (ctx, submission) => submit(ctx, roles, submission) }
}

export interface Hold {
  workflowId: string
  node: string
  label: string
}

/** The approval a record waits for; null when it waits for none. */
export async function holdOn(ctx: Context<Actor | null>, subject: { kind: string; id: string }): Promise<Hold | null> {
  const row = await ctx.tx
    .selectFrom('approval_hold')
    .select(['workflowId as workflowId', 'node', 'nodeLabel as label'])
    .where('tenantId', '=', ctx.tenantId)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .executeTakeFirst()
  return row ?? null
}

/** As a value in a query: what the record waits for whose id `column` holds or tells, e.g. 变更公告; null: for nothing. */
export function pendingApproval(
  { tenantId }: Pick<Context<Actor | null>, 'tenantId'>,
  kind: string,
  column: string | RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(select h.node_label from approval_hold h
    where h.tenant_id = ${tenantId} and h.subject_kind = ${kind} and h.subject_id = ${typeof column === 'string' ? sql.ref(column) : column})`
}

/** As a condition in a query: no approval holds the record whose id is in `column`. */
export function isFree(
  ctx: Pick<Context<Actor | null>, 'tenantId'>,
  kind: string,
  column: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${pendingApproval(ctx, kind, column)} is null)`
}

/** Which of these records wait for an approval. */
export async function heldAmong(
  ctx: Context<Actor | null>,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.many('approval_hold', { subjectKind: kind, subjectId: [...ids] }, { columns: ['subjectId'] })
  return new Set(rows.map((row) => row.subjectId))
}

/**
 * Ends the pending approval of a record because its step can no longer be done, with the reason; for events of the
 * business, e.g. a deadline. Does nothing when none of these nodes waits.
 */
export async function failPending(
  ctx: Context<Actor | null>,
  { nodes, subjectId, reason }: { nodes: readonly BusinessNode[]; subjectId: string; reason: string },
): Promise<void> {
  for (const node of nodes) {
    const hold = await holdOn(ctx, { kind: node.subjectKind, id: subjectId })
    if (hold?.node !== node.node) continue
    const loaded = await load(ctx, hold.workflowId, 'update')
    if (loaded.row.status !== WorkflowStatus.values.running) continue
    await recordSystem(ctx, loaded.row, { action: 'fail', label: `驳回：${reason}` })
    await move(ctx, loaded, { env: { node, roles: [] }, action: { kind: 'fail' }, reason })
  }
}
