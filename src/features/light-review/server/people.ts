import { AppError } from '#contract/errors.ts'
import { type AcceptedEmployee, acceptedEmployees } from '#features/organisation/server/public.ts'
import type { Any } from './access.ts'

/** These people of the company, in this order; `invalid` where one may not give an opinion. */
export async function demandEligible(
  ctx: Any,
  ids: readonly string[],
  { companyId, path }: { companyId: string; path: string },
): Promise<AcceptedEmployee[]> {
  const rows = await acceptedEmployees(ctx, [companyId], ids)
  return ids.map((id) => {
    const person = rows.find((row) => row.employeeId === id)
    if (person) return person
    const message = '评审人员须为本单位在用、已确认加入且已授予权限的员工，审计人员除外'
    throw new AppError('invalid', message, [{ path, message }])
  })
}
