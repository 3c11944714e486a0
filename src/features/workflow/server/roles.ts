import { RIGHTS } from '#features/passport/server/public.ts'
import type { RoleSource } from './business.ts'
import { inUse } from './employees.ts'

const ADMINISTRATOR = 'right:administrator'

/** Rights of the buyer's side as roles: whoever was given the right; and the company's administrators. */
export const rightRoles: RoleSource = {
  prefix: 'right',
  async list(ctx, companyId) {
    const people = companyId === null ? [] : await inUse(ctx, companyId).execute()
    const offered = Object.entries(RIGHTS).filter(([, row]) => isOffered(row))
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
function isOffered(row: { workbenches: readonly string[]; auto?: boolean; adminOnly?: boolean }): boolean {
  return !row.auto && !row.adminOnly && row.workbenches.some((w) => w === 'purchaser' || w === 'agency')
}
