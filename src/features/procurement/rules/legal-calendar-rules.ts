import { Exact } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { concentration } from './key-holders.ts'
import {
  daysBetween,
  isInTime,
  isLongEnough,
  lastDayOf,
  periodEnd,
  shift,
  type Counting,
} from './legal-calendar-days.ts'
import { topUpLimit } from '../steps/publicity/terms.ts'
import type { Moment, Schedule, Verdict } from './legal-calendar-schedule.ts'

/** What a broken rule does: it forbids going on, or warns and is accepted on record. */
export const SEVERITIES = { block: '禁止', warn: '提醒' } as const
export type Severity = keyof typeof SEVERITIES

/** One rule of law. `predicate` is undefined while the schedule lacks what it needs. */
export interface CalendarRule {
  id: string
  /** Rule of the certification standard CTS-EBS01-2016, where one corresponds. */
  standard?: string
  title: string
  citation: string
  severity: Severity
  appliesTo: (schedule: Schedule) => boolean
  predicate: (schedule: Schedule, counting: Counting) => Verdict | undefined
}

const tender = ({ method }: Schedule) => method === 'publicTender' || method === 'invitedTender'
const mustTender = (s: Schedule) => tender(s) && s.mustTenderByLaw
const voluntaryTender = (s: Schedule) => tender(s) && !s.mustTenderByLaw
const method = (wanted: Schedule['method']) => (s: Schedule) => s.method === wanted

/** How many are invited: the owner's knowledge alone (A-107). */
export const INVITEES_RULES: readonly string[] = ['invitees', 'invitees-auction']

const PUBLICITY = {
  title: '中标候选人公示期不少于 3 日',
  citation: '《招标投标法实施条例》第五十四条第一款',
  predicate: atLeast(3, ['candidateNoticeAt', 'candidateNoticeEnd'], '中标候选人公示期'),
}

/** The legal calendar (domain §2) as data. */
export const CALENDAR_RULES: readonly CalendarRule[] = [
  {
    id: 'document-sale',
    title: '招标文件发售期不少于 5 日',
    citation: '《招标投标法实施条例》第十六条第一款',
    severity: 'block',
    appliesTo: tender,
    predicate: atLeast(5, ['documentSaleStart', 'documentSaleEnd'], '招标文件发售期'),
  },
  {
    id: 'bid-preparation',
    title: '自招标文件开始发出至投标截止不少于 20 日',
    citation: '《招标投标法》第二十四条',
    severity: 'block',
    appliesTo: mustTender,
    predicate: atLeast(20, ['documentSaleStart', 'bidDeadline'], '自招标文件开始发出至投标截止'),
  },
  {
    id: 'question-deadline',
    title: '对招标文件的异议在投标截止 10 日前提出',
    citation: '《招标投标法实施条例》第二十二条',
    severity: 'warn',
    appliesTo: tender,
    predicate: before(10, ['questionDeadline', 'bidDeadline'], '提问（异议）截止至投标截止'),
  },
  {
    id: 'amendment',
    title: '影响投标文件编制的澄清或者修改在投标截止至少 15 日前发出，不足的顺延',
    citation: '《招标投标法》第二十三条、《招标投标法实施条例》第二十一条',
    severity: 'block',
    appliesTo: tender,
    predicate: atLeast(15, ['amendmentAt', 'bidDeadline'], '自澄清或者修改发出至投标截止'),
  },
  {
    id: 'bond-limit',
    title: '投标保证金不超过招标项目估算价的 2%',
    citation: '《招标投标法实施条例》第二十六条第一款',
    severity: 'block',
    appliesTo: tender,
    predicate: ({ bond, estimatedPrice }) => {
      if (!bond || !estimatedPrice) return undefined
      const limit = new Exact(estimatedPrice).times('0.02')
      const detail = `投标保证金 ${bond} 元，超过估算价 ${estimatedPrice} 元的 2%（${limit.toFixed()} 元）`
      return { ok: new Exact(bond).lte(limit), detail }
    },
  },
  {
    id: 'invitees',
    title: '邀请招标向三个以上特定的法人或者其他组织发出投标邀请书',
    citation: '《招标投标法》第十七条第一款',
    severity: 'block',
    appliesTo: method('invitedTender'),
    predicate: count('inviteeCount', 3, '受邀请单位'),
  },
  {
    id: 'price-negotiation',
    title: '评审中不另行报价：确定中标人前不得就投标价格进行谈判',
    citation: '《招标投标法》第四十三条',
    severity: 'block',
    appliesTo: tender,
    predicate: ({ offerRounds }) =>
      offerRounds === undefined
        ? undefined
        : {
            ok: offerRounds === 0,
            detail: `评审中设有 ${offerRounds} 轮报价，确定中标人前不得就投标价格进行谈判`,
          },
  },
  {
    id: 'joint-holders',
    standard: 'A-96',
    title: '联合密钥的保管人来自至少两个单位，任何一个单位不能单独开启',
    citation: '《招标投标法》第五条；《电子招标投标系统检测认证技术规范》（开标前除投标人外任何人不得解密投标文件）',
    severity: 'block',
    appliesTo: () => true,
    predicate: ({ keyHolders }) => {
      if (!keyHolders) return undefined
      const detail = concentration(keyHolders)
      return { ok: detail === '', detail }
    },
  },
  {
    id: 'committee-draw',
    title: '依法必须招标的项目，评标专家从专家库随机抽取',
    citation: '《招标投标法实施条例》第四十六条第一款',
    severity: 'block',
    appliesTo: mustTender,
    predicate: ({ handPicked }) =>
      handPicked && {
        ok: handPicked.length === 0,
        detail: `${handPicked.join('、')}未经随机抽取，评标专家应当从专家库随机抽取`,
      },
  },
  {
    id: 'opening-time',
    title: '开标在投标截止时间的同一时间公开进行',
    citation: '《招标投标法》第三十四条',
    severity: 'block',
    appliesTo: tender,
    predicate: ({ bidDeadline, openAt }) => {
      if (!bidDeadline || !openAt) return undefined
      const [closes, opens] = [bidDeadline, openAt].map((at) => Math.floor(new Date(at).getTime() / 1000))
      const detail = `开标时间 ${formatTime(openAt, true)} 与投标截止时间 ${formatTime(bidDeadline, true)} 不一致`
      return { ok: closes === opens, detail, suggestion: { field: 'openAt', at: new Date(bidDeadline).toISOString() } }
    },
  },
  {
    id: 'bidders-tender',
    standard: 'A-109',
    title: '投标人不少于 3 个，少于 3 个的不得开标，应当重新招标',
    citation: '《招标投标法》第二十八条第一款、《招标投标法实施条例》第四十四条第二款',
    severity: 'block',
    appliesTo: tender,
    predicate: count('supplierCount', 3, '投标人'),
  },
  {
    id: 'sole-publicity',
    title: '只能从唯一供应商处采购的，公示期不少于 5 个工作日',
    citation: '《政府采购法实施条例》第三十八条、《政府采购非招标采购方式管理办法》（财政部令第74号）第三十八条',
    severity: 'block',
    appliesTo: (s) => method('singleSource')(s) && s.sole?.reason === 'unique',
    predicate: ({ sole }) =>
      sole && { ok: sole.days >= 5, detail: `单一来源公示期为 ${sole.days} 个工作日，不得少于 5 个工作日` },
  },
  {
    id: 'sole-top-up',
    title: '添购资金总额不超过原合同采购金额的 10%',
    citation: '《政府采购法》第三十一条第三项',
    severity: 'block',
    appliesTo: (s) => method('singleSource')(s) && s.sole?.reason === 'followUp',
    predicate: ({ sole, estimatedPrice }) => {
      if (!sole?.originalAmount || !estimatedPrice) return undefined
      const limit = topUpLimit(sole.originalAmount)
      const detail = `估算价 ${estimatedPrice} 元，超过原合同采购金额 ${sole.originalAmount} 元的 10%（${limit} 元）`
      return { ok: new Exact(estimatedPrice).lte(limit), detail }
    },
  },
  {
    id: 'sole-must-tender',
    title: '依法必须招标的项目不招标的，须符合法定情形',
    citation: '《招标投标法实施条例》第九条',
    severity: 'warn',
    appliesTo: method('singleSource'),
    predicate: ({ mustTenderByLaw }) => ({
      ok: !mustTenderByLaw,
      detail: '本项目依法必须招标，不招标须符合法定情形；招标后只有一家投标人本身不是理由',
    }),
  },
  {
    id: 'suppliers-inquiry',
    title: '询比采购的供应商不少于 3 家',
    citation: '《电子采购交易规范 非招标方式》（GB/T 43711-2024）',
    severity: 'block',
    appliesTo: method('inquiry'),
    predicate: count('supplierCount', 3, '供应商'),
  },
  {
    id: 'suppliers-negotiation',
    title: '谈判采购的供应商不少于 2 家',
    citation: '《电子采购交易规范 非招标方式》（GB/T 43711-2024）',
    severity: 'block',
    appliesTo: method('negotiation'),
    predicate: count('supplierCount', 2, '供应商'),
  },
  {
    id: 'suppliers-auction',
    title: '竞价采购的供应商不少于 3 家',
    citation: '《电子采购交易规范 非招标方式》（GB/T 43711-2024）',
    severity: 'block',
    appliesTo: method('auction'),
    predicate: count('supplierCount', 3, '供应商'),
  },
  {
    id: 'invitees-auction',
    title: '邀请竞价向 3 家以上供应商发出邀请',
    citation: '《电子采购交易规范 非招标方式》（GB/T 43711-2024）',
    severity: 'block',
    appliesTo: method('auction'),
    predicate: count('inviteeCount', 3, '受邀供应商'),
  },
  {
    id: 'candidate-count',
    title: '中标候选人不超过 3 个并标明排序',
    citation: '《招标投标法实施条例》第五十三条第一款',
    severity: 'block',
    appliesTo: tender,
    predicate: ({ candidateCount }) =>
      candidateCount === undefined
        ? undefined
        : { ok: candidateCount <= 3, detail: `中标候选人 ${candidateCount} 个，不得超过 3 个` },
  },
  {
    id: 'candidate-notice',
    title: '自收到评标报告之日起 3 日内公示中标候选人',
    citation: '《招标投标法实施条例》第五十四条第一款',
    severity: 'warn',
    appliesTo: mustTender,
    predicate: atMost(3, ['reviewReportAt', 'candidateNoticeAt'], '自收到评标报告至公示中标候选人'),
  },
  { id: 'candidate-publicity', severity: 'block', appliesTo: mustTender, ...PUBLICITY },
  // The law demands it of projects that must be tendered; elsewhere it is good practice.
  { id: 'candidate-publicity-voluntary', severity: 'warn', appliesTo: voluntaryTender, ...PUBLICITY },
  {
    id: 'objection-answer',
    title: '自收到异议之日起 3 日内作出答复',
    citation: '《招标投标法实施条例》第二十二条、第五十四条第二款',
    severity: 'warn',
    appliesTo: tender,
    predicate: ({ objections, now }, { restDays }) => {
      const judged = objections?.flatMap(({ receivedAt, answeredAt }) => {
        const at = answeredAt ?? now
        return at ? [{ late: !isInTime(receivedAt, at, { days: 3, restDays }), open: !answeredAt }] : []
      })
      if (!judged?.length) return undefined
      const late = judged.filter((o) => o.late)
      const open = late.filter((o) => o.open).length
      const detail = `${late.length} 件异议超过 3 日${open > 0 ? `，其中 ${open} 件尚未答复` : '才答复'}`
      return { ok: late.length === 0, detail }
    },
  },
  {
    id: 'objection-pause',
    title: '异议答复前暂停招标投标活动',
    citation: '《招标投标法实施条例》第二十二条、第五十四条第二款',
    severity: 'block',
    appliesTo: tender,
    predicate: ({ objections }) => {
      if (!objections?.length) return undefined
      const open = objections.filter((o) => !o.answeredAt).length
      return { ok: open === 0, detail: `有 ${open} 件异议尚未答复，答复前应当暂停招标投标活动` }
    },
  },
  {
    id: 'contract',
    title: '自中标通知书发出之日起 30 日内订立书面合同',
    citation: '《招标投标法》第四十六条第一款',
    severity: 'warn',
    appliesTo: tender,
    predicate: atMost(30, ['winnerNoticeAt', 'contractAt'], '自中标通知书发出至订立合同'),
  },
  {
    id: 'bond-return',
    title: '书面合同签订后 5 日内退还投标保证金及银行同期存款利息',
    citation: '《招标投标法实施条例》第五十七条第二款',
    severity: 'warn',
    appliesTo: tender,
    predicate: atMost(5, ['contractAt', 'bondReturnedAt'], '自签订合同至退还投标保证金'),
  },
]

type Predicate = CalendarRule['predicate']
type Span = readonly [from: Moment, to: Moment]

/** The second event comes at least `days` after the first; the suggestion moves the second. */
function atLeast(days: number, [from, to]: Span, what: string): Predicate {
  return (schedule, counting) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    const day = periodEnd(start, days, counting.restDays) + (counting.counting === 'full-days' ? 1 : 0)
    return {
      ok: isLongEnough(start, end, { days, ...counting }),
      detail: `${what}为 ${daysBetween(start, end)} 日，不得少于 ${days} 日`,
      suggestion: { field: to, at: shift(end, day - lastDayOf(end)) },
    }
  }
}

/** The same seen from a fixed second event: the suggestion moves the first. Days of rest do not matter backwards. */
function before(days: number, [from, to]: Span, what: string): Predicate {
  return (schedule, { counting }) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    const gap = daysBetween(start, end)
    const needed = counting === 'full-days' ? days + 1 : days
    return {
      ok: gap >= needed,
      detail: `${what}为 ${gap} 日，不得少于 ${days} 日`,
      suggestion: { field: from, at: shift(start, gap - needed) },
    }
  }
}

/** The second event comes at most `days` after the first; the suggestion moves the second to the last day. */
function atMost(days: number, [from, to]: Span, what: string): Predicate {
  return (schedule, { restDays }) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    return {
      ok: isInTime(start, end, { days, restDays }),
      detail: `${what}为 ${daysBetween(start, end)} 日，不得超过 ${days} 日`,
      suggestion: { field: to, at: shift(end, periodEnd(start, days, restDays) - lastDayOf(end)) },
    }
  }
}

function count(field: 'supplierCount' | 'inviteeCount', least: number, what: string): Predicate {
  return (schedule) => {
    const number = schedule[field]
    if (number === undefined) return undefined
    return { ok: number >= least, detail: `${what}只有 ${number} 家，不得少于 ${least} 家` }
  }
}
