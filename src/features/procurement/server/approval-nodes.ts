import type * as z from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import { sum } from '#contract/money.ts'
import { addInvitees as addInviteesCall } from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as orderCalls from '../contract/order.ts'
import * as trade from '../contract/trade.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import { type Business, type BusinessNode, failPending } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { RUN_FAMILY_NAMES, methodFor, RUNNABLE } from '../methods/all.ts'
import type { Page } from '../methods/pages.ts'
import { placeOf as pageOf } from '../methods/places.ts'
import { TENDER_WORDS } from '../methods/tender-words.ts'
import { fillWords } from '../methods/words.ts'
import { REGIMES } from '../rules/regimes.ts'
import type { Order } from './access.ts'
import * as sections from './approval-sections.ts'
import { demandBuyer } from './access.ts'
import { entrusting } from './entrust-port.ts'
import { lawProject } from './legal.ts'
import { publishCandidates, publishWinner } from './award.ts'
import { chosenWinners } from './award-decision.ts'
import { publishChange } from './changes.ts'
import { publishClarification } from './clarifications.ts'
import { addInvitees } from './invitations.ts'
import { declareAbortive, publishOrder } from './order-publish.ts'
import { orderRow, ownOrder } from './public.ts'
import { ownProject } from './projects.ts'
import { companyName, decideTrade, ownTradeOf } from './trades.ts'

type Any = Context<Actor | null>

type BiddingStep =
  | 'signUpResult'
  | 'announcement'
  | 'change'
  | 'clarification'
  | 'candidates'
  | 'winner'
  | 'abortive'
  | 'invitees'

const AMOUNT: FactField = { key: 'amount', label: '采购预算', type: 'amount', options: [] }
const PRICE: FactField = { key: 'price', label: '定标金额', type: 'amount', options: [] }
const METHOD: FactField = {
  key: 'method',
  label: '采购方式',
  type: 'choice',
  options: RUNNABLE.map(({ code, name }) => ({ value: String(code), label: name })),
}
const REGIME: FactField = {
  key: 'regime',
  label: '适用制度',
  type: 'choice',
  options: Object.entries(REGIMES).map(([value, { label }]) => ({ value, label })),
}
/** Whether it is one of them; definitions of before regimes ask for it. */
const LAW: FactField = {
  key: 'mustTender',
  label: '依法必须招标',
  type: 'choice',
  options: [
    { value: 'yes', label: '是' },
    { value: 'no', label: '否' },
  ],
}
const DECISION: FactField = {
  key: 'decision',
  label: '审核意见',
  type: 'choice',
  options: [
    { value: 'pass', label: '通过' },
    { value: 'refuse', label: '不通过' },
  ],
}

interface OrderNode<Body, Done> {
  node: BiddingStep
  /** The call that does the step. */
  call: { body: z.ZodType<Body> }
  /** Words in braces are the method's. */
  label: string
  /** Where it is read, and where it is written: elsewhere where the body says that it changes a result. */
  page: Page
  changes?: Page
  editor?: Page
  sections(ctx: Any, orderId: string, body: NoInfer<Body>): Promise<Section[]>
  apply(ctx: Context<Employee>, orderId: string, body: NoInfer<Body>): Promise<Done>
  fields?: readonly FactField[]
  facts?(ctx: Any, order: Order, body: NoInfer<Body>): Promise<object>
}

function orderStep<Body, Done>(given: OrderNode<Body, Done>): BusinessNode<Body, Done> {
  const { node, label, call, sections } = given
  return {
    node,
    label: fillWords(TENDER_WORDS, label),
    labelOf: ({ method, admission }) =>
      fillWords(methodFor({ method: Number(method), admission: admission ?? undefined }).words, label),
    body: call.body,
    subjectKind: 'order',
    facts: [AMOUNT, METHOD, REGIME, LAW, ...(given.fields ?? [])],
    sections,
    async keeper(ctx, orderId) {
      const { projectId, ownerCompanyId } = await orderRow(ctx, orderId)
      const companyId = await entrusting().keeperOf(ctx, projectId, node)
      return companyId === ownerCompanyId ? null : companyId
    },
    async open(ctx, orderId, lock) {
      demandBuyer(ctx)
      const { order } = await ownOrder(ctx, orderId, lock)
      // What is looked at must be what is submitted: the lines of the project too.
      if (lock) await ownProject(ctx, order.projectId, 'share')
    },
    async describe(ctx, orderId, { body, workbench }) {
      const order = await orderRow(ctx, orderId)
      const page = (isChange(body) ? given.changes : undefined) ?? given.page
      return {
        title: `${order.title}（${order.code}）`,
        facts: { ...(await orderValues(ctx, order)), ...(body && (await given.facts?.(ctx, order, body))) },
        ...placeOf(order),
        page: pageOf(order, page, workbench),
        editor: pageOf({ ...order, ids: { projectId: order.projectId } }, given.editor ?? page, workbench),
      }
    },
    apply(ctx, orderId, body) {
      demandBuyer(ctx)
      return given.apply(ctx, orderId, body)
    },
  }
}

function isChange(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'change' in body && body.change !== undefined
}

/** Whether a supplier takes part: holds the sign-up only, the order goes on. */
export const signUpResult: BusinessNode<BodyOf<typeof trade.decideTrade>, object> = {
  node: 'signUpResult',
  label: '报名审核结果',
  body: trade.decideTrade.body,
  subjectKind: 'trade',
  facts: [AMOUNT, METHOD, REGIME, LAW, DECISION],
  sections: sections.signUpResult,
  async open(ctx, tradeId, lock) {
    demandBuyer(ctx)
    await ownTradeOf(ctx, tradeId, lock && 'share')
  },
  async describe(ctx, tradeId, { body, workbench }) {
    const { order, supplierId } = await tradeOrder(ctx, tradeId)
    const placed = { ...order, ids: { tradeId, supplierId } }
    return {
      title: `${await companyName(ctx, supplierId)}：${order.title}（${order.code}）`,
      facts: { ...(await orderValues(ctx, order)), decision: body?.pass ? 'pass' : 'refuse' },
      ...placeOf(order),
      page: pageOf(placed, 'sign-up.read', workbench),
      editor: pageOf(placed, 'sign-up.decide', workbench),
    }
  },
  async apply(ctx, tradeId, body) {
    demandBuyer(ctx)
    await decideTrade(ctx, tradeId, body)
    return {}
  },
}

export const announcement = orderStep({
  node: 'announcement',
  call: orderCalls.publishOrder,
  label: '{announcement}发布',
  page: 'publish.preview',
  editor: 'publish.form',
  sections: sections.announcement,
  apply: publishOrder,
})
export const change = orderStep({
  node: 'change',
  call: notice.publishChange,
  label: '变更公告',
  page: 'change.list',
  editor: 'change.edit',
  sections: sections.change,
  apply: publishChange,
})
export const clarification = orderStep({
  node: 'clarification',
  call: notice.publishClarification,
  label: '澄清答疑',
  page: 'clarify.edit',
  sections: sections.clarification,
  apply: publishClarification,
})
export const candidates = orderStep({
  node: 'candidates',
  call: notice.publishCandidates,
  label: '{candidateNotice}',
  page: 'candidates.edit',
  changes: 'candidates.change',
  sections: sections.candidates,
  apply: publishCandidates,
})
export const winner = orderStep({
  node: 'winner',
  call: notice.publishWinner,
  label: '{won}结果公告',
  page: 'winner.edit',
  changes: 'winner.change',
  sections: sections.winner,
  apply: publishWinner,
  fields: [PRICE],
  async facts(ctx, order, body) {
    const winners = await chosenWinners(ctx, order, body)
    return { price: winners.length === 0 ? null : sum(winners.map(({ price }) => price)) }
  },
})
export const abortive = orderStep({
  node: 'abortive',
  call: orderCalls.declareAbortive,
  label: '流标处理',
  page: 'abortive.edit',
  sections: sections.abortive,
  apply: declareAbortive,
})
export const invitees = orderStep({
  node: 'invitees',
  call: addInviteesCall,
  label: '追加供应商',
  page: 'abortive.addSupplier',
  sections: sections.invitees,
  apply: addInvitees,
})

/** The steps of a tender that can be approved. */
export const biddingApprovals: Business = {
  type: 'bidding',
  label: '采购项目',
  menus: RUN_FAMILY_NAMES,
  nodes: [signUpResult, announcement, change, clarification, candidates, winner, abortive, invitees],
}

/**
 * At the deadline a change or clarification that still waits can no longer be published. It must not keep the bids from
 * being opened in time (招标投标法第三十四条), so its approval ends here. Suppliers can be asked until sign-up ends.
 */
export const approvalSubscribers: readonly Subscriber[] = [
  {
    name: 'procurement: end approvals that are too late',
    kind: 'order.bid-deadline',
    handle: (ctx, event) => failLate(ctx, event, { nodes: [change, clarification], closed: '{closed}' }),
  },
  {
    name: 'procurement: end approvals of invitations that are too late',
    kind: 'order.sign-up-end',
    handle: (ctx, event) => failLate(ctx, event, { nodes: [invitees], closed: '报名已截止' }),
  },
  {
    // Whoever asked has no part in the order any more, and could not do what was approved.
    name: 'procurement: end approvals of an order that changed hands',
    kind: 'order.handed-over',
    async handle(ctx, { payload }) {
      const { orderId, reason } = payload as { orderId: string; reason: string }
      const trades = await ctx.many('trade', { orderId }, { columns: ['id'], orderBy: ['id'] })
      for (const subjectId of [orderId, ...trades.map(({ id }) => id)])
        await failPending(ctx, { nodes: biddingApprovals.nodes, subjectId, reason })
    },
  },
]

/** `closed`: what has ended, with words of the method in braces. */
async function failLate(
  ctx: Any,
  { payload }: { payload: Record<string, unknown> },
  { nodes, closed }: { nodes: BusinessNode[]; closed: string },
): Promise<void> {
  const subjectId = String(payload.orderId)
  const { words } = methodFor(await orderRow(ctx, subjectId))
  await failPending(ctx, { nodes, subjectId, reason: fillWords(words, `${closed}，未能在截止前完成审批`) })
}

async function orderValues(ctx: Any, order: Order) {
  const { regime } = await lawProject(ctx, order)
  return {
    amount: order.estimatedPrice,
    method: String(order.method),
    admission: order.admission,
    regime,
    mustTender: regime === 'tender' ? 'yes' : 'no',
  }
}

function placeOf(order: Order) {
  return { trail: { entity: 'order', entityId: order.id }, topics: [`order-owner:${order.id}`] }
}

async function tradeOrder(ctx: Any, tradeId: string) {
  const row = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId', 'supplierCompanyId'] })
  return { order: await orderRow(ctx, row.orderId), supplierId: row.supplierCompanyId }
}
