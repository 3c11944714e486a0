import { traitsOf } from '../../../engine/order-steps.ts'
import type { Page } from '../../../methods/pages.ts'
import type { Buyer } from '../use-buyer.ts'
import type { OrderRow } from '../tones.ts'

const LABELS: Partial<Record<Page, string>> = {
  'publish.preview': '预览发布',
  'sign-up.list': '报名',
  'clarify.edit': '答疑',
  'change.list': '变更',
  'open.status': '开标',
  'review.status': '评标',
  'candidates.edit': '公示候选人',
  'candidates.detail': '公示',
  'quote.rounds': '比价',
  'group.compose': '小组',
  'group.desk': '评审',
  'winner.edit': '定标',
  'winner.detail': '结果',
  'auction.door': '竞价大厅',
  'abortive.edit': '流标处理',
  'abortive.detail': '流标详情',
}

/**
 * The pages where the work of an order stands, what is due first, as its steps say. What may be done there is the
 * server's to say.
 */
export function rowSteps(row: OrderRow, at: Buyer): { label: string; to: string }[] {
  const step = at.method.steps.find(({ name }) => name === (row.step ?? 'archive'))
  const due = (typeof step?.due === 'function' ? step.due(traitsOf(row)) : step?.due)?.[row.state] ?? []
  const pages = at.order(row.orderId)
  const links = (due as Page[])
    .filter((page) => at.method.at[page] !== undefined)
    .map((page) => ({ label: LABELS[page]!, to: pages(page) }))
  return row.state === 'publish.draft' ? [{ label: '编辑', to: at.form(row) }, ...links] : links
}
