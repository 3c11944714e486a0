import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { callPlace, recruitPlace, type Side } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { type Any, type Order, RIGHT } from './access.ts'
import { RESULT_EVENT } from './result.ts'

const SUPPLIER = { group: '供应商征集', workbenches: ['supplier'], channels: URGENT } as const
const OWNER = { group: '供应商征集', workbenches: ['purchaser', 'agency'], channels: URGENT } as const
const S = ApplyStatus.values

export const messageKinds: readonly MessageKind[] = [
  { ...SUPPLIER, kind: 'recruit.invited', label: '受邀参加供应商征集', isEssential: true },
  { ...SUPPLIER, kind: 'recruit.changed', label: '征集变更', isEssential: true },
  { ...SUPPLIER, kind: 'recruit.decided', label: '入库申请审核结果', isEssential: true },
  { ...SUPPLIER, kind: 'recruit.result', label: '征集结果', isEssential: true },
  { ...OWNER, kind: 'recruit.ended', label: '征集截止' },
  { ...OWNER, kind: 'recruit.assist', label: '协办供应商征集' },
]

interface Told {
  orderId: string
  tradeId: string
  changeId: string
  status: number
  reason: string
  userIds: string[]
}

export const messages: readonly Subscriber[] = [
  on('recruit.published', async (ctx, { order, eventId }) => {
    for (const companyId of order.invited)
      await tellSupplier(ctx, order, {
        companyId,
        eventId,
        kind: 'recruit.invited',
        title: `邀请参加供应商征集：${order.title}`,
        content: `请于 ${formatTime(order.endsAt)} 前提交入库申请。`,
      })
  }),
  on('recruit.changed', async (ctx, { order, told, eventId }) => {
    const { no, content, endsAt } = await ctx.expectOne('recruit_change', { id: told.changeId })
    const moved = endsAt ? `申请截止时间改为 ${formatTime(endsAt)}。` : ''
    await tellApplicants(ctx, order, {
      eventId,
      kind: 'recruit.changed',
      title: `征集变更：${order.title}`,
      content: `第 ${no} 次变更：${content}。${moved}`,
    })
  }),
  on('recruit.decided', async (ctx, { order, told, eventId }) => {
    const { supplierCompanyId: companyId } = await ctx.expectOne('recruit_trade', { id: told.tradeId })
    const message = { companyId, eventId, kind: 'recruit.decided' }
    const { status, reason } = told
    if (status === S.passed) {
      const isDue = order.feeTiming === 'passed'
      const fee = isDue ? `请缴纳入库服务费 ${formatAmount(order.feeAmount)} 元。` : ''
      const content = `入库申请已通过审核。${fee}`
      return tellSupplier(ctx, order, { ...message, title: `入库申请已通过：${order.title}`, content })
    }
    const title = status === S.refused ? '入库申请未通过' : '入库申请退回修改'
    const more = status === S.refused ? '已缴费用将自动退还。' : `请在 ${formatTime(order.endsAt)} 前修改后重新提交。`
    const content = `${reason}。${status === S.refused && order.feeTiming === 'none' ? '' : more}`
    await tellSupplier(ctx, order, { ...message, title: `${title}：${order.title}`, content })
  }),
  on(RESULT_EVENT, async (ctx, { order, eventId }) => {
    const taken = await ctx.many('recruit_result', { orderId: order.id }, { columns: ['tradeId', 'validUntil'] })
    const until = new Map(taken.map(({ tradeId, validUntil }) => [tradeId, validUntil]))
    await tellApplicants(ctx, order, {
      eventId,
      kind: 'recruit.result',
      title: `征集结果已公布：${order.title}`,
      content: ({ id }) =>
        until.has(id) ? `贵单位已入库，有效期至 ${until.get(id)!}。` : '贵单位本次未入库，已缴费用自动退还。',
    })
  }),
  on('recruit.abandoned', (ctx, { order, eventId }) =>
    tellApplicants(ctx, order, {
      eventId,
      kind: 'recruit.result',
      title: `供应商征集已终止：${order.title}`,
      content: `${order.endReason}。已缴费用自动退还。`,
    }),
  ),
  on('recruit.ended', async (ctx, { order, eventId }) => {
    const side = order.ownerSide as Side
    await notify(ctx, {
      to: { companyId: order.ownerCompanyId, right: RIGHT },
      identity: side,
      kind: 'recruit.ended',
      eventId,
      title: `征集已截止：${order.title}`,
      content: '请审核申请并拟定结果。',
      link: recruitPlace(side, order.id),
    })
  }),
  on('recruit.assist', async (ctx, { order, told, eventId }) => {
    const side = order.ownerSide as Side
    await notify(ctx, {
      to: { userIds: told.userIds },
      identity: side,
      kind: 'recruit.assist',
      eventId,
      title: `请协办供应商征集：${order.title}`,
      content: '您可以查看该征集并审核申请。',
      link: recruitPlace(side, order.id),
    })
  }),
]

interface Happened {
  order: Order
  told: Told
  eventId: number
}

function on(kind: string, tell: (ctx: Any, happened: Happened) => Promise<unknown>): Subscriber {
  return {
    name: `recruit: tell of ${kind}`,
    kind,
    async handle(ctx, { id, payload }) {
      const told = payload as unknown as Told
      const order = await ctx.one('recruit_order', { id: told.orderId })
      if (order) await tell(ctx, { order, told, eventId: id })
    },
  }
}

interface Message {
  eventId: number
  kind: string
  title: string
}

async function tellSupplier(
  ctx: Any,
  order: Order,
  { companyId, ...message }: Message & { companyId: string; content: string },
): Promise<void> {
  const to = { companyId, right: 'bidding' }
  await notify(ctx, { to, identity: 'supplier', link: callPlace(order.id), ...message })
}

async function tellApplicants(
  ctx: Any,
  order: Order,
  { content, ...message }: Message & { content: string | ((trade: { id: string }) => string) },
): Promise<void> {
  const trades = await ctx.many('recruit_trade', { orderId: order.id }, { columns: ['id', 'supplierCompanyId'] })
  for (const trade of trades)
    await tellSupplier(ctx, order, {
      ...message,
      companyId: trade.supplierCompanyId,
      content: typeof content === 'string' ? content : content(trade),
    })
}
