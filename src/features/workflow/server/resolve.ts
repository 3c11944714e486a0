import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Approvers, FlowOptions } from '../rules/definition.ts'
import type { Stop } from '../rules/route.ts'
import type * as z from 'zod'
import type { RoleSource } from './business.ts'
import { administratorOf, headOf, standInFor, stillInUse } from './employees.ts'

/** For whom and by what a node's people are found. */
export interface Finding {
  companyId: string
  initiatorId: string
  choices: Readonly<Record<string, readonly string[]>>
  options: z.output<typeof FlowOptions>
  roles: readonly RoleSource[]
}

/**
 * Who takes part in a stop, found at the moment it begins. Approvers: the initiator does not approve where others do;
 * alone, the head of the department or the administrator does (unless the flow lets it pass). Where nobody is found
 * the administrator stands in; empty only when the company has none.
 */
export async function peopleOf(ctx: Context<Actor | null>, stop: Stop, given: Finding): Promise<string[]> {
  const { initiatorId, options } = given
  const companyId = stop.companyId ?? given.companyId
  const found = [...new Set(await named(ctx, stop, { ...given, companyId }))]
  if (stop.kind === 'copy') return found
  const others = found.filter((id) => id !== initiatorId)
  if (others.length > 0) return others
  const isAlone = found.length > 0
  if (isAlone && options.ifInitiator === 'pass') return found
  const other = isAlone
    ? await standInFor(ctx, { employeeId: initiatorId, companyId }, [initiatorId])
    : await administratorOf(ctx, companyId, [initiatorId])
  if (other) return [other]
  // A company of one person: it approves itself, and the record says so.
  const self = isAlone ? initiatorId : await administratorOf(ctx, companyId, [])
  return self ? [self] : []
}

async function named(ctx: Context<Actor | null>, stop: Stop, given: Finding): Promise<readonly string[]> {
  const who: Approvers = stop.approvers
  switch (who.by) {
    case 'person':
      return stillInUse(ctx, given.companyId, who.employeeIds)
    case 'role': {
      const source = given.roles.find((r) => who.role.startsWith(`${r.prefix}:`))
      return source ? source.holders(ctx, given.companyId, who.role) : []
    }
    case 'head': {
      const head = await headOf(ctx, given.initiatorId, who.level)
      return head ? [head] : []
    }
    case 'choice':
      return stillInUse(ctx, given.companyId, given.choices[stop.id] ?? [])
  }
}
