import { formatAmount } from '#contract/money.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { callOffPlace, CONTRACT_LISTS, contractPlace, DEMAND_ORDERS } from '../rules/places.ts'
import { isSme, type Size, SME_RULE } from '../rules/payment.ts'
import type { ContractSide } from '../rules/status.ts'
import type { Contract } from './access.ts'
import { openAwards } from './awards.ts'
import { duesOf } from './figures.ts'
import { PAY_SOON, SIGN_LATE, SIGN_SOON } from './plan.ts'
import { TEAM_WORK } from './team-telling.ts'

type Bare = Context<null>
type Payload = Record<string, unknown>

const KIND = { group: '合同与履约', channels: URGENT } as const
const BOTH = ['purchaser', 'supplier'] as const

export const messageKinds: readonly MessageKind[] = [
  { ...KIND, kind: 'contract.signing', label: '合同签订、变更与终止', workbenches: BOTH, isEssential: true },
  { ...KIND, kind: 'contract.order', label: '采购订单、到货与验收', workbenches: BOTH },
  { ...KIND, kind: 'contract.payment', label: '付款申请与付款', workbenches: BOTH },
  { ...KIND, kind: 'contract.late', label: '签订、交货、付款逾期', workbenches: BOTH, isEssential: true },
  { ...KIND, kind: 'contract.demand', label: '需求订单', workbenches: ['purchaser'] },
  TEAM_WORK,
]

const HANDLERS: Record<ContractSide, string> = { purchaser: 'performanceHandling', supplier: 'bidding' }

interface Told {
  contract: Contract
  title: string
  content: string
  /** Left out: the contract. */
  callOffId?: string
}

interface Telling {
  kind: string
  /** By event: who is told. */
  to: readonly ContractSide[]
  tell: (ctx: Bare, payload: Payload) => Promise<Told | null>
}

const contractOf = (ctx: Bare, id: unknown) => ctx.expectOne('contract', { id: String(id) })

function ofContract(title: string, says: (contract: Contract, payload: Payload) => string): Telling['tell'] {
  return async (ctx, payload) => {
    const contract = await contractOf(ctx, payload.contractId)
    return { contract, title, content: says(contract, payload) }
  }
}

function ofCallOff(
  tells: (callOff: { code: string; reason: string }, payload: Payload) => [string, string],
): Telling['tell'] {
  return async (ctx, payload) => {
    const callOff = await ctx.expectOne('call_off', { id: String(payload.callOffId) })
    const [title, content] = tells(callOff, payload)
    return { contract: await contractOf(ctx, callOff.contractId), title, content, callOffId: callOff.id }
  }
}

function ofRequest(
  tells: (of: { amount: string; name: string; reason: string }, payload: Payload) => [string, string],
): Telling['tell'] {
  return async (ctx, payload) => {
    const request = await ctx.expectOne('payment_request', { id: String(payload.requestId) })
    const due = await ctx.expectOne('contract_due', { id: request.dueId })
    const { amount, reason } = request
    const [title, content] = tells({ amount: formatAmount(amount), name: due.name, reason }, payload)
    return { contract: await contractOf(ctx, due.contractId), title, content }
  }
}

/** A due that is still open, in words. */
async function ofDue(ctx: Bare, payload: Payload): Promise<Told | null> {
  const due = await ctx.expectOne('contract_due', { id: String(payload.dueId) })
  const contract = await contractOf(ctx, due.contractId)
  const found = (await duesOf(ctx, [contract])).find(({ id }) => id === due.id)
  if (!found?.isOpen) return null
  const rule = isSme(contract.size as Size | null) ? `对方为中小企业，适用${SME_RULE}。` : ''
  const isLate = found.lateDays > 0
  const late = isLate ? `，已逾期 ${found.lateDays} 日，逾期利息 ${formatAmount(found.interest.total)} 元` : ''
  const content = `${found.name}未付 ${formatAmount(found.open)} 元，应于 ${found.dueOn} 前付清${late}。${rule}`
  return { contract, title: isLate ? '付款逾期' : '付款即将到期', content }
}

const TELLINGS: Readonly<Record<string, Telling>> = {
  'contract.offered': {
    kind: 'contract.signing',
    to: ['supplier'],
    tell: ofContract('合同待签订', ({ price }) => `合同价 ${formatAmount(price)} 元，请阅读后确认签订或者退回。`),
  },
  'contract.refused': {
    kind: 'contract.signing',
    to: ['purchaser'],
    tell: ofContract('供应商退回合同', (_, { reason }) => `${String(reason)}。请修改后再提交。`),
  },
  'contract.signed': {
    kind: 'contract.signing',
    to: BOTH,
    tell: ofContract('合同已签订', ({ price }) => `双方已确认合同内容，合同价 ${formatAmount(price)} 元。`),
  },
  'contract.change': {
    kind: 'contract.signing',
    to: ['supplier'],
    tell: ofContract('合同变更待确认', () => '采购人提出合同变更，请阅读后同意或者不同意；答复前原合同继续履行。'),
  },
  'contract.change-answered': {
    kind: 'contract.signing',
    to: ['purchaser'],
    tell: ofContract('合同变更已答复', (_, { agree }) =>
      agree ? '供应商同意变更，新版本已生效。' : '供应商不同意变更，原合同继续履行。',
    ),
  },
  'contract.e-sign-asked': {
    kind: 'contract.signing',
    to: BOTH,
    tell: ofContract(
      '合同电子签章已发起',
      (_, { senderName, version, code }) =>
        `${String(senderName)}发起第 ${String(version)} 版的电子签章（签署任务 ${String(code)}），采购人签署后由供应商签署。`,
    ),
  },
  'contract.e-signed': {
    kind: 'contract.signing',
    to: BOTH,
    tell: ofContract(
      '合同电子签章已完成',
      (_, { version }) => `双方已签署第 ${String(version)} 版，签署的文件可在合同页下载和验签。`,
    ),
  },
  'contract.completed': {
    kind: 'contract.signing',
    to: ['supplier'],
    tell: ofContract('合同已办结', () => '订单和款项均已结清。'),
  },
  'contract.terminated': {
    kind: 'contract.signing',
    to: ['supplier'],
    tell: ofContract('合同已终止', (_, { reason }) => `${String(reason)}。已验收部分的款项仍应支付。`),
  },
  'contract.ordered': {
    kind: 'contract.order',
    to: ['supplier'],
    tell: ofCallOff(({ code }) => ['收到采购订单', `订单 ${code}，请确认或者说明理由拒绝。`]),
  },
  'contract.order-answered': {
    kind: 'contract.order',
    to: ['purchaser'],
    tell: ofCallOff(({ code, reason }, { to }) =>
      to === 'confirmed'
        ? ['供应商已确认订单', `订单 ${code} 已确认。`]
        : ['供应商拒绝订单', `订单 ${code}：${reason}。`],
    ),
  },
  'contract.order-cancelled': {
    kind: 'contract.order',
    to: ['supplier'],
    tell: ofCallOff(({ code, reason }) => ['采购订单已取消', `订单 ${code}：${reason}。`]),
  },
  'contract.delivered': {
    kind: 'contract.order',
    to: ['purchaser'],
    tell: ofCallOff(({ code }) => ['到货待验收', `订单 ${code} 有新的到货，请组织验收。`]),
  },
  'contract.accepted': {
    kind: 'contract.order',
    to: ['supplier'],
    tell: ofCallOff(({ code }, { amount }) => [
      '到货已验收',
      `订单 ${code}，合格部分 ${formatAmount(String(amount))} 元，详见订单。`,
    ]),
  },
  'contract.team-refused': {
    kind: 'contract.order',
    to: ['purchaser'],
    tell: ofCallOff(({ code }, { name, reason }) => [
      '验收小组成员不参加',
      `订单 ${code}：${String(name)}不参加验收（${String(reason)}），请更换或者减少成员。`,
    ]),
  },
  'contract.team-spoken': {
    kind: 'contract.order',
    to: ['purchaser'],
    tell: ofCallOff(({ code }) => ['验收小组意见已齐', `订单 ${code}：成员均已提交意见，请查看后验收。`]),
  },
  'contract.payment-asked': {
    kind: 'contract.payment',
    to: ['purchaser'],
    tell: ofRequest(({ amount, name }) => ['付款申请待审核', `${name}，申请 ${amount} 元。`]),
  },
  'contract.payment-answered': {
    kind: 'contract.payment',
    to: ['supplier'],
    tell: ofRequest(({ amount, name, reason }, { to }) =>
      to === 'approved'
        ? ['付款申请已同意', `${name} ${amount} 元，待付款。`]
        : ['付款申请被退回', `${name} ${amount} 元：${reason}。`],
    ),
  },
  'contract.paid': {
    kind: 'contract.payment',
    to: ['supplier'],
    tell: ofContract(
      '采购人已登记付款',
      (_, { amount, paidOn }) => `${String(paidOn)} 付款 ${formatAmount(String(amount))} 元，请核对到账。`,
    ),
  },
  [PAY_SOON]: { kind: 'contract.payment', to: ['purchaser'], tell: ofDue },
  'contract.payment-late': { kind: 'contract.late', to: BOTH, tell: ofDue },
  'contract.delivery-late': {
    kind: 'contract.late',
    to: BOTH,
    tell: ofCallOff(({ code }, { deliverBy }) => [
      '交货逾期',
      `订单 ${code} 应于 ${String(deliverBy)} 前交齐，尚未交齐。`,
    ]),
  },
}

export const messages: readonly Subscriber[] = [
  ...Object.entries(TELLINGS).map(([event, { kind, to, tell }]): Subscriber => ({
    name: `contracts: tell (${event})`,
    kind: event,
    async handle(ctx, { id, payload }) {
      const told = await tell(ctx, payload)
      if (!told) return
      const { contract, title, content, callOffId } = told
      for (const side of to)
        await notify(ctx, {
          to: {
            companyId: side === 'supplier' ? contract.supplierCompanyId : contract.purchaserCompanyId,
            right: HANDLERS[side],
          },
          identity: side,
          kind,
          eventId: id,
          title,
          content: `“${contract.title}”（${contract.code}）：${content}`,
          link: callOffId ? callOffPlace(side, callOffId) : contractPlace(side, contract.id),
        })
    },
  })),
  signing(SIGN_SOON, (last) => ['合同签订期限将至', `应于 ${last} 前签订合同`]),
  signing(SIGN_LATE, (last) => ['合同逾期未签订', `应于 ${last} 前签订合同，现已逾期`]),
  {
    name: 'contracts: tell purchasing of a need',
    kind: 'contract.demanded',
    async handle(ctx, { id, payload }) {
      const demand = await ctx.expectOne('contract_demand', { id: String(payload.demandOrderId) })
      const contract = await contractOf(ctx, demand.contractId)
      await notify(ctx, {
        to: { companyId: contract.purchaserCompanyId, right: HANDLERS.purchaser },
        identity: 'purchaser',
        kind: 'contract.demand',
        eventId: id,
        title: '新的需求订单',
        content: `${demand.department}提出需求 ${demand.code}：${demand.purpose}。`,
        link: DEMAND_ORDERS,
      })
    },
  },
  {
    name: 'contracts: tell who needs something that it is refused',
    kind: 'contract.demand-refused',
    async handle(ctx, { id, payload }) {
      const demand = await ctx.expectOne('contract_demand', { id: String(payload.demandOrderId) })
      await notify(ctx, {
        to: { userIds: [demand.askedBy] },
        identity: 'purchaser',
        kind: 'contract.demand',
        eventId: id,
        title: '需求订单被退回',
        content: `${demand.code}：${demand.reason}。`,
        link: DEMAND_ORDERS,
      })
    },
  },
]

/** The purchaser is told of an order whose winners have not all signed. */
function signing(kind: string, words: (last: string) => [string, string]): Subscriber {
  return {
    name: `contracts: tell of the last day for signing (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const { orderId, last } = payload as { orderId: string; last: string }
      const order = await ctx.expectOne('purchase_order', { id: orderId })
      const unsigned = await ctx.many('contract', { orderId, state: ['draft', 'offered'] }, { columns: ['id'] })
      const open = await openAwards(ctx, { companyId: order.purchaserCompanyId, orderId })
      const waiting = unsigned.length + open.length
      if (waiting === 0) return
      const [title, text] = words(last)
      await notify(ctx, {
        to: { companyId: order.purchaserCompanyId, right: HANDLERS.purchaser },
        identity: 'purchaser',
        kind: 'contract.late',
        eventId: id,
        title,
        content: `“${order.title}”（${order.code}）：${text}，尚有 ${waiting} 份未签订（中标、成交通知书发出之日起三十日内）。`,
        link: CONTRACT_LISTS.purchaser,
      })
    },
  }
}
