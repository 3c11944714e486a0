import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { takesPayments } from '#features/payment/server/public.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Section } from '#features/workflow/contract/workflows.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/order.ts'
import { publishResult } from '../contract/trade.ts'
import { FEE_TIMINGS, type FeeTiming, OPENNESS, type Openness } from '../rules/kinds.ts'
import { problemsOf, RECRUIT_STATUS } from '../rules/order.ts'
import { recruitPlace, type Side } from '../rules/places.ts'
import {
  type Any,
  type Ctx,
  factsOf,
  KEEPS,
  type Order,
  ownOrder,
  record,
  RECRUIT_SUBJECT,
  topicsOf,
} from './access.ts'
import { draft } from './draft.ts'
import { conclude, entriesOf } from './result.ts'
import { categoriesOf } from './values.ts'

/** Event by which the deadline is noted. */
export const DEADLINE = 'recruit.deadline'

interface Step<Body> {
  node: string
  label: string
  body: BusinessNode<Body>['body']
  sections(ctx: Any, order: Order): Promise<Section[]>
  apply(ctx: Ctx, orderId: string): Promise<void>
}

function step<Body>({ node, label, body, sections, apply }: Step<Body>): BusinessNode<Body, object> {
  return {
    node,
    label,
    body,
    subjectKind: RECRUIT_SUBJECT,
    facts: [{ key: 'amount', label: '收取费用', type: 'amount', options: [] }],
    async open(ctx, orderId, lock) {
      const { part } = await ownOrder(ctx, orderId, lock)
      if (lock && part !== 'owner') throw new AppError('notFound')
    },
    async describe(ctx, orderId) {
      const order = await ctx.expectOne('recruit_order', { id: orderId })
      const page = recruitPlace(order.ownerSide as Side, orderId)
      return {
        title: `${order.title}（${order.code}）`,
        facts: { amount: order.feeAmount ?? '0' },
        trail: { entity: 'recruit', entityId: orderId },
        topics: topicsOf(order),
        page,
        editor: page,
      }
    },
    sections: async (ctx, orderId) => sections(ctx, await ctx.expectOne('recruit_order', { id: orderId })),
    async apply(ctx, orderId) {
      await apply(ctx, orderId)
      return {}
    },
  }
}

const publishNode = step<BodyOf<typeof c.publishRecruit>>({
  node: 'publish',
  label: '发布征集',
  body: c.publishRecruit.body,
  sections(_ctx, order) {
    const fee = order.feeAmount
      ? `${FEE_TIMINGS[order.feeTiming as FeeTiming]} ${formatAmount(order.feeAmount)} 元`
      : FEE_TIMINGS.none
    return Promise.resolve([
      Section.parse({
        title: '供应商征集',
        rows: [
          { label: '名称', value: order.title },
          { label: '征集范围', value: OPENNESS[order.openness as Openness] },
          { label: '申请时间', value: `${formatTime(order.startsAt)} 至 ${formatTime(order.endsAt)}` },
          { label: '费用', value: fee },
          { label: '公告', value: order.notice },
        ],
        table: {
          columns: ['品类', '要求', '须提交的材料'],
          rows: categoriesOf(order).map(({ name, requirements, documents }) => [
            name,
            requirements,
            documents.map((one) => one.name).join('、') || '无',
          ]),
        },
      }),
    ])
  },
  apply: publish,
})

const resultNode = step<BodyOf<typeof publishResult>>({
  node: 'result',
  label: '公布征集结果',
  body: publishResult.body,
  async sections(ctx, order) {
    const entries = await entriesOf(ctx, order)
    return [
      Section.parse({
        title: '入库供应商',
        rows: [{ label: '征集', value: `${order.title}（${order.code}）` }],
        table: {
          columns: ['供应商', '品类', '有效期'],
          rows: entries.map((one) => [one.companyName, one.names.join('、'), `${one.from} 至 ${one.until}`]),
        },
      }),
    ]
  },
  apply: conclude,
})

/** Steps of calls for suppliers that a company may have approved. */
export const recruitApprovals: Business = {
  type: 'recruit',
  label: '供应商征集',
  menus: ['recruit'],
  nodes: [publishNode, resultNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function publishRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends Parameters<Approvals['submit']>[1]['body']>(
    ctx: Ctx,
    node: BusinessNode<Body, object>,
    { orderId, body }: { orderId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: recruitApprovals, node, subjectId: orderId, body })
    return 'done' in answer ? {} : answer
  }
  return [
    implement(c.publishNewRecruit, KEEPS, async (ctx, { body: { approval, ...form } }) => {
      const orderId = await draft(ctx, form)
      return { orderId, ...(await submit(ctx, publishNode, { orderId, body: { approval } })) }
    }),
    implement(c.publishRecruit, KEEPS, async (ctx, { params: { orderId }, body }) => {
      await lockFree(ctx, orderId)
      return { orderId, ...(await submit(ctx, publishNode, { orderId, body })) }
    }),
    implement(publishResult, KEEPS, async (ctx, { body }) => {
      await lockFree(ctx, body.orderId)
      return submit(ctx, resultNode, { orderId: body.orderId, body })
    }),
  ]
}

/** Of two at once the second sees that the first waits for approval. */
async function lockFree(ctx: Ctx, orderId: string): Promise<void> {
  const { order } = await ownOrder(ctx, orderId, 'update')
  const { held } = await factsOf(ctx, order)
  if (held !== null) throw new AppError('wrongState', `“${held}”审批中`)
}

async function publish(ctx: Ctx, orderId: string): Promise<void> {
  const { order } = await ownOrder(ctx, orderId, 'update')
  const now = ctx.clock.now()
  const facts = { ...(await factsOf(ctx, order)), held: null }
  const to = RECRUIT_STATUS.next('publish', { record: facts, who: 'owner', now: now.getTime() })
  const problems = problemsOf(
    {
      ...order,
      openness: order.openness as Openness,
      feeTiming: order.feeTiming as FeeTiming,
      categories: categoriesOf(order),
      contactPhone: ctx.cipher.open('recruit_order.contact_phone', order.id, order.contactPhone),
    },
    now.getTime(),
  )
  if (order.feeTiming !== 'none' && !takesPayments(ctx))
    problems.push({ path: 'feeTiming', message: '平台未开通在线收款，不能收取费用' })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  await ctx.update('recruit_order', { id: orderId }, { state: to, publishedAt: now, updatedAt: now })
  await ctx.schedule(`${DEADLINE}:${orderId}`, order.endsAt, { kind: DEADLINE, payload: { orderId } })
  record(ctx, orderId, { action: 'publish', summary: `发布供应商征集：${order.title}（${order.code}）` })
  ctx.emit({ kind: 'recruit.published', payload: { orderId }, topics: topicsOf(order) })
}
