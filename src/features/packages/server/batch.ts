import type { BodyOf, InputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { methodFor, methodOf } from '#features/procurement/methods/all.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { say } from '#features/procurement/methods/say.ts'
import { candidateDays } from '#features/procurement/rules/candidate-days.ts'
import { inviteMode } from '#features/procurement/rules/invite-mode.ts'
import {
  buyerColumn,
  type orderRow,
  orderValue,
  ownersOrder,
  ownOrder,
  type OrderHandle,
} from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type batchLots, MOST_LOTS, type runBatch } from '../contract.ts'
import { BATCH_STEPS, type BatchStep } from '../rules/steps.ts'
import type { LotActs } from './acts.ts'

type Ctx = Context<Employee>
type Body = BodyOf<typeof runBatch>

/** Several orders before a step: whether each can take it, and whom it may choose. */
export async function lotsFor(
  ctx: Ctx,
  acts: LotActs,
  { orderIds, step }: NonNullable<InputOf<typeof batchLots>['query']>,
) {
  const ids = [...new Set(orderIds.split(','))].filter((id) => Id.safeParse(id).success).slice(0, MOST_LOTS)
  const rows = []
  let first: string | undefined
  for (const id of ids) {
    const own = await ownOrder(ctx, id).catch(unlessMissing)
    if (!own || !methodOf(own.order.method).family.packages) continue
    first ??= own.order.projectId
    if (own.order.projectId === first) rows.push(await lotValue(ctx, acts, { own, step }))
  }
  return { rows, missing: ids.length - rows.length }
}

async function lotValue(ctx: Ctx, acts: LotActs, { own, step }: { own: OrderHandle; step: BatchStep }) {
  const { order } = own
  const names = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  const owner = await ctx.one(
    'employee',
    { companyId: order.ownerCompanyId, userId: order.createdBy },
    { columns: ['name'] },
  )
  const isChoosing = 'chooses' in BATCH_STEPS[step]
  const view = isChoosing ? await acts.view(ctx, own) : null
  const proposal = step === 'winner' ? view?.proposal : null
  const rows = view?.candidates.filter(({ tradeId }) => step === 'candidate' || view.eligible.includes(tradeId)) ?? []
  return {
    ...orderValue({ ...order, purchaserName: names.name, ownerName: owner?.name ?? null }, ctx.clock.now()),
    lotNo: order.lotNo,
    packageId: order.packageId,
    controlPrice: order.controlPrice,
    blocked: await blockedBy(ctx, own, step),
    signUpEnd: order.signUpEnd?.toISOString() ?? null,
    questionEnd: order.questionEnd?.toISOString() ?? null,
    bidEnd: order.bidEnd?.toISOString() ?? null,
    choices: proposal ? [] : rows.map(({ tradeId, supplierName, price }) => ({ tradeId, supplierName, price })),
    current: (proposal ?? view?.award)?.winners.map(({ supplierName }) => supplierName) ?? [],
    version: view?.versions[0]?.version ?? null,
  }
}

/** Why the step cannot be done to an order now; null where it can. */
async function blockedBy(ctx: Ctx, own: OrderHandle, step: BatchStep): Promise<string | null> {
  const { order, who } = own
  if (who.part !== 'owner') return '由经办单位办理'
  const { action } = BATCH_STEPS[step]
  if (action === null) {
    const { pendingApproval } = await own.facts()
    if (pendingApproval !== null) return `${pendingApproval}审批中`
    const run = { method: order.method, admission: order.admission, state: order.state }
    const mode = inviteMode({ ...run, signUpEnd: order.signUpEnd?.getTime() ?? null }, ctx.clock.now().getTime())
    return mode === 'draft' || mode === 'invite' ? null : '报名已截止或者尚未发布，不能追加供应商'
  }
  const found = await own.action(action)
  return found ? (found.reason ?? null) : '当前状态不能办理'
}

/** One order of a batch: by the operation of its step alone. The others of the batch are of the same project. */
export async function actOnLot(ctx: Ctx, acts: LotActs, { body, orderId }: { body: Body; orderId: string }) {
  const own = await ownersOrder(ctx, orderId)
  const { order } = own
  if (!methodOf(order.method).family.packages) throw new AppError('wrongState', '该采购方式不能批量办理')
  await demandOneProject(ctx, order, body.lots)
  const { action, label } = BATCH_STEPS[body.step]
  // An action that no row knows in this state is no secret to the owner of the order.
  if (action !== null && !(await own.action(action)))
    throw new AppError('wrongState', `当前状态不能${fillWords(methodFor(order).words, label)}`)
  const { approval, acceptWarnings } = body
  const shared = { approval, acceptWarnings }
  switch (body.step) {
    case 'candidate': {
      const text = await acts.candidateText(ctx, order)
      const days = body.publicityDays ?? candidateDays(order)
      const { tradeId } = lotOf(body.lots, orderId)
      return acts.candidates(ctx, orderId, {
        ...shared,
        ...text,
        reason: body.reason,
        publicityDays: days,
        change: null,
        ...(tradeId !== undefined && { tradeId }),
      })
    }
    case 'winner': {
      const text = await acts.winnerText(ctx, order)
      const { tradeId } = lotOf(body.lots, orderId)
      return acts.winner(ctx, orderId, {
        ...shared,
        ...text,
        reason: body.reason,
        change: null,
        ...(tradeId !== undefined && { tradeId }),
      })
    }
    case 'change-winner': {
      const { tradeId, version } = lotOf(body.lots, orderId)
      const { cause, reason, evidence } = body
      const text = await acts.winnerChangeText(ctx, order, cause)
      return acts.winner(ctx, orderId, {
        ...shared,
        ...text,
        tradeId,
        reason: '',
        change: { version, cause, reason, evidence },
      })
    }
    case 'clarification': {
      const { title, content, affectsBids } = body
      return acts.clarify(ctx, orderId, { title, content, affectsBids, answers: [], approval })
    }
    case 'change': {
      const { title, content, schedule, affectsBids } = body
      return acts.change(ctx, orderId, {
        title,
        content,
        schedule,
        affectsBids,
        files: [],
        replacements: [],
        ...shared,
      })
    }
    case 'auction':
      return acts.abort(ctx, orderId, { reason: body.reason, content: null, approval })
    case 'add-supplier':
      return acts.invite(ctx, orderId, { companyIds: body.companyIds, reason: body.reason, approval })
  }
}

function lotOf<L extends { orderId: string }>(lots: readonly L[], orderId: string): L {
  return lots.find((lot) => lot.orderId === orderId)!
}

/** Throws `wrongState` for an order of another project than the first own one of the batch. */
async function demandOneProject(
  ctx: Ctx,
  order: Awaited<ReturnType<typeof orderRow>>,
  lots: readonly { orderId: string }[],
): Promise<void> {
  const ids = lots.map(({ orderId }) => orderId)
  const own = await ctx.tx
    .selectFrom('purchase_order')
    .select(['id', 'projectId'])
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', ids)
    .where(buyerColumn(ctx.actor), '=', ctx.actor.companyId)
    .execute()
  const first = ids.map((id) => own.find((one) => one.id === id)).find((one) => one !== undefined)
  if (first && first.projectId !== order.projectId)
    throw new AppError('wrongState', say(order, '与所选的其他{order}不属于同一采购项目，请另行办理'))
}

function unlessMissing(error: unknown): null {
  if (error instanceof AppError && error.errorName === 'notFound') return null
  throw error
}
