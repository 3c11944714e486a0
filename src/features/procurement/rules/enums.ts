import { enumeration } from '#contract/enumeration.ts'

/** Purchase methods with the specification's values. */
export const PurchaseMethod = enumeration({
  publicBidding: { value: 1, label: '公开招标' },
  invitedBidding: { value: 2, label: '邀请招标' },
  competitiveConsultation: { value: 3, label: '竞争性磋商' },
  competitiveNegotiation: { value: 4, label: '竞争性谈判' },
  inquiry: { value: 5, label: '询价' },
  singleSource: { value: 6, label: '单一来源' },
  comparisonInquiry: { value: 7, label: '询比采购' },
  biddingAuction: { value: 8, label: '竞价采购' },
  negotiation: { value: 9, label: '谈判采购' },
  // The specification gives these no numbers.
  directPurchase: { value: 10, label: '直接采购' },
  freightInquiry: { value: 11, label: '物流询比' },
  sale: { value: 12, label: '竞价销售' },
  other: { value: -1, label: '其他方式' },
})

/** How bids are enveloped: all in one, or quotations in a second envelope that only those open who passed the first. */
export const ReviewModel = enumeration({
  normal: { value: 1, label: '单信封' },
  double: { value: 2, label: '双信封' },
})

/** How bids are enveloped, for somebody who has not met the word. */
export function envelopeWords(reviewModel: number): string {
  const { double, normal } = ReviewModel.values
  return reviewModel === double ? '双信封（报价单独成封，第一阶段评审通过后才开启）' : ReviewModel.label(normal)
}

/** Envelopes of a bid (specification part 2 section 9). Without double envelope there is one, whatever it holds. */
export const BidFileType = enumeration({
  business: { value: 1, label: '商务及技术信封' },
  quotation: { value: 2, label: '报价信封' },
})
export type BidFileType = (typeof BidFileType.values)[keyof typeof BidFileType.values]

/** What a file of a bid is asked for as, beside the price sheet, and the envelope it belongs to. */
export const BID_FILE_ROLES = {
  qualification: { label: '资格文件', envelope: BidFileType.values.business },
  technical: { label: '技术标', envelope: BidFileType.values.business },
  business: { label: '商务标', envelope: BidFileType.values.business },
  quotation: { label: '报价文件', envelope: BidFileType.values.quotation },
} as const
export type BidFileRole = keyof typeof BID_FILE_ROLES
/** The role of all files of a quote: what each of them is, its sheet says. */
export const QUOTE_FILE = 'quotation' satisfies BidFileRole

/** What each file of a bid is called, by its role. */
export const BID_ROLE_LABELS = {
  price: '报价单',
  statement: '商务开标一览表',
  qualification: BID_FILE_ROLES.qualification.label,
  technical: BID_FILE_ROLES.technical.label,
  business: BID_FILE_ROLES.business.label,
  quotation: BID_FILE_ROLES.quotation.label,
} as const

/** The envelope of a file by its role: the price sheet is a quotation, the statement what the business opening reads out. */
export function envelopeOf(role: BidFileRole | 'price' | 'statement'): BidFileType {
  if (role === 'price') return BidFileType.values.quotation
  return role === 'statement' ? BidFileType.values.business : BID_FILE_ROLES[role].envelope
}

/** Notices of the tender side; 7 is ours. */
export const NoticeKind = enumeration({
  announcement: { value: 1, label: '招标公告' },
  change: { value: 2, label: '变更公告' },
  invitation: { value: 3, label: '投标邀请书' },
  candidate: { value: 4, label: '中标候选人公示' },
  result: { value: 5, label: '中标结果公告' },
  abortive: { value: 6, label: '流标公告' },
  clarification: { value: 7, label: '澄清答疑' },
})
export type NoticeKind = (typeof NoticeKind.values)[keyof typeof NoticeKind.values]

/** Notices as the information services call them (specification part 1 section 3). */
export const InformationType = enumeration({
  candidate: { value: 1, label: '候选人公示' },
  deal: { value: 2, label: '成交公告' },
  purchase: { value: 3, label: '采购公告' },
  change: { value: 4, label: '变更公告' },
  abortive: { value: 5, label: '流标公告' },
  intention: { value: 6, label: '采购意向' },
  contract: { value: 7, label: '合同公告' },
  other: { value: -1, label: '其他' },
})
export type InformationType = (typeof InformationType.values)[keyof typeof InformationType.values]

const INFORMATION = {
  [NoticeKind.values.announcement]: InformationType.values.purchase,
  [NoticeKind.values.invitation]: InformationType.values.purchase,
  [NoticeKind.values.change]: InformationType.values.change,
  [NoticeKind.values.candidate]: InformationType.values.candidate,
  [NoticeKind.values.result]: InformationType.values.deal,
  [NoticeKind.values.abortive]: InformationType.values.abortive,
  [NoticeKind.values.clarification]: InformationType.values.other,
} as const satisfies Record<NoticeKind, InformationType>

/** What the information services call a notice of the tender side. */
export function informationType(kind: NoticeKind): InformationType {
  return INFORMATION[kind]
}

/** The kinds of notices behind a type of the information services; none where tenders publish no such thing. */
export function kindsOf(type: InformationType): NoticeKind[] {
  return Object.values(NoticeKind.values).filter((kind) => INFORMATION[kind] === type)
}

/** An order opens with one of these, and with one only. */
export const OPENING_KINDS: readonly number[] = [NoticeKind.values.announcement, NoticeKind.values.invitation]

export const TradeStatus = enumeration({
  pending: { value: 0, label: '待审核' },
  passed: { value: 1, label: '已通过' },
  refused: { value: 2, label: '未通过' },
  withdrawn: { value: 3, label: '已撤回' },
})

export const CATEGORIES = { goods: '货物', works: '工程', services: '服务' } as const
export type Category = keyof typeof CATEGORIES

export const SUITES = { intl: '国际算法（P-256 / AES-256-GCM / SHA-256）', gm: '国密算法（SM2 / SM4 / SM3）' } as const

/** Kinds of order files, in words of the method. */
export const FILE_KINDS = { document: '{documents}', attachment: '附件', change: '变更文件' } as const
