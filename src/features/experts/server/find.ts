import type { FindSource } from '#server/feature.ts'
import { listExperts } from './library.ts'

/** Experts of the libraries that a keeper may look into, by name or employer. */
export const find: FindSource = async (ctx, text, limit) => {
  const { workbench, rights, companyId } = ctx.actor
  const keeps = workbench === 'admin' ? rights.has('platform') : companyId !== null && rights.has('expertManagement')
  if (!keeps || workbench === 'supplier' || workbench === 'expert') return []
  const { rows } = await listExperts(ctx, { keyword: text, pageNo: 1, pageSize: limit })
  return rows.map(({ expertId, name, employer }) => ({
    key: `expert:${expertId}`,
    what: '专家',
    title: name,
    code: employer,
    link: `/expert/manage/${expertId}/detail`,
  }))
}
