import type * as z from 'zod'
import { formatAmount, sum } from '#contract/money.ts'
import { RUN_FAMILY_NAMES } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { buyer, doesBuying, orderRow, ownersOrder } from '#features/procurement/server/public.ts'
import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import { Section } from '#features/workflow/contract/workflows.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/register.ts'
import { BOND_SUBJECT, demandFree } from './held.ts'
import { kindLabel } from '../rules/kinds.ts'
import { KEEP_GROUNDS } from '../rules/states.ts'
import { keep, returnBatch, turn } from './acts.ts'

type Any = Context<Actor | null>

const AMOUNT: FactField = { key: 'amount', label: '保证金金额', type: 'amount', options: [] }

interface Step<Body, Done> {
  node: string
  label: string
  call: { body: z.ZodType<Body> }
  /** Whose bonds, of an order or one sign-up. */
  of: 'order' | 'trade'
  sections(ctx: Any, at: { orderId: string; tradeIds: readonly string[] }, body: NoInfer<Body>): Promise<Section[]>
  apply(ctx: Context<Employee>, at: { orderId: string; tradeId: string }, body: NoInfer<Body>): Promise<Done>
}

function step<Body, Done>({ node, label, call, of, sections, apply }: Step<Body, Done>): BusinessNode<Body, Done> {
  const orderOf = async (ctx: Any, subjectId: string) =>
    of === 'order' ? subjectId : (await ctx.expectOne('trade', { id: subjectId }, { columns: ['orderId'] })).orderId
  const chosen = (subjectId: string, body: Body) =>
    of === 'trade' ? [subjectId] : ((body as { tradeIds?: string[] }).tradeIds ?? [])
  return {
    node,
    label,
    body: call.body,
    subjectKind: BOND_SUBJECT,
    facts: [AMOUNT],
    async open(ctx, subjectId, lock) {
      if (!doesBuying(ctx.actor)) throw new AppError('notFound')
      await ownersOrder(ctx, await orderOf(ctx, subjectId), lock)
    },
    async describe(ctx, subjectId, { body, workbench }) {
      const orderId = await orderOf(ctx, subjectId)
      const order = await orderRow(ctx, orderId)
      const bonds = await ctx.many('bond', { orderId }, { columns: ['tradeId', 'amount'] })
      const ids = body === null ? [] : chosen(subjectId, body)
      const amounts = bonds.filter((one) => ids.includes(one.tradeId)).map(({ amount }) => amount)
      const page = placeOf(order, 'bond.refund', workbench)
      return {
        title: `${order.title}（${order.code}）`,
        facts: { amount: sum(amounts) },
        trail: { entity: 'bond', entityId: orderId },
        topics: [`order-owner:${orderId}`],
        page,
        editor: page,
      }
    },
    sections: async (ctx, subjectId, body) =>
      sections(ctx, { orderId: await orderOf(ctx, subjectId), tradeIds: chosen(subjectId, body) }, body),
    apply: async (ctx, subjectId, body) =>
      apply(ctx, { orderId: await orderOf(ctx, subjectId), tradeId: subjectId }, body),
  }
}

const returnNode = step({
  node: 'returnBatch',
  label: '保证金退还',
  call: contract.returnBonds,
  of: 'order',
  sections: async (ctx, at) => [await bondSection(ctx, at)],
  apply: (ctx, { orderId }, body) => returnBatch(ctx, orderId, body),
})
const keepNode = step({
  node: 'keep',
  label: '保证金不予退还',
  call: contract.keepBond,
  of: 'trade',
  sections: async (ctx, at, { ground, reason }) => [
    await bondSection(ctx, at),
    Section.parse({
      title: '不予退还',
      rows: [
        { label: '法定依据', value: ground ? KEEP_GROUNDS[ground] : '' },
        { label: '原因', value: reason },
      ],
    }),
  ],
  apply: (ctx, at, body) => keep(ctx, at, body),
})
const turnNode = step({
  node: 'turn',
  label: '转为履约保证金',
  call: contract.turnBond,
  of: 'trade',
  sections: async (ctx, at) => [await bondSection(ctx, at)],
  apply: (ctx, at) => turn(ctx, at),
})

/** What becomes of bonds, as companies may have it approved. */
export const bondApprovals: Business = {
  type: 'bond',
  label: '保证金',
  menus: RUN_FAMILY_NAMES,
  nodes: [returnNode, keepNode, turnNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function actRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends { approval: ApprovalInput }, Done extends object>(
    ctx: Context<Employee>,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: bondApprovals, node, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    buyer(contract.returnBonds, async (ctx, { params, body }) => {
      await lockFree(ctx, params.orderId, body.tradeIds)
      return submit(ctx, returnNode, { subjectId: params.orderId, body })
    }),
    buyer(contract.keepBond, async (ctx, { params, body }) => {
      await demandTrade(ctx, params)
      await lockFree(ctx, params.orderId, [params.tradeId])
      return submit(ctx, keepNode, { subjectId: params.tradeId, body })
    }),
    buyer(contract.turnBond, async (ctx, { params, body }) => {
      await demandTrade(ctx, params)
      await lockFree(ctx, params.orderId, [params.tradeId])
      return submit(ctx, turnNode, { subjectId: params.tradeId, body })
    }),
  ]
}

/** Of two acts at once the second sees that the first waits for approval. */
async function lockFree(ctx: Context<Employee>, orderId: string, tradeIds: readonly string[]): Promise<void> {
  await ownersOrder(ctx, orderId, 'update')
  await demandFree(ctx, orderId, tradeIds)
}

/** The sign-up must be one of the order in the address. */
async function demandTrade(ctx: Any, { orderId, tradeId }: { orderId: string; tradeId: string }): Promise<void> {
  if (!(await ctx.one('trade', { id: tradeId, orderId }, { columns: ['id'] }))) throw new AppError('notFound')
}

async function bondSection(
  ctx: Any,
  { orderId, tradeIds }: { orderId: string; tradeIds: readonly string[] },
): Promise<Section> {
  const bonds = await ctx.many('bond', { orderId })
  const names = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['t.id', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .execute()
  const chosen = bonds.filter(({ tradeId }) => tradeIds.includes(tradeId))
  return Section.parse({
    title: '保证金',
    rows: chosen.map(({ tradeId, kind, amount }) => ({
      label: names.find(({ id }) => id === tradeId)?.name ?? '',
      value: `${kindLabel(kind)} ${formatAmount(amount)} 元`,
    })),
  })
}
