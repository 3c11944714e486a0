import { formatTime } from '#contract/time.ts'
import {
  answeredWithin,
  atLeast,
  atMost,
  before,
  bondWithin,
  count,
  drawn,
  WORKING_DAYS,
} from './legal-calendar-predicates.ts'
import { type CalendarRule, everywhere, government, MOF_87, tendering } from './legal-calendar-rule.ts'
import { TENDERS } from './legal-calendar-schedule.ts'

const PUBLICITY = {
  title: '中标候选人公示期不少于 3 日',
  methods: TENDERS,
  predicate: atLeast(3, '中标候选人公示期', ['candidateNoticeAt', 'candidateNoticeEnd']),
}

/** What the law says of tenders. */
export const TENDER_RULES: readonly CalendarRule[] = [
  {
    id: 'document-sale',
    title: '招标文件发售期不少于 5 日',
    sources: tendering('《招标投标法实施条例》第十六条第一款'),
    methods: TENDERS,
    severity: 'block',
    predicate: atLeast(5, '招标文件发售期', ['documentSaleStart', 'documentSaleEnd']),
  },
  {
    id: 'document-sale-government',
    title: '招标文件提供期限不少于 5 个工作日',
    sources: government('《政府采购法实施条例》第三十一条第一款'),
    methods: TENDERS,
    severity: 'block',
    predicate: atLeast(5, '招标文件提供期限', ['documentSaleStart', 'documentSaleEnd', WORKING_DAYS]),
  },
  {
    id: 'bid-preparation',
    title: '自招标文件开始发出至投标截止不少于 20 日',
    sources: { tender: '《招标投标法》第二十四条', government: '《政府采购法》第三十五条' },
    methods: TENDERS,
    severity: 'block',
    predicate: atLeast(20, '自招标文件开始发出至投标截止', ['documentSaleStart', 'bidDeadline']),
  },
  {
    id: 'question-deadline',
    title: '对招标文件的异议在投标截止 10 日前提出',
    sources: tendering('《招标投标法实施条例》第二十二条'),
    methods: TENDERS,
    severity: 'warn',
    predicate: before(10, '提问（异议）截止至投标截止', ['questionDeadline', 'bidDeadline']),
  },
  {
    id: 'amendment',
    title: '影响投标文件编制的澄清或者修改在投标截止至少 15 日前发出，不足的顺延',
    sources: tendering(
      '《招标投标法》第二十三条、《招标投标法实施条例》第二十一条',
      '《招标投标法》第二十三条、《政府采购法实施条例》第三十一条第二款',
    ),
    methods: TENDERS,
    severity: 'block',
    predicate: atLeast(15, '自澄清或者修改发出至投标截止', ['amendmentAt', 'bidDeadline']),
  },
  {
    id: 'bond-limit',
    title: '投标保证金不超过招标项目估算价的 2%',
    sources: tendering('《招标投标法实施条例》第二十六条第一款'),
    methods: TENDERS,
    severity: 'block',
    predicate: bondWithin('估算价'),
  },
  {
    id: 'bond-limit-government',
    title: '投标保证金不超过采购项目预算金额的 2%',
    sources: government('《政府采购法实施条例》第三十三条第一款'),
    methods: TENDERS,
    severity: 'block',
    predicate: bondWithin('预算金额'),
  },
  {
    id: 'invitees',
    title: '邀请招标向三个以上特定的法人或者其他组织发出投标邀请书',
    sources: tendering('《招标投标法》第十七条第一款', '《招标投标法》第十七条第一款、《政府采购法》第三十四条'),
    methods: ['invitedTender'],
    severity: 'block',
    predicate: count('inviteeCount', 3, '受邀请单位'),
  },
  {
    id: 'price-negotiation',
    title: '评审中不另行报价：确定中标人前不得就投标价格进行谈判',
    sources: everywhere('《招标投标法》第四十三条'),
    methods: TENDERS,
    severity: 'block',
    predicate: ({ offerRounds }) =>
      offerRounds === undefined
        ? undefined
        : {
            ok: offerRounds === 0,
            detail: `评审中设有 ${offerRounds} 轮报价，确定中标人前不得就投标价格进行谈判`,
          },
  },
  {
    id: 'abnormal-low',
    title: '异常低价按政府采购的标准认定',
    sources: government('《关于推动解决政府采购异常低价问题的通知》（财库〔2026〕2号）'),
    methods: TENDERS,
    severity: 'block',
    predicate: ({ lowPriceRule }) =>
      lowPriceRule && {
        ok: lowPriceRule === 'government',
        detail: '异常低价认定未选用政府采购的标准',
      },
  },
  {
    id: 'committee-draw',
    title: '依法必须招标的项目，评标专家从专家库随机抽取',
    sources: { tender: '《招标投标法实施条例》第四十六条第一款' },
    methods: TENDERS,
    severity: 'block',
    predicate: drawn,
  },
  {
    id: 'committee-draw-government',
    title: '政府采购项目，评审专家从专家库随机抽取',
    // Not checked.
    sources: government('《政府采购法实施条例》第三十九条'),
    methods: TENDERS,
    severity: 'warn',
    predicate: drawn,
  },
  {
    id: 'opening-time',
    title: '开标在投标截止时间的同一时间公开进行',
    sources: everywhere('《招标投标法》第三十四条'),
    methods: TENDERS,
    severity: 'block',
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
    sources: everywhere('《招标投标法》第二十八条第一款、《招标投标法实施条例》第四十四条第二款'),
    methods: TENDERS,
    severity: 'block',
    predicate: count('supplierCount', 3, '投标人'),
  },
  {
    id: 'candidate-count',
    title: '中标候选人不超过 3 个并标明排序',
    sources: everywhere('《招标投标法实施条例》第五十三条第一款'),
    methods: TENDERS,
    severity: 'block',
    predicate: ({ candidateCount }) =>
      candidateCount === undefined
        ? undefined
        : { ok: candidateCount <= 3, detail: `中标候选人 ${candidateCount} 个，不得超过 3 个` },
  },
  {
    id: 'candidate-notice',
    title: '自收到评标报告之日起 3 日内公示中标候选人',
    sources: { tender: '《招标投标法实施条例》第五十四条第一款' },
    methods: TENDERS,
    severity: 'warn',
    predicate: atMost(3, '自收到评标报告至公示中标候选人', ['reviewReportAt', 'candidateNoticeAt']),
  },
  {
    id: 'candidate-publicity',
    severity: 'block',
    sources: { tender: '《招标投标法实施条例》第五十四条第一款' },
    ...PUBLICITY,
  },
  // The law demands it of projects that must be tendered; elsewhere it is good practice.
  {
    id: 'candidate-publicity-voluntary',
    severity: 'warn',
    sources: { enterprise: '参照《招标投标法实施条例》第五十四条第一款' },
    ...PUBLICITY,
  },
  {
    id: 'decide-winner',
    title: '自收到评审报告之日起 5 个工作日内确定中标人',
    // Not checked.
    sources: government(`《政府采购法实施条例》第四十三条、${MOF_87}第六十八条`),
    methods: TENDERS,
    severity: 'warn',
    predicate: atMost(5, '自收到评审报告至确定中标人', ['reviewReportAt', 'awardedAt', WORKING_DAYS]),
  },
  {
    id: 'result-notice',
    title: '自确定供应商之日起 2 个工作日内公告结果',
    // Not checked.
    sources: government(`《政府采购法实施条例》第四十三条、${MOF_87}第六十九条`),
    methods: [...TENDERS, 'singleSource'],
    severity: 'warn',
    predicate: atMost(2, '自确定供应商至公告结果', ['awardedAt', 'winnerNoticeAt', WORKING_DAYS]),
  },
  {
    id: 'objection-answer',
    title: '自收到异议之日起 3 日内作出答复',
    sources: tendering('《招标投标法实施条例》第二十二条、第五十四条第二款'),
    methods: TENDERS,
    severity: 'warn',
    predicate: answeredWithin(3),
  },
  {
    id: 'objection-answer-government',
    title: '自收到质疑之日起 7 个工作日内作出答复',
    // Not checked.
    sources: government('《政府采购法》第五十三条'),
    methods: [...TENDERS, 'singleSource'],
    severity: 'warn',
    predicate: answeredWithin(7, WORKING_DAYS),
  },
  {
    id: 'objection-pause',
    title: '异议答复前暂停招标投标活动',
    sources: tendering('《招标投标法实施条例》第二十二条、第五十四条第二款'),
    methods: TENDERS,
    severity: 'block',
    predicate: ({ objections }) => {
      if (!objections?.length) return undefined
      const open = objections.filter((o) => !o.answeredAt).length
      return { ok: open === 0, detail: `有 ${open} 件异议尚未答复，答复前应当暂停招标投标活动` }
    },
  },
  {
    id: 'contract',
    title: '自中标通知书发出之日起 30 日内订立书面合同',
    // That of government procurement is not checked.
    sources: tendering('《招标投标法》第四十六条第一款', '《政府采购法》第四十六条第一款'),
    methods: TENDERS,
    severity: 'warn',
    predicate: atMost(30, '自中标通知书发出至订立合同', ['winnerNoticeAt', 'contractAt']),
  },
  {
    id: 'bond-return',
    title: '书面合同签订后 5 日内退还投标保证金及银行同期存款利息',
    sources: tendering('《招标投标法实施条例》第五十七条第二款'),
    methods: TENDERS,
    severity: 'warn',
    predicate: atMost(5, '自签订合同至退还投标保证金', ['contractAt', 'bondReturnedAt']),
  },
  {
    id: 'bond-return-government',
    title: '政府采购合同签订之日起 5 个工作日内退还投标保证金',
    sources: government('《政府采购法实施条例》第三十三条第二款'),
    methods: TENDERS,
    severity: 'warn',
    predicate: atMost(5, '自签订合同至退还投标保证金', ['contractAt', 'bondReturnedAt', WORKING_DAYS]),
  },
]
