import { formatAmount } from '#contract/money.ts'
import { inboxOf, notify, platformPeople } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { SLIP_HOURS, type Side } from '../rules/enums.ts'
import { type Any, CHANGED, type Happening, type InvoiceRow } from './records.ts'

const GROUP = '支付与财务'
const COMPANY = ['purchaser', 'agency', 'supplier'] as const

export const messageKinds: readonly MessageKind[] = [
  { kind: 'invoice.result', label: '发票开具与驳回', group: GROUP, workbenches: COMPANY, channels: ['email'] },
  { kind: 'invoice.red', label: '发票红冲', group: GROUP, workbenches: [...COMPANY, 'admin'], channels: ['email'] },
  { kind: 'invoice.asked', label: '开票申请', group: GROUP, workbenches: [...COMPANY, 'admin'], channels: [] },
]

interface Text {
  kind: 'invoice.result' | 'invoice.red' | 'invoice.asked'
  /** Who hears of it; `other`: who did not ask for the red letter, `asker`: who did. */
  to: Side | 'both' | 'other' | 'asker'
  title: string
  content: (invoice: InvoiceRow) => string
}

const about = ({ code, title, total }: InvoiceRow) => `申请编号 ${code}，抬头 ${title}，${formatAmount(total)} 元`

/** What happened, in words, to whom; the rest is told to nobody. */
const TEXTS: Partial<Record<Happening, Text>> = {
  applied: {
    kind: 'invoice.asked',
    to: 'payee',
    title: '新的开票申请',
    content: (invoice) => `${about(invoice)}，请开票或驳回。`,
  },
  problem: {
    kind: 'invoice.asked',
    to: 'payee',
    title: '发票未能开具',
    content: (invoice) => `${about(invoice)}。${invoice.problem || '请查看后处理'}。`,
  },
  issued: {
    kind: 'invoice.result',
    to: 'buyer',
    title: '发票已开具',
    content: (invoice) =>
      `${about(invoice)}，发票号码 ${invoice.number}${invoice.isSample ? '（模拟开具的样张）' : ''}。`,
  },
  rejected: {
    kind: 'invoice.result',
    to: 'buyer',
    title: '开票申请被驳回',
    content: (invoice) => `${about(invoice)}。原因：${invoice.reason}。修改后可重新申请。`,
  },
  withdrawn: {
    kind: 'invoice.result',
    to: 'both',
    title: '开票申请已撤回',
    content: (invoice) => `${about(invoice)}。${invoice.reason}。`,
  },
  'red-asked': {
    kind: 'invoice.red',
    to: 'other',
    title: '红字发票信息确认单待确认',
    content: (invoice) => `${about(invoice)}，请在 ${SLIP_HOURS} 小时内确认，逾期作废。`,
  },
  'red-refused': {
    kind: 'invoice.red',
    to: 'asker',
    title: '发票红冲未成功',
    content: (invoice) => `${about(invoice)}，请查看原因。`,
  },
  'red-void': {
    kind: 'invoice.red',
    to: 'both',
    title: '红字发票信息确认单已作废',
    content: (invoice) => `${about(invoice)}，${SLIP_HOURS} 小时内未确认，可重新发起。`,
  },
  reversed: {
    kind: 'invoice.red',
    to: 'both',
    title: '发票已红冲',
    content: (invoice) => `${about(invoice)}，发票 ${invoice.number} 已红冲，可办理退款或重新申请。`,
  },
}

export const tellSides: Subscriber = {
  name: 'invoices: tell both sides',
  kind: CHANGED,
  async handle(ctx, { id, payload }) {
    const { invoiceId, what } = payload as { invoiceId: string; what: Happening }
    const text = TEXTS[what]
    if (!text) return
    const invoice = await ctx.expectOne('invoice', { id: invoiceId })
    for (const side of await sidesOf(ctx, invoiceId, text.to)) {
      const { to, identity, link } = await readerOf(ctx, invoice, side)
      const { kind, title } = text
      await notify(ctx, { to, identity, kind, title, content: text.content(invoice), link, eventId: id })
    }
  },
}

async function sidesOf(ctx: Any, invoiceId: string, to: Text['to']): Promise<readonly Side[]> {
  if (to === 'both') return ['buyer', 'payee']
  if (to === 'buyer' || to === 'payee') return [to]
  const [red] = await ctx.many('invoice_red', { invoiceId }, { orderBy: ['askedAt desc', 'id desc'], limit: 1 })
  const asker = red!.side as Side
  return [to === 'asker' ? asker : asker === 'buyer' ? 'payee' : 'buyer']
}

async function readerOf(ctx: Any, invoice: InvoiceRow, side: Side) {
  const { id, buyerId, payeeId, appliedBy } = invoice
  if (side === 'buyer')
    return { to: { userIds: [appliedBy] }, identity: await inboxOf(ctx, buyerId), link: `/finance/invoices/${id}` }
  if (payeeId)
    return {
      to: { companyId: payeeId, right: 'finance' },
      identity: await inboxOf(ctx, payeeId),
      link: `/finance/invoices/${id}`,
    }
  return { ...(await platformPeople(ctx)), link: `/admin/finance/invoices/${id}` }
}
