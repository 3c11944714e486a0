import type { HomeSource } from '#server/feature.ts'
import { KINDS } from '../rules/kinds.ts'
import type { ApplicationRow } from './access.ts'

/** Applications that wait for the platform, oldest first; of who applied those that were sent back. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, userId } = ctx.actor
    const isPlatform = workbench === 'admin'
    if (!isPlatform && companyId === null) return []
    const rows = (await ctx.many(
      'ca_application',
      isPlatform ? { state: 'pending' } : { state: 'rejected', companyId: companyId!, userId },
      { orderBy: ['submittedAt', 'id'], limit },
    )) as ApplicationRow[]
    return rows.map(({ id, kind, companyName, code }) => ({
      key: `ca-application:${id}`,
      kind: isPlatform ? ('platform' as const) : ('company' as const),
      isMine: true,
      label: isPlatform ? '证书审核' : '修改证书申请',
      title: isPlatform ? `${companyName}：${KINDS[kind]}` : `${KINDS[kind]} ${code}`,
      link: isPlatform ? `/admin/ca/applications/${id}` : `/services/ca/apply/change/${id}`,
      dueAt: null,
      ...(isPlatform ? {} : { canWait: true }),
    }))
  },
}
