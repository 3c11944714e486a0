import type { Check } from '#features/sealing/core/check.ts'
import { isOfSource } from '#features/sealing/core/verify-trust.ts'

export interface Section {
  title: string
  checks: Check[]
}

/**
 * `valid`: everything was checked and holds, the source too. `consistent`: the material holds together, and nobody but itself
 * says where it comes from. `incomplete`: nothing fails, something could not be checked.
 */
export type Verdict = 'valid' | 'consistent' | 'incomplete' | 'invalid'

export interface Report {
  verdict: Verdict
  sections: Section[]
}

export const VERDICTS: Record<Verdict, string> = {
  valid: '验证通过：所有项目均已核对且成立',
  consistent: '材料自洽，来源未经确认：内容前后一致，但未与信任文件、日志见证全部核对，不能排除整套材料系另造',
  incomplete: '未发现问题，但材料不全，部分项目未能核对',
  invalid: '验证不通过：有项目不成立',
}

/** The verdict on all checks together. */
export function verdictOn(sections: readonly Section[]): Verdict {
  const checks = sections.flatMap((section) => section.checks)
  if (checks.some((check) => check.ok === false)) return 'invalid'
  const open = checks.filter((check) => check.ok === null)
  if (open.length === 0) return checks.length > 0 ? 'valid' : 'incomplete'
  return open.every(isOfSource) ? 'consistent' : 'incomplete'
}
