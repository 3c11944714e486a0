import type { HomeSource } from '#server/feature.ts'
import { OPEN_PAGE, REVIEWS_PAGE } from './access.ts'

/** What waits: a company for the platform's decision, a person for the own confirmation. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, employeeId } = ctx.actor
    if (workbench === 'admin') {
      const rows = await ctx.many(
        'sign_application',
        { state: 'pending', proof: 'review' },
        { orderBy: ['appliedAt', 'id'], limit },
      )
      return rows.map(({ id, companyName }) => ({
        key: `e-sign-audit:${id}`,
        kind: 'platform' as const,
        isMine: true,
        label: '电子签章审核',
        title: companyName,
        link: REVIEWS_PAGE,
        dueAt: null,
      }))
    }
    if (employeeId === null) return []
    const rows = await ctx.many('sign_employee', { employeeId, state: 'asked' }, { limit })
    return rows.map(({ id, askedByName }) => ({
      key: `e-sign-asked:${id}`,
      kind: 'company' as const,
      isMine: true,
      label: '确认开通个人签署',
      title: `${askedByName}邀请您代表企业签署`,
      link: OPEN_PAGE,
      dueAt: null,
    }))
  },
}
