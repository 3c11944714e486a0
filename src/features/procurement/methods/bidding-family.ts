import { abortive } from '../steps/abortive/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bid } from '../steps/bid/step.ts'
import { bond } from '../steps/bond/step.ts'
import { candidates } from '../steps/candidates/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { documents } from '../steps/documents/step.ts'
import { invite } from '../steps/invite/step.ts'
import { open } from '../steps/open/step.ts'
import { publish } from '../steps/publish/step.ts'
import { review } from '../steps/review/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import type { PageOf, Step } from '../engine/step.ts'
import type { Family } from './family.ts'
import type { Dates, Method } from './method.ts'
import { TENDER_WORDS } from './tender-words.ts'

export const BIDDING: Family = {
  name: 'bidding',
  list: '招标采购',
  slug: 'bid',
  own: { title: '我的投标', bidding: '投标中', opening: '开标评标', empty: '在“招标采购”中找到项目并报名' },
}

/** The steps of methods with sealed bids, an opening and a review, in order; the last five may happen at any time. */
export const BIDDING_STEPS = [
  publish,
  invite,
  signUp,
  bid,
  open,
  review,
  candidates,
  winner,
  archive,
  documents,
  change,
  clarify,
  bond,
  abortive,
] as const

type BiddingMethod = Method<(typeof BIDDING_STEPS)[number]>

const HALL = '/bidding/orders/:orderId/kpb'
const BIDDER = '/bid/orders/:orderId/kpb-project/:projectId/bidders/:bidderId'

/** Where their pages stand. */
export const BIDDING_PAGES: BiddingMethod['at'] = {
  'publish.list': '/bidding/list',
  'publish.form': '/bidding/orders/:orderId?/projects/:projectId?/edit/:copyId?/kpbFile/:kpbFileId?/:isAuction?',
  'publish.preview': '/bidding/orders/:orderId/preview',
  'publish.detail': '/bidding/orders/:orderId/info',
  'publish.audit': '/bidding/orders/:orderId/preview/audit',
  'publish.tender': '/bid/orders/:orderId/info',
  'documents.file': '/bidding/orders/:orderId/bidding-file/:biddingFileId/:projectId?',
  'documents.change': '/bidding/orders/:orderId/changes/kpb-file/:kpbFileId?/change-file/:fileChangeGroupId?',
  'documents.paper': '/bid/orders/:orderId/file-info/:biddingFileId',
  'invite.letter': '/bidding/orders/:orderId/apply/invites/:inviteId',
  'invite.reply': '/invitation/purchase/:orderId/invites/:inviteId',
  'sign-up.list': '/bidding/orders/:orderId/apply',
  'sign-up.decide': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/form',
  'sign-up.read': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/approval/:isApproval=1/detail',
  'sign-up.audit': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/audit',
  'sign-up.join': '/bid/orders/:orderId/trades/:tradeId?',
  'change.list': '/bidding/orders/:orderId/changes/content/:edit?',
  'change.edit': '/bidding/orders/:orderId/changes/content/:edit=edit?',
  'change.audit': '/bidding/orders/:orderId/audit/changes/content',
  'change.confirm': '/bid/orders/:orderId/signups/change-detail',
  'clarify.edit': '/bidding/orders/:orderId/clarification',
  'clarify.audit': '/bidding/orders/:orderId/clarification/audit',
  'bid.room': '/bid/orders/:orderId/bid',
  'open.status': '/bidding/orders/:orderId/open',
  'open.jointKey': '/bidding/orders/:orderId/joint-key',
  'open.door': `${HALL}/open-hall-door`,
  'open.hall': `${HALL}/open-hall-home`,
  'open.supplierDoor': `${BIDDER}/open-hall-door`,
  'open.supplierHall': `${BIDDER}/open-hall-home`,
  'review.status': '/bidding/orders/:orderId/review',
  'review.hall': `${HALL}/review-hall/review-session/:wayId?/:wayType?`,
  'review.committee': `${HALL}/review-hall/leader-recommend`,
  'review.report': `${HALL}/review-hall/review-report`,
  'review.firstStageReport': `${HALL}/review-hall/review-report/first-stage`,
  'review.supplierHall': `${BIDDER}/review-hall`,
  'candidates.edit': '/bidding/orders/:orderId/:abnormal?/candidate',
  'candidates.change': '/bidding/orders/:orderId/:abnormal=abnormal?/candidate',
  'candidates.detail': '/bidding/orders/:orderId/candidate/detail',
  'candidates.audit': '/bidding/orders/:orderId/candidate/audit/detail',
  'candidates.changeAudit': '/bidding/orders/:orderId/candidate/audit/detail',
  'candidates.objections': '/bid/orders/:orderId/objection/list',
  'candidates.object': '/bid/orders/:orderId/objection/create',
  'winner.edit': '/bidding/orders/:orderId/:abnormal?/winner',
  'winner.change': '/bidding/orders/:orderId/:abnormal=abnormal?/winner',
  'winner.detail': '/bidding/orders/:orderId/winner/detail',
  'winner.audit': '/bidding/orders/:orderId/winner/audit/detail',
  'winner.changeAudit': '/bidding/orders/:orderId/winner/audit/detail',
  'bond.refund': '/bidding/orders/:orderId/bond/refund',
  'abortive.edit': '/bidding/orders/:orderId/abnormal/auction',
  'abortive.audit': '/bidding/orders/:orderId/abnormal/auction/audit',
  'abortive.addSupplier': '/bidding/orders/:orderId/abnormal/add-supplier',
  'abortive.addSupplierAudit': '/bidding/orders/:orderId/abnormal/add-supplier/audit',
  'abortive.detail': '/bidding/orders/:orderId/discarded/detail',
}

/** Of these the addresses for a method of the family that has other steps as well. */
export function pagesOfBidding<S extends Step>(steps: readonly S[]) {
  const own = new Set(steps.flatMap(({ name, pages }) => Object.keys(pages).map((page) => `${name}.${page}`)))
  return Object.fromEntries(Object.entries(BIDDING_PAGES).filter(([page]) => own.has(page))) as Pick<
    typeof BIDDING_PAGES,
    Extract<PageOf<S>, keyof typeof BIDDING_PAGES>
  >
}

/** Documents are given out, bids handed in, and opened at the deadline (招标投标法第三十四条). */
export const BIDDING_DATES: Dates = {
  labels: {
    saleStart: '招标文件获取开始时间',
    saleEnd: '招标文件获取截止时间',
    signUpEnd: '报名截止时间',
    questionEnd: '提问截止时间',
    bidEnd: '投标截止时间',
    openAt: '开标时间',
  },
  typed: ['saleStart', 'saleEnd', 'signUpEnd', 'questionEnd', 'bidEnd'],
  follows: { openAt: 'bidEnd' },
  none: [],
}

export const BIDDING_TABS: BiddingMethod['tabs'] = {
  draft: '草稿',
  running: '招标中',
  opening: '开标',
  review: '评标',
  publicity: '公示',
  done: '已完成',
  abortive: '已流标',
}

/** Grounds that the law names (招标投标法 §28, §42; 实施条例 §44, §51). */
export const BIDDING_FAILURES: BiddingMethod['failures'] = [
  '投标人少于三个，依法应当重新招标',
  '经评审否决全部投标，依法应当重新招标',
  '采购任务取消，招标终止',
  '招标文件存在重大缺陷，需修改后重新招标',
]

/** What tenders have in common, whoever is admitted. */
export const TENDER = {
  family: BIDDING,
  regimes: ['tender', 'government', 'enterprise'],
  offers: 'sealed',
  reveal: 'opening',
  review: 'hall',
  keyModes: ['bidder', 'joint'],
  isSingleQuote: false,
  documents: 'demanded',
  candidates: 'always',
  award: ['whole'],
  hears: 'candidates',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  codePrefix: 'ZB',
  steps: BIDDING_STEPS,
  words: TENDER_WORDS,
  dates: BIDDING_DATES,
  tabs: BIDDING_TABS,
  takesCommonTemplates: true,
  failures: BIDDING_FAILURES,
  at: BIDDING_PAGES,
} as const satisfies Partial<BiddingMethod>
