import { HOUR, MINUTE, DAY } from '#contract/time.ts'
import { formatAmount } from '#contract/money.ts'
import type { Case, Rule } from './case.ts'

/** What stands beside the files: bond, papers of the sign-up, changes. `now`: of the server's clock, ms. */
export const standingRules = (now: number): readonly Rule[] => [
  {
    key: 'standing.bond',
    title: '保证金',
    place: 'bond',
    source: {
      law: '《招标投标法实施条例》第二十六条、第五十一条第六项，{documents}',
      else: '{documents}对保证金的要求',
    },
    met: '保证金已生效',
    find: ({ bond }) => {
      if (!bond) return null
      if (bond.isInForce) return []
      const what = bond.isPending ? '已选择方式，尚未到位' : '尚未登记到位'
      const text = `保证金 ${formatAmount(bond.demanded)} 元${what}${timeLeft(bond.deadline, now)}`
      return [{ severity: bond.canReject ? 'reject' : 'check', text }]
    },
  },
  {
    key: 'standing.papers',
    title: '报名资料的有效期',
    place: 'signUp',
    source: { law: '《招标投标法实施条例》第五十一条第三项，{documents}的资格条件', else: '{documents}的资格条件' },
    met: '没有发现在截止前过期的报名资料',
    find: ({ lapses }) =>
      lapses.flatMap(({ kind, validUntil, isRequired, renewedUntil }) =>
        renewedUntil !== null
          ? []
          : [
              {
                severity: isRequired ? 'reject' : 'check',
                text: `“${kind}”有效期至 ${validUntil}，在截止时已过期，须提供换发后的证件`,
              },
            ],
      ),
  },
  {
    key: 'standing.changes',
    title: '变更与澄清',
    place: 'seal',
    source: { law: '{documents}的变更与澄清', else: '{documents}的变更与澄清' },
    met: '变更与澄清都已确认',
    find: ({ order: { unconfirmed } }: Case) =>
      unconfirmed > 0
        ? [{ severity: 'reject', text: `还有 ${unconfirmed} 份变更或澄清未确认，确认前不能封存提交` }]
        : [],
  },
]

/** `，距截止还有 2 天 3 小时`, or that it is over; nothing where there is no deadline. */
function timeLeft(deadline: string | null, now: number): string {
  if (deadline === null) return ''
  const left = Date.parse(deadline) - now
  if (left <= 0) return '，应到位的时间已过'
  const [days, hours, minutes] = [
    Math.floor(left / DAY),
    Math.floor((left % DAY) / HOUR),
    Math.floor((left % HOUR) / MINUTE),
  ]
  const words = days > 0 ? `${days} 天 ${hours} 小时` : hours > 0 ? `${hours} 小时 ${minutes} 分钟` : `${minutes} 分钟`
  return `，距应到位的时间还有 ${words}`
}
