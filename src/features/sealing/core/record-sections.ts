import type { ArchiveBody } from './record-manifest.ts'

/** A section of an archive: paths under the machine folder. */
interface Section {
  /** For people. */
  title: string
  /** Each must be there at least once. */
  must: readonly RegExp[]
  /** These may be there as well; nothing else may. */
  may: readonly RegExp[]
}

/** All sections there are. A member of the machine folder belongs to exactly one, or to none and is refused. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  order: {
    title: '采购单',
    must: [
      'project',
      'order',
      'items',
      'schedule-versions',
      'questions',
      'objections',
      'candidates',
      'award',
      'result-versions',
      'bonds',
      'downloads',
    ].map((name) => new RegExp(`^order/${name}\\.json$`)),
    may: [/^order\/(award-items|invitations|contract)\.json$/],
  },
  notices: { title: '公告', must: [/^notices\/public-key\.pem$/, /^notices\/[^/]+\.json$/], may: [] },
  'sign-ups': { title: '报名', must: [/^sign-ups\/sign-ups\.json$/], may: [] },
  audit: { title: '审计记录', must: [/^audit\/order\.json$/], may: [] },
  bids: {
    title: '投标',
    must: [/^notice-trust\.json$/],
    may: [
      /^notice-trust-\d+\.json$/,
      /^log\/checkpoint(-\d+)?$/,
      /^log\/heads\/\d+-\d+\.txt$/,
      /^log\/tile\/(entries|\d+)\/(x\d{3}\/)*\d{3}(\.p\/\d+)?$/,
      /^bids\/README\.txt$/,
      /^bids\/(unopened|joint-opening)(-\d+)?\.json$/,
      /^bids\/\d{2,}\/\d+-(submitted|withdrawn)\/(receipt|inclusion|manifest|headers|release)\.json$/,
      /^bids\/\d{2,}\/\d+-submitted\/sealed\/\d+\.kbe$/,
    ],
  },
  'joint-key': { title: '联合密钥', must: [/^joint-key\/attempt-\d+\.json$/], may: [] },
  opening: {
    title: '开标',
    must: [/^opening\/opening-sheet\.json$/, /^opening\/unopened\.json$/],
    may: [
      /^opening\/offer-opening-sheet\.json$/,
      /^opening\/(offer-)?opening-sheet-signatures\.json$/,
      /^opening\/bidders\/\d{2,}\/release\.json$/,
      /^opening\/joint-opening\.json$/,
    ],
  },
  review: {
    title: '评审',
    must: [/^review\/report\.json$/, /^review\/bundle\.json$/, /^review\/signatures\.json$/],
    may: [],
  },
  auction: {
    title: '竞价',
    must: [/^auction\/record\.json$/, /^auction\/auction\.json$/],
    may: [/^auction\/[a-z-]+\.json$/],
  },
  sale: { title: '销售', must: [/^sale\/deals\.json$/], may: [] },
  'price-talk': {
    title: '议价',
    must: [/^price-talk\/\d+\/record\.json$/, /^price-talk\/\d+\/receipts\.json$/],
    may: [],
  },
  talks: { title: '协商', must: [/^talks\/response\.json$/, /^talks\/talks\.json$/], may: [] },
  'round-talks': { title: '谈判', must: [/^round-talks\/talks\.json$/], may: [] },
  panel: {
    title: '小组评审',
    must: [/^panel\/panel\.json$/],
    may: [/^panel\/draws\/\d+\.json$/],
  },
  'light-review': {
    title: '线上评审',
    must: [/^light-review\/\d+\/review\.json$/],
    may: [/^light-review\/\d+\/opinions\.json$/],
  },
  draws: { title: '抽取', must: [/^draws\/[a-z0-9-]+\.json$/], may: [] },
  log: {
    title: '过程存证',
    must: [/^log\/records\.json$/],
    may: [/^log\/(completeness|notice-trust)\.json$/, /^log\/openings\/(x\d{3}\/)*\d{3}\.json$/],
  },
}

/** In every record. */
const ALWAYS = ['order', 'notices', 'sign-ups', 'audit', 'log'] as const

/** What a step leaves behind in the record of an order that came to a winner. Steps left out leave what every record has. */
const OF_STEP: Readonly<Record<string, readonly string[]>> = {
  bid: ['bids'],
  open: ['bids', 'opening'],
  quote: ['bids'],
  review: ['review'],
  auction: ['auction'],
  talk: ['talks'],
  group: ['panel'],
  settlement: ['sale'],
}

/** What an act of the order's history leaves behind, whatever came of the order afterwards. */
const OF_ACT: Readonly<Record<string, readonly string[]>> = {
  'order.startOpening': ['bids', 'opening'],
  'order.endReview': ['review'],
  'order.startAuction': ['auction'],
  'order.agreeTalk': ['talks'],
}

/** All steps that a method may have. */
export const STEPS: ReadonlySet<string> = new Set([
  'publish',
  'invite',
  'sign-up',
  'bid',
  'open',
  'review',
  'candidates',
  'winner',
  'archive',
  'documents',
  'change',
  'change-notice',
  'clarify',
  'bond',
  'abortive',
  'abortive-notice',
  'auction',
  'group',
  'line-facts',
  'price-talk',
  'publicity',
  'quote',
  'respond',
  'round-talk',
  'score',
  'settlement',
  'talk',
])

/** The sections that a record must have: by the method's steps and how far the order came, of which its history tells. */
export function sectionsDue(
  { steps, outcome }: Pick<ArchiveBody, 'steps' | 'outcome'>,
  acts: Iterable<string>,
): string[] {
  const due = new Set<string>(ALWAYS)
  if (outcome === 'awarded') for (const step of steps) for (const name of OF_STEP[step] ?? []) due.add(name)
  for (const act of acts) for (const name of OF_ACT[act] ?? []) due.add(name)
  return [...due]
}

/** The section that a path under the machine folder belongs to; null for none. */
export function sectionOf(path: string): string | null {
  for (const [name, { must, may }] of Object.entries(SECTIONS))
    if ([...must, ...may].some((pattern) => pattern.test(path))) return name
  return null
}
