import { type Signing, signingOf, withdrawSigning } from '#features/sign-tasks/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Any = Context<Actor | null>

/** What signing tasks of contracts are asked for: a row of `contract_signing`. */
const KIND = 'contract'

export function subjectOf(id: string): { kind: string; id: string } {
  return { kind: KIND, id }
}

/** The row that an event of signing tasks is about; undefined where it is about something else than a contract. */
export async function signingNamed(ctx: Any, { subjectKind, subjectId }: Record<string, unknown>) {
  return subjectKind === KIND ? ctx.one('contract_signing', { id: String(subjectId) }) : undefined
}

/** The newest task of each version that somebody asked for, newest version first; its hash once all have signed. */
export async function signingsOf(
  ctx: Any,
  contractId: string,
): Promise<(Signing & { version: number; sha256: string | null })[]> {
  const rows = await ctx.many('contract_signing', { contractId }, { orderBy: ['version desc'] })
  const found = await Promise.all(
    rows.map(async ({ id, version, sha256 }) => {
      const task = await signingOf(ctx, subjectOf(id))
      return task && { ...task, version, sha256: sha256?.toString('hex') ?? null }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** Why the version in force cannot be sent to be signed now; null: it can. */
export async function signingProblem(
  ctx: Any,
  { id: contractId, version }: { id: string; version: number },
): Promise<string | null> {
  const row = await ctx.one('contract_signing', { contractId, version }, { columns: ['id'] })
  const task = row && (await signingOf(ctx, subjectOf(row.id)))
  if (task?.state === 'completed') return `第 ${version} 版已完成电子签章（签署任务 ${task.code}）`
  if (task?.state === 'signing')
    return `${task.senderName}已发起第 ${version} 版的电子签章，正在签署（签署任务 ${task.code}）`
  return null
}

/** What is being signed of a version that is not in force any more, or of a contract that has ended, is not signed further. */
export async function stopSigning(
  ctx: Any,
  { id: contractId, version }: { id: string; version: number },
  reason: string,
): Promise<void> {
  const row = await ctx.one('contract_signing', { contractId, version }, { columns: ['id'] })
  if (row) await withdrawSigning(ctx, subjectOf(row.id), reason)
}
