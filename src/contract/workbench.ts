import * as z from 'zod'

/**
 * Where a person works. `value` and `role` are the specification's (workbench number and role number); expert and
 * administration are workbenches of their own with the same mechanics.
 */
export const WORKBENCHES = {
  purchaser: { value: 1, role: 2, label: '采购工作台', menu: 'purchaser' },
  agency: { value: 2, role: 3, label: '代理工作台', menu: 'agent' },
  supplier: { value: 3, role: 1, label: '供应商工作台', menu: 'supplier' },
  expert: { value: 4, role: 4, label: '专家工作台', menu: 'expert' },
  admin: { value: 5, role: 5, label: '平台管理', menu: 'admin' },
} as const

export type Workbench = keyof typeof WORKBENCHES
export const WorkbenchName = z.enum(Object.keys(WORKBENCHES) as [Workbench, ...Workbench[]])

/**
 * Whom somebody works as: a name, or the specification's number of it (supplier 1, purchaser 2, agency 3; ours: expert 4,
 * administration 5).
 */
export const Identity = z
  .enum([...WorkbenchName.options, ...WorkbenchName.options.map((name) => `${WORKBENCHES[name].role}` as const)])
  .transform((given) => WorkbenchName.options.find((name) => `${WORKBENCHES[name].role}` === given) ?? given)
  .pipe(WorkbenchName)

/** Request header that names the workbench a person is in; `call()` sets it. */
export const WORKBENCH_HEADER = 'x-workbench'
export const TENANT_HEADER = 'x-tenant'
export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const XSRF_COOKIE = 'kb_xsrf'
export const XSRF_HEADER = 'x-xsrf-token'
