import { RIGHTS } from '#features/passport/server/public.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { RoleSource } from './business.ts'
import { inUse } from './employees.ts'

type Any = Context<Actor | null>

/** Where rights are roles: of a supplier those of suppliers, of everybody else those of the buyer's side. */
function workbenchesOf(ctx: Any): readonly Workbench[] {
  return ctx.actor?.workbench === 'supplier' ? ['supplier'] : ['purchaser', 'agency']
}

const ADMINISTRATOR = 'right:administrator'

/** Rights as roles: whoever was given the right; and the company's administrators. */
export const rightRoles: RoleSource = {
  prefix: 'right',
  async list(ctx, companyId) {
    const people = companyId === null ? [] : await inUse(ctx, companyId).execute()
    const offered = Object.entries(RIGHTS).filter(([, row]) => isOffered(row, workbenchesOf(ctx)))
    return [
      { role: ADMINISTRATOR, label: '单位管理员', holders: people.filter((p) => p.isAdmin).length },
      ...offered.map(([right, { label }]) => ({
        role: `right:${right}`,
        label,
        holders: people.filter((p) => p.rights.includes(right)).length,
      })),
    ]
  },
  async holders(ctx, companyId, role) {
    const people = await inUse(ctx, companyId).execute()
    const right = role.slice('right:'.length)
    return people.filter((p) => (role === ADMINISTRATOR ? p.isAdmin : p.rights.includes(right))).map((p) => p.id)
  },
}

/** Rights that are given to people, in a workbench where something is approved. */
function isOffered(
  row: { workbenches: readonly Workbench[]; auto?: boolean; adminOnly?: boolean },
  where: readonly Workbench[],
): boolean {
  return !row.auto && !row.adminOnly && row.workbenches.some((w) => where.includes(w))
}
