import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import { type Approvals, type Business, type BusinessNode, holdOn } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { acceptDelivery } from '../contract/call-off.ts'
import { changeContract, offerContract } from '../contract/contract.ts'
import { approveRequest } from '../contract/payment.ts'
import { CHANGE_LIMIT } from '../rules/change.ts'
import { callOffPlace, contractPlace } from '../rules/places.ts'
import { resultOf, tallyText, TEAM_RESULTS } from '../rules/team.ts'
import {
  type Any,
  BUYS,
  type Contract,
  CONTRACT_SUBJECT,
  type Ctx,
  DELIVERY_SUBJECT,
  demanded,
  isHandler,
  ownContract,
  ownCallOff,
  REQUEST_SUBJECT,
  sideOf,
} from './access.ts'
import { changed, propose } from './change.ts'
import { linesOf } from './content.ts'
import { accept } from './deliveries.ts'
import { approve, ownRequest } from './payments.ts'
import { offer } from './sign.ts'
import { activeMembers, opinionsOf, teamOf } from './team-members.ts'

const AMOUNT: FactField = { key: 'amount', label: '金额', type: 'amount', options: [] }

interface Step<Body, Done> {
  node: string
  label: string
  call: { body: BusinessNode<Body, Done>['body'] }
  kind: string
  /** The contract that the subject belongs to, and the page where it is read. */
  of: (ctx: Any, subjectId: string) => Promise<{ contract: Contract; page: string }>
  amount: (ctx: Any, subjectId: string, body: NoInfer<Body> | null) => Promise<string>
  sections: (ctx: Any, subjectId: string, body: NoInfer<Body>) => Promise<Section[]>
  apply: (ctx: Ctx, subjectId: string, body: NoInfer<Body>) => Promise<Done>
}

function step<Body, Done>({ node, label, call, kind, of, amount, sections, apply }: Step<Body, Done>) {
  const made: BusinessNode<Body, Done> = {
    node,
    label,
    body: call.body,
    subjectKind: kind,
    facts: [AMOUNT],
    async open(ctx, subjectId, lock) {
      if (sideOf(ctx) !== 'purchaser' || !isHandler(ctx)) throw new AppError('notFound')
      const { contract } = await of(ctx, subjectId)
      await ownContract(ctx, contract.id, lock)
    },
    async describe(ctx, subjectId, { body }) {
      const { contract, page } = await of(ctx, subjectId)
      return {
        title: `${contract.title}（${contract.code}）`,
        facts: { amount: await amount(ctx, subjectId, body) },
        trail: { entity: 'contract', entityId: contract.id },
        topics: [],
        page,
        editor: page,
      }
    },
    sections,
    apply,
  }
  return made
}

async function ofContract(ctx: Any, id: string) {
  const contract = await ctx.one('contract', { id })
  if (!contract) throw new AppError('notFound')
  return { contract, page: contractPlace('purchaser', id) }
}

async function ofDelivery(ctx: Any, id: string) {
  const delivery = await ctx.one('delivery', { id }, { columns: ['callOffId'] })
  if (!delivery) throw new AppError('notFound')
  const { contractId } = await ctx.expectOne('call_off', { id: delivery.callOffId }, { columns: ['contractId'] })
  return {
    contract: await ctx.expectOne('contract', { id: contractId }),
    page: callOffPlace('purchaser', delivery.callOffId),
  }
}

async function ofRequest(ctx: Any, id: string) {
  const request = await ctx.one('payment_request', { id }, { columns: ['dueId'] })
  if (!request) throw new AppError('notFound')
  const { contractId } = await ctx.expectOne('contract_due', { id: request.dueId }, { columns: ['contractId'] })
  return ofContract(ctx, contractId)
}

type Row = Section['rows'][number]

function section(title: string, rows: Row[], table: Section['table'] = null): Section {
  return { title, rows, table, content: null, files: [] }
}

const offerNode = step<BodyOf<typeof offerContract>, OutputOf<typeof offerContract>>({
  node: 'offer',
  label: '合同签订',
  call: offerContract,
  kind: CONTRACT_SUBJECT,
  of: ofContract,
  amount: async (ctx, id) => (await ctx.expectOne('contract', { id }, { columns: ['price'] })).price,
  async sections(ctx, id) {
    const row = await ctx.expectOne('contract', { id })
    return [
      section('合同', [
        { label: '合同名称', value: row.title },
        { label: '合同价', value: `${formatAmount(row.price)} 元` },
        { label: '中标（成交）价', value: `${formatAmount(row.awardPrice)} 元` },
        { label: '付款期限', value: `交付后 ${row.payDays} 日` },
      ]),
      await linesSection(ctx, id),
      section('条款', [{ label: '合同条款', value: row.terms }]),
    ]
  },
  apply: (ctx, id) => offer(ctx, id),
})

async function linesSection(ctx: Any, contractId: string): Promise<Section> {
  const lines = await linesOf(ctx, contractId)
  return section('标的', [], {
    columns: ['名称', '数量', '单价（元）', '金额（元）'],
    rows: lines
      .slice(0, 200)
      .map((one) => [
        one.name,
        `${formatDigits(one.quantity)} ${one.unit}`,
        formatDigits(one.unitPrice, 2),
        formatAmount(one.amount),
      ]),
  })
}

type ChangeBody = BodyOf<typeof changeContract>

function changeStep(node: string, label: string) {
  return step<ChangeBody, OutputOf<typeof changeContract>>({
    node,
    label,
    call: changeContract,
    kind: CONTRACT_SUBJECT,
    of: ofContract,
    async amount(ctx, id, body) {
      const row = await ctx.expectOne('contract', { id })
      return body ? (await changed(ctx, row, body)).price : row.price
    },
    async sections(ctx, id, body) {
      const row = await ctx.expectOne('contract', { id })
      const made = await changed(ctx, row, body)
      return [
        section('合同变更', [
          { label: '变更原因', value: body.reason },
          { label: '原合同价', value: `${formatAmount(row.awardPrice)} 元` },
          { label: '变更后合同价', value: `${formatAmount(made.price)} 元（累计 ${made.deviation}%）` },
          ...(body.beyondReason ? [{ label: `超过 ${CHANGE_LIMIT}% 的理由`, value: body.beyondReason }] : []),
          { label: '付款期限', value: `交付后 ${body.payDays} 日` },
        ]),
        section('变更后的标的', [], {
          columns: ['名称', '数量', '单价（元）', '金额（元）'],
          rows: made.lines
            .slice(0, 200)
            .map((one) => [
              one.name,
              formatDigits(one.quantity),
              formatDigits(one.unitPrice, 2),
              formatAmount(one.amount),
            ]),
        }),
      ]
    },
    apply: (ctx, id, body) => propose(ctx, id, body),
  })
}

const changeNode = changeStep('change', '合同变更')
const beyondNode = changeStep('changeBeyond', `合同变更（累计超过 ${CHANGE_LIMIT}%）`)

/** What the team found that looked at a delivery, for whoever approves its acceptance. */
async function teamRows(ctx: Any, deliveryId: string, overrideReason: string): Promise<Row[]> {
  const team = await teamOf(ctx, deliveryId)
  if (team?.state !== 'spoken') return []
  const verdicts = (await opinionsOf(ctx, await activeMembers(ctx, team.id))).map(({ verdict }) => verdict)
  return [
    { label: '验收小组意见', value: `${TEAM_RESULTS[resultOf(verdicts)]}（${tallyText(verdicts)}）` },
    ...(overrideReason ? [{ label: '未采纳小组意见的理由', value: overrideReason }] : []),
  ]
}

const acceptNode = step<BodyOf<typeof acceptDelivery>, OutputOf<typeof acceptDelivery>>({
  node: 'acceptance',
  label: '履约验收',
  call: acceptDelivery,
  kind: DELIVERY_SUBJECT,
  of: ofDelivery,
  async amount(ctx, id) {
    const { callOffId } = await ctx.expectOne('delivery', { id }, { columns: ['callOffId'] })
    return (await ctx.expectOne('call_off', { id: callOffId }, { columns: ['amount'] })).amount
  },
  async sections(ctx, id, body) {
    const { contract } = await ofDelivery(ctx, id)
    const lines = await linesOf(ctx, contract.id)
    return [
      section('验收', [
        ...(await teamRows(ctx, id, body.overrideReason)),
        { label: '验收人员', value: body.people },
        { label: '说明', value: body.note },
      ]),
      section('验收结果', [], {
        columns: ['名称', '合格', '不合格', '原因'],
        rows: body.lines.map(({ line, accepted, rejected, reason }) => [
          lines.find((one) => one.line === line)?.name ?? '',
          accepted,
          rejected,
          reason,
        ]),
      }),
    ]
  },
  apply: (ctx, id, body) => accept(ctx, id, body),
})

const paymentNode = step<BodyOf<typeof approveRequest>, OutputOf<typeof approveRequest>>({
  node: 'payment',
  label: '合同付款',
  call: approveRequest,
  kind: REQUEST_SUBJECT,
  of: ofRequest,
  amount: async (ctx, id) => (await ctx.expectOne('payment_request', { id }, { columns: ['amount'] })).amount,
  async sections(ctx, id) {
    const request = await ctx.expectOne('payment_request', { id })
    const due = await ctx.expectOne('contract_due', { id: request.dueId })
    return [
      section('付款申请', [
        { label: '款项', value: due.name },
        { label: '申请金额', value: `${formatAmount(request.amount)} 元` },
        { label: '应付金额', value: `${formatAmount(due.amount)} 元` },
        { label: '应付日期', value: due.dueOn },
        { label: '发票号码', value: request.invoice },
      ]),
    ]
  },
  apply: (ctx, id) => approve(ctx, id),
})

/** Steps of performance as companies may have them approved. */
export const contractApprovals: Business = {
  type: 'contract',
  label: '合同与履约',
  menus: ['performance-contract'],
  nodes: [offerNode, changeNode, beyondNode, acceptNode, paymentNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function approvedRoutes(approvals: Approvals): readonly Route[] {
  const submit = <Body extends { approval: ApprovalInput }, Done>(
    ctx: Ctx,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => approvals.submit(ctx, { business: contractApprovals, node, subjectId, body })
  return [
    implement(offerContract, BUYS, async (ctx, { params, body }) => {
      // Of two acts at once the second sees that the first is done, or waits for its approval.
      await demanded(ctx, params.contractId, 'offer')
      const answer = await submit(ctx, offerNode, { subjectId: params.contractId, body })
      return 'done' in answer ? answer.done : answer
    }),

    implement(changeContract, BUYS, async (ctx, { params, body }) => {
      const { row } = await demanded(ctx, params.contractId, 'change')
      const { isBeyond, deviation } = await changed(ctx, row, body)
      const answer = await submit(ctx, isBeyond ? beyondNode : changeNode, { subjectId: params.contractId, body })
      // Beyond a tenth nobody changes a contract alone: without a flow for it nothing is done.
      if (isBeyond && 'done' in answer)
        throw new AppError(
          'legalRule',
          `各次变更累计 ${deviation}%，超过原合同金额的 ${CHANGE_LIMIT}%，须经审批：请先在审批流程中启用“${beyondNode.label}”`,
        )
      return 'done' in answer ? answer.done : answer
    }),

    implement(acceptDelivery, BUYS, async (ctx, { params, body }) => {
      await lockDelivery(ctx, params.deliveryId)
      const answer = await submit(ctx, acceptNode, { subjectId: params.deliveryId, body })
      return 'done' in answer ? answer.done : answer
    }),

    implement(approveRequest, BUYS, async (ctx, { params, body }) => {
      await ownRequest(ctx, params.requestId, 'asked')
      await demandFree(ctx, REQUEST_SUBJECT, params.requestId)
      const answer = await submit(ctx, paymentNode, { subjectId: params.requestId, body })
      return 'done' in answer ? answer.done : answer
    }),
  ]
}

async function lockDelivery(ctx: Ctx, deliveryId: string): Promise<void> {
  const found = await ctx.one('delivery', { id: deliveryId }, { columns: ['callOffId'] })
  if (!found) throw new AppError('notFound')
  await ownCallOff(ctx, found.callOffId, 'update')
  await demandFree(ctx, DELIVERY_SUBJECT, deliveryId)
}

async function demandFree(ctx: Ctx, kind: string, id: string): Promise<void> {
  const hold = await holdOn(ctx, { kind, id })
  if (hold) throw new AppError('wrongState', `“${hold.label}”正在审批`)
}
