import { Exact } from '#contract/money.ts'
import { DIRECT_GROUNDS } from '../steps/publicity/grounds.ts'
import { topUpLimit } from '../steps/publicity/terms.ts'
import { concentration } from './key-holders.ts'
import { atLeast, atMost, count, WORKING_DAYS } from './legal-calendar-predicates.ts'
import { type CalendarRule, everywhere, GB, government, MOF_74, tendering } from './legal-calendar-rule.ts'
import { GROUP_RULES } from './legal-calendar-groups.ts'
import { CALENDAR_METHODS } from './legal-calendar-schedule.ts'
import { TENDER_RULES } from './legal-calendar-tenders.ts'
import { REGIMES } from './regimes.ts'

/** How many are invited: the owner's knowledge alone. */
export const INVITEES_RULES: readonly string[] = ['invitees', 'invitees-auction', 'invitees-inquiry', 'invitees-group']

/** The time that the law leaves suppliers from the letter or announcement to their offer. */
export const RESPONSE_TIME_RULES: readonly string[] = [
  'bid-preparation',
  'response-inquiry',
  'response-negotiation',
  'response-consultation',
]

/** Experts of the committee are drawn. */
export const DRAW_RULES: readonly string[] = ['committee-draw', 'committee-draw-government']

const SOLE_PUBLICITY: Pick<CalendarRule, 'title' | 'methods' | 'predicate'> = {
  title: '只能从唯一供应商处采购的，公示期不少于 5 个工作日',
  methods: ['singleSource'],
  predicate: ({ sole }) =>
    sole?.reason === 'unique'
      ? { ok: sole.days >= 5, detail: `单一来源公示期为 ${sole.days} 个工作日，不得少于 5 个工作日` }
      : undefined,
}

const SOLE_TOP_UP: Pick<CalendarRule, 'title' | 'methods' | 'predicate'> = {
  title: '添购资金总额不超过原合同采购金额的 10%',
  methods: ['singleSource'],
  predicate: ({ sole, estimatedPrice }) => {
    if (sole?.reason !== 'followUp' || !sole.originalAmount || !estimatedPrice) return undefined
    const limit = topUpLimit(sole.originalAmount)
    const detail = `估算价 ${estimatedPrice} 元，超过原合同采购金额 ${sole.originalAmount} 元的 10%（${limit} 元）`
    return { ok: new Exact(estimatedPrice).lte(limit), detail }
  },
}

/**
 * The legal calendar (domain §2, methods §0–1) as data. Where regimes differ in how strict they are, they have rules of
 * their own, so that a tenant sets each by itself. Sources marked “not checked” are cited from memory: they warn.
 */
export const CALENDAR_RULES: readonly CalendarRule[] = [
  {
    id: 'method-regime',
    title: '采购方式与项目的适用制度相符',
    sources: {
      tender: '《招标投标法》第三条',
      // Not checked.
      government: '《政府采购法》第二十六条',
      enterprise: GB,
    },
    methods: CALENDAR_METHODS,
    severity: 'warn',
    predicate: ({ regime, methodFor }) =>
      methodFor && {
        ok: methodFor.includes(regime),
        detail: `本项目为${REGIMES[regime].label}项目，该采购方式用于${methodFor.map((one) => REGIMES[one].label).join('、')}项目`,
      },
  },
  ...TENDER_RULES,
  {
    id: 'joint-holders',
    standard: 'A-96',
    title: '联合密钥的保管人来自至少两个单位，任何一个单位不能单独开启',
    sources: everywhere(
      '《招标投标法》第五条；《电子招标投标系统检测认证技术规范》（开标前除投标人外任何人不得解密投标文件）',
    ),
    methods: CALENDAR_METHODS,
    severity: 'block',
    predicate: ({ keyHolders }) => {
      if (!keyHolders) return undefined
      const detail = concentration(keyHolders)
      return { ok: detail === '', detail }
    },
  },
  {
    id: 'sole-publicity',
    severity: 'block',
    sources: government(`《政府采购法实施条例》第三十八条、${MOF_74}第三十八条`),
    ...SOLE_PUBLICITY,
  },
  // The law of government procurement alone demands it; elsewhere it is good practice.
  {
    id: 'sole-publicity-voluntary',
    severity: 'warn',
    sources: tendering('参照《政府采购法实施条例》第三十八条'),
    ...SOLE_PUBLICITY,
  },
  {
    id: 'sole-top-up',
    severity: 'block',
    sources: government('《政府采购法》第三十一条第三项'),
    ...SOLE_TOP_UP,
  },
  {
    id: 'sole-top-up-voluntary',
    severity: 'warn',
    sources: tendering('参照《政府采购法》第三十一条第三项'),
    ...SOLE_TOP_UP,
  },
  {
    id: 'sole-must-tender',
    title: '依法必须招标的项目不招标的，须符合法定情形',
    sources: { tender: '《招标投标法实施条例》第九条' },
    methods: ['singleSource'],
    severity: 'warn',
    predicate: () => ({
      ok: false,
      detail: '本项目依法必须招标，不招标须符合法定情形；招标后只有一家投标人本身不是理由',
    }),
  },
  {
    id: 'direct-publicity',
    title: '须公示的直接采购，公示期不少于 3 个工作日',
    // The standard demands the announcement, and leaves its length to the company.
    sources: everywhere(`参照${GB}第 7.2.2.3 条`),
    methods: ['direct'],
    severity: 'warn',
    predicate: ({ sole }) => {
      const ground = sole && DIRECT_GROUNDS[sole.reason]
      if (ground?.publicity !== 'due') return undefined
      return { ok: sole!.days >= ground.days, detail: `公示期为 ${sole!.days} 个工作日，少于 ${ground.days} 个工作日` }
    },
  },
  {
    id: 'suppliers-inquiry',
    title: '询价、询比的供应商不少于 3 家',
    sources: { tender: GB, government: `${MOF_74}第七条`, enterprise: GB },
    methods: ['inquiry'],
    severity: 'block',
    predicate: count('supplierCount', 3, '供应商'),
  },
  {
    id: 'invitees-inquiry',
    title: '向 3 家以上供应商发出询价邀请',
    sources: { tender: GB, government: '《政府采购法》第四十条第二项', enterprise: GB },
    methods: ['inquiry'],
    severity: 'block',
    predicate: count('inviteeCount', 3, '受邀供应商'),
  },
  {
    id: 'response-inquiry',
    title: '询价公告（通知书）发出至提交响应文件截止不少于 3 个工作日',
    sources: government(`${MOF_74}第四十五条`),
    methods: ['inquiry'],
    severity: 'block',
    predicate: atLeast(3, '响应时间', ['noticeAt', 'bidDeadline', WORKING_DAYS]),
  },
  {
    id: 'extension-inquiry',
    title: '报价不足 3 家的，终止询价并重新采购；延长截止时间须有依据',
    // Not checked.
    sources: government(`${MOF_74}第五十四条`),
    methods: ['inquiry'],
    severity: 'warn',
    predicate: ({ isExtension }) =>
      isExtension === undefined
        ? undefined
        : { ok: false, detail: '至报价截止供应商不足 3 家，一般应终止并重新采购；延长截止时间的，请说明依据' },
  },
  {
    id: 'decide-inquiry',
    title: '自收到评审报告之日起 5 个工作日内确定成交供应商',
    // Not checked.
    sources: government(`${MOF_74}第四十九条`),
    methods: ['inquiry'],
    severity: 'warn',
    predicate: atMost(5, '自报价开启或者评审结束至确定成交供应商', ['reviewReportAt', 'awardedAt', WORKING_DAYS]),
  },
  {
    id: 'result-notice-inquiry',
    title: '自确定成交供应商之日起 2 个工作日内公告结果、发出成交通知书',
    // Not checked.
    sources: government(`${MOF_74}第十八条`),
    methods: ['inquiry'],
    severity: 'warn',
    predicate: atMost(2, '自确定成交供应商至公告结果', ['awardedAt', 'winnerNoticeAt', WORKING_DAYS]),
  },
  {
    id: 'group-inquiry',
    title: '询价小组由 3 人以上单数组成',
    // Not checked.
    sources: government(`${MOF_74}第七条`),
    methods: ['inquiry'],
    severity: 'warn',
    predicate: ({ groupSize }) =>
      groupSize === undefined
        ? undefined
        : { ok: groupSize >= 3 && groupSize % 2 === 1, detail: `评审成员 ${groupSize} 人，应为 3 人以上单数` },
  },
  {
    id: 'candidates-comparison',
    title: '询比采购先进行预成交公示，再公告成交结果',
    sources: { enterprise: `${GB}7.5.2` },
    methods: ['inquiry'],
    severity: 'warn',
    predicate: ({ candidateDays }) =>
      candidateDays === undefined ? undefined : { ok: candidateDays > 0, detail: '采购文件未安排预成交公示' },
  },
  {
    id: 'suppliers-negotiation',
    title: '谈判采购的供应商不少于 2 家',
    sources: everywhere(GB),
    methods: ['negotiation'],
    severity: 'block',
    predicate: count('supplierCount', 2, '供应商'),
  },
  {
    id: 'invitees-negotiation',
    title: '向 2 家以上供应商发出谈判采购邀请',
    sources: everywhere(GB),
    methods: ['negotiation'],
    severity: 'warn',
    predicate: count('inviteeCount', 2, '受邀供应商'),
  },
  ...GROUP_RULES,
  {
    id: 'suppliers-auction',
    title: '竞价采购的供应商不少于 3 家',
    sources: everywhere(GB),
    methods: ['auction'],
    severity: 'block',
    predicate: count('supplierCount', 3, '供应商'),
  },
  {
    id: 'invitees-auction',
    title: '邀请竞价向 3 家以上供应商发出邀请',
    sources: everywhere(GB),
    methods: ['auction'],
    severity: 'block',
    predicate: count('inviteeCount', 3, '受邀供应商'),
  },
]
