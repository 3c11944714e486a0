/** The three levels of a budget: a year's plan, the departments' budgets made of it, what they apply for out of theirs. */
export const LEVELS = {
  annual: { label: '年度预算', folder: 'annual', param: 'planId', above: null, node: 'annual' },
  department: { label: '部门预算', folder: 'department', param: 'departmentId', above: 'annual', node: 'department' },
  apply: { label: '预算申请', folder: 'apply', param: 'demandId', above: 'department', node: 'apply' },
} as const
export type Level = keyof typeof LEVELS

export const LEVEL_NAMES = Object.keys(LEVELS) as [Level, ...Level[]]

export const CATEGORIES = { goods: '货物', works: '工程', services: '服务' } as const
export type Category = keyof typeof CATEGORIES

/** Where the pages of a level stand. */
export function budgetPlaces(level: Level) {
  const at = `/purchaser/budget/${LEVELS[level].folder}`
  return {
    list: `${at}/list`,
    create: `${at}/form`,
    edit: (planId: string) => `${at}/form/${planId}`,
    detail: (planId: string) => `${at}/${planId}/detail`,
  }
}
