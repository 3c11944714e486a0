import { Exact } from '#contract/money.ts'
import { atLeast, atMost, fewest, WORKING_DAYS } from './legal-calendar-predicates.ts'
import { type CalendarRule, government, MOF_74 } from './legal-calendar-rule.ts'
import type { CalendarMethod, Schedule } from './legal-calendar-schedule.ts'

const NEGOTIATION: readonly CalendarMethod[] = ['competitiveNegotiation']
const CONSULTATION: readonly CalendarMethod[] = ['consultation']
const BOTH: readonly CalendarMethod[] = [...NEGOTIATION, ...CONSULTATION]
const CONSULTING = '《政府采购竞争性磋商采购方式管理暂行办法》（财库〔2014〕214号）'

/** From this amount on goods and services are tendered in the open; groups are larger then (yuan). */
const OPEN_TENDER_FROM = '2000000'
/** Bounds of the price's share in the score, percent, by what is bought. */
const PRICE_WEIGHTS: Readonly<Record<string, readonly [number, number]>> = { goods: [30, 60], services: [10, 30] }

/** What the law says of groups that talk with suppliers: 竞争性谈判 and 竞争性磋商. Sources marked “not checked” warn. */
export const GROUP_RULES: readonly CalendarRule[] = [
  {
    id: 'response-negotiation',
    title: '谈判文件发出至提交首次响应文件截止不少于 3 个工作日',
    sources: government(`${MOF_74}第二十九条`),
    methods: NEGOTIATION,
    severity: 'block',
    predicate: atLeast(3, '响应时间', ['noticeAt', 'bidDeadline', WORKING_DAYS]),
  },
  {
    id: 'response-consultation',
    title: '磋商文件发出至提交首次响应文件截止不少于 10 日',
    sources: government(`${CONSULTING}第十条`),
    methods: CONSULTATION,
    severity: 'block',
    predicate: atLeast(10, '响应时间', ['noticeAt', 'bidDeadline']),
  },
  {
    id: 'document-sale-consultation',
    title: '磋商文件发售不少于 5 个工作日',
    sources: government(`${CONSULTING}第十条`),
    methods: CONSULTATION,
    severity: 'block',
    predicate: atLeast(5, '磋商文件发售期', ['noticeAt', 'documentSaleEnd', WORKING_DAYS]),
  },
  {
    id: 'amendment-negotiation',
    title: '可能影响响应文件编制的变更，距响应截止不少于 3 个工作日',
    // Not checked.
    sources: government(`${MOF_74}第二十九条`),
    methods: NEGOTIATION,
    severity: 'warn',
    predicate: atLeast(3, '变更至响应截止', ['amendmentAt', 'bidDeadline', WORKING_DAYS]),
  },
  {
    id: 'amendment-consultation',
    title: '可能影响响应文件编制的变更，距响应截止不少于 5 日',
    // Not checked.
    sources: government(`${CONSULTING}第十条`),
    methods: CONSULTATION,
    severity: 'warn',
    predicate: atLeast(5, '变更至响应截止', ['amendmentAt', 'bidDeadline']),
  },
  {
    id: 'invitees-group',
    title: '邀请不少于 3 家供应商参加谈判、磋商',
    sources: government(`《政府采购法》第三十八条、${CONSULTING}第六条`),
    methods: BOTH,
    severity: 'block',
    predicate: fewest('inviteeCount', '受邀供应商'),
  },
  {
    id: 'suppliers-competitiveNegotiation',
    title: '提交响应文件、符合要求的供应商不少于 3 家（规定情形下 2 家）',
    sources: government(`${MOF_74}第二十七条、第三十七条`),
    methods: NEGOTIATION,
    severity: 'block',
    predicate: fewest('supplierCount', '符合要求的供应商'),
  },
  {
    id: 'suppliers-consultation',
    title: '提交响应文件、符合要求的供应商不少于 3 家（规定情形下 2 家）',
    sources: government(`${CONSULTING}第二十一条、第三十四条`),
    methods: CONSULTATION,
    severity: 'block',
    predicate: fewest('supplierCount', '符合要求的供应商'),
  },
  {
    id: 'final-offers-negotiation',
    title: '提交最后报价的供应商不少于 3 家（规定情形下 2 家）',
    sources: government(`${MOF_74}第二十七条、第三十三条`),
    methods: NEGOTIATION,
    severity: 'block',
    predicate: fewest('finalOffers', '提交最后报价的供应商'),
  },
  {
    id: 'final-offers-consultation',
    title: '提交最后报价的供应商不少于 3 家（规定情形下 2 家）',
    sources: government(`${CONSULTING}第二十一条`),
    methods: CONSULTATION,
    severity: 'block',
    predicate: fewest('finalOffers', '提交最后报价的供应商'),
  },
  {
    id: 'group-size',
    title: '小组由 3 人以上单数组成',
    sources: government(`${MOF_74}第七条、${CONSULTING}第十四条`),
    methods: BOTH,
    severity: 'block',
    predicate: ({ groupSize }) =>
      groupSize === undefined
        ? undefined
        : { ok: groupSize >= 3 && groupSize % 2 === 1, detail: `小组现有 ${groupSize} 人，应为 3 人以上单数` },
  },
  {
    id: 'group-experts',
    title: '评审专家不少于小组成员总数的三分之二',
    sources: government(`${MOF_74}第七条、${CONSULTING}第十四条`),
    methods: BOTH,
    severity: 'block',
    predicate: ({ groupSize, groupExperts }) =>
      groupSize === undefined || groupExperts === undefined
        ? undefined
        : {
            ok: groupExperts * 3 >= groupSize * 2,
            detail: `小组 ${groupSize} 人中评审专家 ${groupExperts} 人，不足三分之二`,
          },
  },
  {
    id: 'group-size-large',
    title: '达到公开招标数额标准的货物、服务项目，小组由 5 人以上单数组成',
    // Not checked; the amount is that of the central government.
    sources: government(`${MOF_74}第七条`),
    methods: BOTH,
    severity: 'warn',
    predicate: ({ groupSize, budget, category }) =>
      groupSize === undefined || budget === undefined || category === 'works' || new Exact(budget).lt(OPEN_TENDER_FROM)
        ? undefined
        : { ok: groupSize >= 5, detail: `预算达到公开招标数额标准，小组现有 ${groupSize} 人，应为 5 人以上` },
  },
  {
    id: 'group-draw',
    title: '评审专家从评审专家库随机抽取',
    // Not checked.
    sources: government(`${MOF_74}第七条、${CONSULTING}第十四条`),
    methods: BOTH,
    severity: 'warn',
    predicate: ({ handPicked }) =>
      handPicked && {
        ok: handPicked.length === 0,
        detail: `${handPicked.join('、')}未经随机抽取，应当从评审专家库随机抽取，或者说明自行选定的依据`,
      },
  },
  {
    id: 'price-weight-consultation',
    title: '价格分值占总分值的比重：货物 30% 至 60%，服务 10% 至 30%',
    sources: government(`${CONSULTING}第二十四条`),
    methods: CONSULTATION,
    severity: 'block',
    predicate: priceWeight,
  },
  {
    id: 'decide-group',
    title: '自收到评审报告之日起 5 个工作日内确定成交供应商',
    // Not checked.
    sources: government(`${MOF_74}第三十六条、${CONSULTING}第二十八条`),
    methods: BOTH,
    severity: 'warn',
    predicate: atMost(5, '自评审报告签署至确定成交供应商', ['reviewReportAt', 'awardedAt', WORKING_DAYS]),
  },
  {
    id: 'result-notice-group',
    title: '自确定成交供应商之日起 2 个工作日内公告结果、发出成交通知书',
    // Not checked.
    sources: government(`${MOF_74}第十八条、${CONSULTING}第二十九条`),
    methods: BOTH,
    severity: 'warn',
    predicate: atMost(2, '自确定成交供应商至公告结果', ['awardedAt', 'winnerNoticeAt', WORKING_DAYS]),
  },
]

function priceWeight({ priceWeight: given, category = '' }: Schedule) {
  const bounds = PRICE_WEIGHTS[category]
  if (given === undefined || !bounds) return undefined
  const [least, most] = bounds
  const weight = new Exact(given)
  return {
    ok: weight.gte(least) && weight.lte(most),
    detail: `价格分值占总分值的 ${weight.toFixed()}%，应为 ${least}% 至 ${most}%`,
  }
}
