import { Exact } from '#contract/money.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'

/** What one rule says about one committee. */
export interface CommitteeFinding {
  ruleId: string
  citation: string
  ok: boolean
  severity: 'block' | 'warn'
  message: string
}

export interface CommitteeMember {
  id: string
  name: string
  /** `expert`: technical or economic expert drawn or chosen from a list; `owner`: representative of the purchaser. */
  part: 'expert' | 'owner'
  leader?: boolean
  /** Social credit code of the employer. */
  employer?: string
  /** Has signed the avoidance statement for this order. */
  declared: boolean
  /** Ties to bidders, declared or found. */
  ties?: readonly { bidderId: string; reason: string }[]
  /** Other grounds for avoidance that are not about one bidder, e.g. 行政监督部门人员. */
  barred?: string
}

export interface Committee {
  /** Whose rules the order follows. */
  regime: Regime
  members: readonly CommitteeMember[]
  bidders: readonly { id: string; name: string; creditCode?: string }[]
  /** Yuan; decides the size in government procurement. */
  budget?: string
}

interface CommitteeRule {
  id: string
  title: string
  citation: string
  severity: (regime: Regime) => 'block' | 'warn'
  applies: (committee: Committee) => boolean
  /** True, or what is wrong. */
  test: (committee: Committee) => true | string
}

const always = () => true
const block = () => 'block' as const
const warn = () => 'warn' as const
/** 招标投标法第三十七条第二款 speaks of projects that must be tendered; a company may form its committee otherwise. */
const blockUnlessOwn = (regime: Regime) => (regime === 'enterprise' ? 'warn' : 'block')
const SEVEN_FROM = '10000000'

/** The law on review committees, as data (domain §2). */
export const COMMITTEE_RULES: readonly CommitteeRule[] = [
  {
    id: 'committee-size',
    title: '评标委员会为五人以上单数',
    citation: '《招标投标法》第三十七条第二款',
    severity: blockUnlessOwn,
    applies: always,
    test: ({ members }) =>
      (members.length >= 5 && members.length % 2 === 1) || `评标委员会现有 ${members.length} 人，应为五人以上单数`,
  },
  {
    id: 'committee-size-government',
    title: '预算一千万元以上的政府采购项目，评标委员会为七人以上单数',
    citation: '《政府采购货物和服务招标投标管理办法》（财政部令第87号）第四十七条',
    severity: block,
    applies: ({ regime, budget }) =>
      regime === 'government' && budget !== undefined && new Exact(budget).gte(SEVEN_FROM),
    test: ({ members }) =>
      (members.length >= 7 && members.length % 2 === 1) ||
      `评标委员会现有 ${members.length} 人，预算一千万元以上的应为七人以上单数`,
  },
  {
    id: 'committee-experts',
    title: '技术、经济等方面的专家不少于成员总数的三分之二',
    citation: '《招标投标法》第三十七条第二款',
    severity: blockUnlessOwn,
    applies: always,
    test: ({ members }) => {
      const experts = members.filter((m) => m.part === 'expert').length
      return (
        (members.length > 0 && experts * 3 >= members.length * 2) ||
        `成员 ${members.length} 人中专家 ${experts} 人，不足三分之二`
      )
    },
  },
  {
    id: 'committee-distinct',
    title: '同一人不得重复担任成员',
    citation: '《招标投标法》第三十七条第二款',
    severity: block,
    applies: always,
    test: ({ members }) => new Set(members.map((m) => m.id)).size === members.length || '评标委员会成员重复',
  },
  {
    id: 'committee-avoidance',
    title: '与投标人有利害关系的人不得进入评标委员会',
    citation: '《招标投标法》第三十七条第四款、《评标委员会和评标方法暂行规定》第十二条',
    severity: block,
    applies: always,
    test: (committee) => {
      const conflicts = avoidances(committee)
      return conflicts.length === 0 || `应当回避：${conflicts.map((c) => `${c.name}（${c.reason}）`).join('、')}`
    },
  },
  {
    id: 'committee-declaration',
    title: '成员均已签署回避声明',
    citation: '《评标委员会和评标方法暂行规定》第十二条',
    severity: block,
    applies: always,
    test: ({ members }) => {
      const open = members.filter((m) => !m.declared).map((m) => m.name)
      return open.length === 0 || `尚未签署回避声明：${open.join('、')}`
    },
  },
  {
    id: 'committee-leader',
    title: '评标委员会负责人一名',
    citation: '《评标委员会和评标方法暂行规定》第九条',
    severity: warn,
    applies: always,
    test: ({ members }) => {
      const leaders = members.filter((m) => m.leader).length
      return leaders === 1 || (leaders === 0 ? '尚未推选组长' : `组长只能有一名，现有 ${leaders} 名`)
    },
  },
  {
    id: 'committee-leader-government',
    title: '采购人代表不得担任组长',
    citation: '《政府采购货物和服务招标投标管理办法》（财政部令第87号）第四十五条',
    severity: block,
    applies: ({ regime }) => regime === 'government',
    test: ({ members }) => {
      const wrong = members.find((m) => m.leader && m.part === 'owner')
      return !wrong || `采购人代表${wrong.name}不得担任组长`
    },
  },
]

/** What every applicable rule says; satisfied rules are in the list with their title. */
export function checkCommittee(committee: Committee): CommitteeFinding[] {
  return COMMITTEE_RULES.filter((rule) => rule.applies(committee)).map((rule) => {
    const verdict = rule.test(committee)
    const ok = verdict === true
    return {
      ruleId: rule.id,
      citation: rule.citation,
      ok,
      severity: rule.severity(committee.regime),
      message: ok ? rule.title : verdict,
    }
  })
}

/** Members who must step back, with the reason: a tie to a bidder, employment by one, or a ground of their own. */
export function avoidances({
  members,
  bidders,
}: Pick<Committee, 'members' | 'bidders'>): { memberId: string; name: string; reason: string }[] {
  return members.flatMap(({ id: memberId, name, employer, ties = [], barred }) => {
    const reasons = [
      ...(barred ? [barred] : []),
      ...bidders.filter((b) => employer && b.creditCode === employer).map((b) => `任职于投标人${b.name}`),
      ...ties.flatMap((tie) => {
        const bidder = bidders.find((b) => b.id === tie.bidderId)
        return bidder ? [`与投标人${bidder.name}：${tie.reason}`] : []
      }),
    ]
    return reasons.length > 0 ? [{ memberId, name, reason: reasons.join('；') }] : []
  })
}
