import type { Finding } from '#features/procurement/contract/shared.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { reviewGroupFindings, tiesInWords, tiesToParticipants } from '#features/procurement/server/public.ts'
import { groupTermsOf } from '#features/procurement/rules/group-terms.ts'
import type { Any, Member, Order } from './rows.ts'

/** What the rules and the documents say of a group as it is composed. */
export async function compositionFindings(ctx: Any, order: Order, members: readonly Member[]): Promise<Finding[]> {
  const experts = members.filter(({ role }) => role !== 'representative')
  const findings = await reviewGroupFindings(ctx, order, {
    groupSize: members.length,
    groupExperts: experts.length,
    handPicked: experts.filter(({ isDrawn }) => !isDrawn).map(({ name }) => name),
  })
  const { size } = groupTermsOf(order.settings)
  const { name } = methodOf(order.method).group!
  const ties = (await tiesOf(ctx, order, members)).filter(({ isSudden }) => !isSudden)
  return [
    ...findings,
    {
      ruleId: 'group-planned-size',
      citation: '采购文件关于小组组成的约定',
      title: `${name}人数与采购文件一致`,
      ok: members.length === size,
      severity: 'block',
      message:
        members.length === size
          ? `${name}人数与采购文件一致`
          : `采购文件约定${name} ${size} 人，现有 ${members.length} 人`,
    },
    {
      ruleId: 'group-representative',
      citation: '《政府采购非招标采购方式管理办法》（财政部令第74号）第七条、第三十二条',
      title: `${name}有采购人代表`,
      ok: experts.length < members.length,
      severity: 'block',
      message: experts.length < members.length ? `${name}有采购人代表` : `${name}中没有采购人代表，需求变动无人确认`,
    },
    ...(ties.length > 0
      ? [
          {
            ruleId: 'group-avoidance',
            citation: '《政府采购法》第十二条',
            title: '与供应商有利害关系的人员应当回避',
            ok: false,
            severity: 'block' as const,
            message: `应当回避：${tiesInWords(ties)}`,
          },
        ]
      : []),
  ]
}

/** Why the group may not begin as it is; null when it may. */
export async function compositionProblem(ctx: Any, order: Order, members: readonly Member[]): Promise<string | null> {
  const broken = (await compositionFindings(ctx, order, members)).find((one) => !one.ok && one.severity === 'block')
  return broken ? `${broken.message}（${broken.citation}）` : null
}

/** What binds members to suppliers of the order. */
export function tiesOf(
  ctx: Any,
  order: Order,
  members: readonly Pick<Member, 'userId' | 'name' | 'expertId' | 'employer' | 'employerCode' | 'chosenAt'>[],
) {
  // What stands as the employer of the purchaser's own people is the purchaser.
  const people = members.map(({ chosenAt, expertId, ...one }) => ({
    ...(expertId === null ? { userId: one.userId, name: one.name } : one),
    asOf: chosenAt,
  }))
  return tiesToParticipants(ctx, order, people)
}
