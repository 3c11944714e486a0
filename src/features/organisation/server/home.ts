import type { HomeSource } from '#server/feature.ts'
import { RelationStatus } from '../contract/shared.ts'
import { KEEPER } from './access.ts'

/** Companies that ask to be associated and wait for an answer, oldest first. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { companyId, rights } = ctx.actor
    if (companyId === null || !rights.has(KEEPER.right)) return []
    const rows = await ctx.tx
      .selectFrom('company_association as a')
      .innerJoin('company as c', 'c.id', 'a.senderCompanyId')
      .select(['a.id', 'c.name'])
      .where('a.tenantId', '=', ctx.tenantId)
      .where('a.status', '=', RelationStatus.values.asked)
      .where('a.senderCompanyId', '<>', companyId)
      .where((e) => e.or([e('a.parentCompanyId', '=', companyId), e('a.childCompanyId', '=', companyId)]))
      .orderBy('a.id')
      .limit(limit)
      .execute()
    return rows.map(({ id, name }) => ({
      key: `association:${id}`,
      kind: 'company',
      isMine: true,
      label: '处理企业关联申请',
      title: name,
      link: '/enterprise/association',
      dueAt: null,
      canWait: true,
    }))
  },
}
