import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { candidates } from '../steps/candidates/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { invite } from '../steps/invite/step.ts'
import { publish } from '../steps/publish/step.ts'
import { quote } from '../steps/quote/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import type { Family } from './families.ts'
import type { Dates, Method } from './method.ts'

/** The steps of methods whose suppliers quote the lines of a bill, in order; the last six may happen at any time. */
export const INQUIRY_STEPS = [
  publish,
  signUp,
  quote,
  winner,
  archive,
  invite,
  change,
  clarify,
  bond,
  abortive,
  abortiveNotice,
] as const

/** The same with candidates before the award, for orders whose documents ask for them (GB/T 43711-2024, 7.5.2). */
export const COMPARISON_STEPS = [
  publish,
  signUp,
  quote,
  candidates,
  winner,
  archive,
  invite,
  change,
  clarify,
  bond,
  abortive,
  abortiveNotice,
] as const

type InquiryMethod = Method<(typeof INQUIRY_STEPS)[number]>
type ComparisonMethod = Method<(typeof COMPARISON_STEPS)[number]>

const ORDER = '/inquiry/orders/:orderId'

/** What every method of the family has in common: quotes are sealed until the deadline, and opened by the clock. */
export const INQUIRY = {
  family: 'inquiry',
  calendar: 'inquiry',
  admission: ['open', 'invited'],
  offers: 'sealed',
  reveal: 'clock',
  review: 'none',
  takesOpinions: true,
  keyModes: ['timed'],
  documents: 'welcome',
  candidates: 'never',
  hears: 'nothing',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  codePrefix: 'XB',
  steps: INQUIRY_STEPS,
  takesCommonTemplates: false,
} as const satisfies Partial<InquiryMethod>

export const INQUIRY_WORDS = {
  order: '采购单',
  title: '采购单',
  documents: '采购文件',
  notice: '公告',
  bidder: '供应商',
  offer: '报价',
  bid: '报价',
  offerPrice: '报价',
  bond: '报价保证金',
  won: '成交',
  winner: '成交供应商',
  ranking: '报价排名',
  contender: '供应商',
  publicity: '预成交公示',
  candidateNotice: '预成交公示',
  deadline: '报价截止',
  closed: '报价已截止',
  opening: '报价开启',
  ceiling: '最高限价',
  running: '报价中',
} as const

/** One deadline: until then documents are there and quotes are taken, then the clock opens them. */
export const INQUIRY_DATES: Dates = {
  labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', bidEnd: '报价截止时间' },
  typed: ['signUpEnd', 'questionEnd', 'bidEnd'],
  follows: { saleEnd: 'signUpEnd', openAt: 'bidEnd' },
  none: ['saleStart'],
}

export const INQUIRY_TABS: InquiryMethod['tabs'] = {
  draft: '草稿',
  running: '报价中',
  opening: '待开启',
  review: '比价',
  done: '已完成',
  abortive: '已流标',
}

/** Where candidates may be publicised. */
export const COMPARISON_TABS: ComparisonMethod['tabs'] = {
  ...INQUIRY_TABS,
  publicity: '公示',
}

export const INQUIRY_FAILURES: InquiryMethod['failures'] = [
  '至报价截止，提交报价的供应商不足规定家数',
  '有效报价均超过预算或者最高限价',
  '采购任务取消，采购终止',
  '采购文件存在重大缺陷，需修改后重新采购',
]

/** Where their pages stand. */
export const INQUIRY_PAGES: InquiryMethod['at'] = {
  'publish.list': '/inquiry/list',
  'publish.form': '/inquiry/orders/:orderId?/projects/:projectId?/edit/:copyId?',
  'publish.preview': `${ORDER}/preview`,
  'publish.detail': `${ORDER}/detail`,
  'publish.tender': `${ORDER}/info`,
  'sign-up.list': `${ORDER}/accepted`,
  'sign-up.decide': `${ORDER}/accepted/check/trades/:tradeId/approvals`,
  'sign-up.read': `${ORDER}/accepted/check/trades/:tradeId/approvals`,
  'sign-up.join': `${ORDER}/trades/:tradeId?`,
  'invite.letter': `${ORDER}/accepted/invite-detail/trades/:tradeId/invites/:inviteId`,
  'invite.reply': '/invitation/inquiry/:orderId/invites/:inviteId',
  'change.list': `${ORDER}/changes/content/:edit?`,
  'change.edit': `${ORDER}/changes/content/:edit=edit?`,
  'change.confirm': `${ORDER}/change/detail`,
  'clarify.edit': `${ORDER}/clarification`,
  'quote.rounds': `${ORDER}/multiple-rounds`,
  'quote.compare': `${ORDER}/compare-all/rounds/:roundId`,
  'quote.offer': `${ORDER}/rounds/:roundId/trades/:tradeId/offers/:offerId`,
  'quote.sheet': `${ORDER}/trades/:tradeId/round/:roundId/:operation`,
  'winner.edit': `${ORDER}/winner/edit/:edit?`,
  'winner.change': `${ORDER}/abnormal/re-winner/edit`,
  'winner.detail': `${ORDER}/winner/edit/:edit?`,
  'bond.refund': `${ORDER}/guarantee/refund/list`,
  'abortive.edit': `${ORDER}/abnormal/abortive-bidding/edit`,
  'abortive.addSupplier': `${ORDER}/abnormal/add-supplier/edit`,
  'abortive.addSupplierAudit': `${ORDER}/abnormal/add-supplier/audit`,
  'abortive.detail': `${ORDER}/discarded/detail`,
  'abortive-notice.newest': `${ORDER}/abnormal/abortive-bidding/newest`,
  'publish.audit': '/bidding/orders/:orderId/preview/audit',
  'sign-up.audit': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/audit',
  'change.audit': `${ORDER}/changes/audit/info`,
  'clarify.audit': '/bidding/orders/:orderId/clarification/audit',
  'winner.audit': `${ORDER}/winner/audit`,
  'winner.changeAudit': `${ORDER}/abnormal/re-winner/audit`,
  'abortive.audit': `${ORDER}/abnormal/abortive-bidding/audit`,
}

export const COMPARISON_PAGES: ComparisonMethod['at'] = {
  ...INQUIRY_PAGES,
  'candidates.edit': `${ORDER}/candidate/edit/:edit?`,
  'candidates.change': `${ORDER}/abnormal/re-candidate/edit`,
  'candidates.detail': `${ORDER}/candidate/edit/:edit?`,
  'candidates.audit': `${ORDER}/candidate/audit`,
  'candidates.changeAudit': `${ORDER}/abnormal/re-candidate/audit`,
  'candidates.objections': `${ORDER}/objection/list`,
  'candidates.object': `${ORDER}/objection/create`,
}

/** The same pages for a profile of the family, below its own first part. */
export function profilePages(family: Family): ComparisonMethod['at'] {
  const moved = Object.entries(COMPARISON_PAGES).map(([page, path]) => [
    page,
    path.replace(/^\/inquiry\//, `/${family}/`),
  ])
  return Object.fromEntries(moved) as ComparisonMethod['at']
}
