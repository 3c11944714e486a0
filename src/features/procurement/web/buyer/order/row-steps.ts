import { OrderStatus } from '../../../rules/enums.ts'
import type { StepName } from '../../../rules/method.ts'
import type { Addresses, OrderAddresses } from '../addresses.ts'
import type { OrderRow } from '../tones.ts'

const S = OrderStatus.values

const PAGES = {
  preview: { label: '预览发布', to: (at) => at.preview },
  signUps: { label: '报名', to: (at) => at.signUps },
  clarification: { label: '答疑', to: (at) => at.clarification },
  changes: { label: '变更', to: (at) => at.changes },
  open: { label: '开标', to: (at) => at.open },
  review: { label: '评标', to: (at) => at.review },
  candidates: { label: '公示候选人', to: (at) => at.candidate },
  publicity: { label: '公示', to: (at) => at.candidateDetail },
  winner: { label: '定标', to: (at) => at.winner },
  result: { label: '结果', to: (at) => at.winnerDetail },
  hall: { label: '竞价大厅', to: (at) => at.hallDoor },
  abortive: { label: '流标处理', to: (at) => at.abortive },
  discarded: { label: '流标详情', to: (at) => at.discarded },
} as const satisfies Record<string, { label: string; to: (at: OrderAddresses) => string }>

type Pages = readonly (keyof typeof PAGES)[]

/** Pages by the order's status, or by status and step where the clock decides: what is due now comes first. */
const DUE: Record<OrderStatus, Pages | Partial<Record<StepName, Pages>>> = {
  [S.saved]: ['preview'],
  [S.published]: {
    'sign-up': ['signUps', 'clarification', 'changes', 'open'],
    bid: ['signUps', 'clarification', 'changes', 'open'],
    open: ['open', 'signUps', 'clarification', 'changes'],
  },
  [S.opened]: ['open'],
  [S.announcing]: ['open'],
  [S.openingEnded]: ['review'],
  [S.reviewing]: ['review'],
  [S.summarised]: ['review'],
  [S.reviewed]: ['candidates'],
  [S.candidates]: { candidates: ['publicity', 'winner'], winner: ['winner', 'publicity'] },
  [S.awarded]: ['result'],
  [S.archived]: ['result'],
  [S.abortive]: ['discarded'],
}

/** Where the pages of an order with live offers are others. */
const LIVE_DUE: Partial<typeof DUE> = {
  [S.published]: {
    'sign-up': ['signUps', 'clarification', 'changes'],
    auction: ['hall', 'signUps', 'clarification', 'changes'],
  },
  [S.opened]: ['hall'],
  [S.openingEnded]: ['abortive', 'hall'],
  [S.reviewed]: ['winner', 'hall'],
}

/** The pages where the work of an order stands, what is due first. What may be done there is the server's to say. */
export function rowSteps(row: OrderRow, at: Addresses): { label: string; to: string }[] {
  const status = row.status === S.archived && row.isAbortive ? S.abortive : row.status
  const due = (at.method.offers === 'live' ? LIVE_DUE[status] : undefined) ?? DUE[status]
  const pages: Pages = Array.isArray(due) ? due : ((due as Partial<Record<string, Pages>>)[row.step ?? ''] ?? [])
  const links = pages.map((page) => ({ label: PAGES[page].label, to: PAGES[page].to(at.order(row.orderId)) }))
  return row.status === S.saved ? [{ label: '编辑', to: at.form(row) }, ...links] : links
}
