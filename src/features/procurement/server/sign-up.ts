import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import * as contract from '../contract/supplier.ts'
import { say } from '../methods/say.ts'
import { TradeStatus } from '../rules/enums.ts'
import { OrderSettings } from '../rules/settings.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import type { Order } from './access.ts'
import { supplierAdmission } from './admission-port.ts'
import { supplier } from './bind.ts'
import { demandInForce } from './lapses.ts'
import { takeBackDecline } from './invitation-reply.ts'
import { orderRow, ownTrade } from './public.ts'
import { isOwnTender } from './visible-tender.ts'
import { templates } from './template-port.ts'
import { supplierCommitment } from './templates.ts'
import { tradeFacts } from './trade-facts.ts'
import { demandVisible } from './visible.ts'

type Fields = BodyOf<typeof contract.signUp>

export const signUpRoutes: readonly Route[] = [
  supplier(contract.signUp, (ctx, { params, body }) => signUpFor(ctx, params.orderId, body)),

  supplier(contract.withdrawSignUp, async (ctx, { params }) => {
    const { order, trade: seen } = await ownTrade(ctx, params.orderId, { passed: false, lock: 'share' })
    const trade = await ctx.expectOne('trade', { id: seen.id }, { lock: 'update' })
    if (trade.status === TradeStatus.values.passed)
      throw new AppError('wrongState', say(order, '报名已通过，无需撤回；不参加{bid}即可'))
    const status = TRADE_STATUS.next('withdraw', {
      record: tradeFacts(order, trade),
      who: { part: 'supplier' },
      now: ctx.clock.now().getTime(),
    })
    await ctx.update('trade', { id: trade.id }, { status })
    ctx.audit({
      action: 'trade.withdraw',
      entity: 'order',
      entityId: order.id,
      summary: `${ctx.actor.companyName}撤回报名`,
      data: { tradeId: trade.id },
    })
    ctx.emit({
      kind: 'trade.withdrawn',
      payload: { tradeId: trade.id, orderId: order.id },
      topics: [`order-owner:${order.id}`],
    })
  }),
]

/** Signs the own company up for an order, or anew after a refusal. */
export async function signUpFor(ctx: Context<Employee>, orderId: string, body: Fields): Promise<{ tradeId: string }> {
  // Shared: a change or an abortion of the order waits, or is seen.
  const order = await orderRow(ctx, orderId, 'share')
  if (!order.publishedAt) throw new AppError('notFound')
  await demandVisible(ctx, order)
  // Locks the invitation: a decline at the same moment waits, or is seen and taken back.
  await takeBackDecline(ctx, order.id)
  if (isOwnTender(ctx, order)) throw new AppError('wrongState', say(order, '{client}和代理机构不得参加本项目{bid}'))
  const existing = await ctx.one(
    'trade',
    { orderId: order.id, supplierCompanyId: ctx.actor.companyId },
    { lock: 'update' },
  )
  const now = ctx.clock.now()
  const isClosed = order.state === 'publish.open' && order.signUpEnd && now >= order.signUpEnd
  if (isClosed) throw new AppError('signUpClosed')
  const status = TRADE_STATUS.next('signUp', {
    record: tradeFacts(order, existing),
    who: { part: 'supplier' },
    now: now.getTime(),
  })
  await demandAdmitted(ctx, order)
  demandDocuments(order, body)
  await demandOwnFiles(
    ctx,
    body.files.map((f) => f.fileId),
    { use: 'qualification', by: 'company' },
  )
  const stored = await storedFiles(ctx, body.files)
  const given = body.files.map((one, i) => ({ ...one, sha256: stored[i]!.sha256 }))
  await demandInForce(ctx, order, { companyId: ctx.actor.companyId, given })
  const tradeId = existing?.id ?? ctx.newId()
  const values = {
    status,
    reason: '',
    contactName: body.contactName,
    ...ctx.cipher.fields('trade.contact_mobile', tradeId, body.contactMobile),
    contactEmail: body.contactEmail,
    statement: body.statement,
    createdBy: ctx.actor.userId,
    createdAt: now,
    decidedAt: null,
    decidedBy: null,
  }
  if (existing) {
    await ctx.update('trade', { id: tradeId }, values)
    await ctx.remove('trade_file', { tradeId })
  } else {
    await ctx.insert('trade', {
      id: tradeId,
      orderId: order.id,
      supplierCompanyId: ctx.actor.companyId,
      origin: 'sign-up',
      ...values,
    })
  }
  await attach(ctx, tradeId, body)
  const commitment = await supplierCommitment(ctx, order)
  if (commitment) await templates().acceptCommitment(ctx, { commitment, accepted: body.commitment, by: { tradeId } })
  ctx.audit({
    action: 'trade.signUp',
    entity: 'order',
    entityId: order.id,
    summary: `${ctx.actor.companyName}${existing ? '重新' : ''}报名`,
    data: {
      tradeId,
      files: body.files,
      ...(commitment ? { commitment: { ...body.commitment, versionHash: commitment.versionHash } } : {}),
    },
  })
  ctx.emit({
    kind: 'trade.signed-up',
    payload: { tradeId, orderId: order.id },
    topics: [`order-owner:${order.id}`],
  })
  return { tradeId }
}

/** Refuses a company that the purchaser does not admit, and tells it why. */
async function demandAdmitted(ctx: Context<Employee>, order: Order): Promise<void> {
  const asked = { order, companyIds: [ctx.actor.companyId], act: 'signUp' } as const
  const refused = (await supplierAdmission().refusals(ctx, asked)).find(({ level }) => level === 'block')
  if (refused) throw new AppError('wrongState', refused.told)
}

/** Every document the order demands must be there, named by its kind. */
function demandDocuments(order: Order, body: Fields): void {
  const { qualifications } = OrderSettings.parse(order.settings)
  const missing = qualifications.filter((q) => q.required && !body.files.some((f) => f.kind === q.name))
  if (missing.length === 0) return
  const details = missing.map((q) => ({ path: 'files', message: `请上传${q.name}` }))
  throw new AppError('invalid', details[0]!.message, details)
}

async function attach(ctx: Context<Employee>, tradeId: string, { files }: Fields): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ fileId, kind, name, validUntil }) => ({
    tenantId: ctx.tenantId,
    tradeId,
    fileId,
    kind,
    name,
    validUntil,
  }))
  // The same file given twice counts once.
  await ctx.tx
    .insertInto('trade_file')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}
