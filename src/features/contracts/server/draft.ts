import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { awardLines } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import * as contract from '../contract/contract.ts'
import { priceProblem } from '../rules/change.ts'
import { PAYERS } from '../rules/payment.ts'
import { performanceRate } from '../rules/performance-bond.ts'
import { BUYS, type Contract, type Ctx, demanded, drawCode, invalid, record } from './access.ts'
import { awardValues, openAwards } from './awards.ts'
import { bondProblem } from './performance-bond.ts'
import { USE } from './files.ts'

/** A public institution, as companies say of themselves. */
const INSTITUTION = 2

/** Contracts while the purchaser drafts them. */
export const draftRoutes: readonly Route[] = [
  implement(contract.contractableAwards, BUYS, (ctx) => awardValues(ctx)),

  implement(contract.createContract, BUYS, async (ctx, { body: { tradeId } }) => {
    const { companyId, userId, name } = ctx.actor
    const made = await ctx.tx
      .selectFrom('contract')
      .select('id')
      .where('tenantId', '=', ctx.tenantId)
      .where('tradeId', '=', tradeId)
      .where('purchaserCompanyId', '=', companyId)
      .executeTakeFirst()
    if (made) throw new AppError('wrongState', '该中标（成交）供应商已有合同')
    const [award] = await openAwards(ctx, { companyId, tradeId })
    if (!award) throw new AppError('notFound')
    const id = ctx.newId()
    const code = await drawCode(ctx, 'HT')
    const payer = await payerOf(ctx)
    const now = ctx.clock.now()
    const added = await ctx.tx
      .insertInto('contract')
      .values({
        tenantId: ctx.tenantId,
        id,
        code,
        orderId: award.orderId,
        resultId: award.resultId,
        tradeId,
        purchaserCompanyId: companyId,
        supplierCompanyId: award.supplierCompanyId,
        title: `${award.title}合同`,
        awardPrice: award.price,
        awardNoticeAt: award.noticedAt,
        price: award.price,
        payer,
        payMode: 'accepted',
        payDays: PAYERS[payer].usual ?? 30,
        state: 'draft',
        createdBy: userId,
        createdByName: name,
        createdAt: now,
        updatedAt: now,
      })
      .onConflict((on) => on.columns(['tenantId', 'tradeId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '该中标（成交）供应商已有合同')
    await copyLines(ctx, { id, title: award.title }, award)
    record(ctx, { id, code }, { action: 'create', summary: `起草合同：${award.title}`, data: { price: award.price } })
    return { contractId: id }
  }),

  implement(contract.updateContract, BUYS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.contractId, 'edit')
    const columns = await termColumns(ctx, row, body)
    await ctx.update('contract', { id: row.id }, { ...columns, refusal: '', updatedAt: ctx.clock.now() })
    record(ctx, row, { action: 'update', summary: `修改合同：${body.title}` })
  }),

  implement(contract.removeContract, BUYS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.contractId, 'remove')
    await ctx.remove('contract', { id: row.id })
    record(ctx, row, { action: 'remove', summary: `删除合同草稿：${row.title}` })
  }),
]

/** An institution by its own company data; a company says on the contract whether it is a large one. */
async function payerOf(ctx: Ctx): Promise<'organ' | 'large'> {
  const { companyType } = await ctx.expectOne('company', { id: ctx.actor.companyId }, { columns: ['companyType'] })
  return companyType === INSTITUTION ? 'organ' : 'large'
}

/** What was awarded, line by line; an award of the whole is one line. */
async function copyLines(
  ctx: Ctx,
  { id, title }: { id: string; title: string },
  award: { resultId: string; tradeId: string },
): Promise<void> {
  const lines = await awardLines(ctx, award)
  await ctx.insert(
    'contract_line',
    lines.map(({ name, spec, unit, quantity, unitPrice, amount }, i) => ({
      contractId: id,
      line: i + 1,
      name: name ?? title,
      spec: spec ?? '',
      unit: unit ?? '项',
      quantity,
      unitPrice,
      amount,
    })),
  )
}

/** Terms as columns. Throws with both figures where the price is not the award's. */
async function termColumns(ctx: Ctx, row: Contract, body: BodyOf<typeof contract.updateContract>) {
  const { title, price, terms, place, deliverBy, warranty, payer, payMode, payDays, payReason } = body
  const problem = priceProblem(price, row.awardPrice)
  if (problem) throw invalid('price', problem)
  const { lateRate, lpr, milestones } = body
  if (lateRate !== null && lpr === null) throw invalid('lpr', '约定逾期利率时须填写合同订立时的 1 年期 LPR')
  if (lateRate !== null && new Exact(lateRate).lt(lpr!))
    throw invalid('lateRate', '约定的逾期利率不得低于合同订立时的 1 年期 LPR')
  for (const [path, rate] of Object.entries({ lateRate, lpr }))
    if (rate !== null && new Exact(rate).gt(100)) throw invalid(path, '年利率不能超过 100%')
  if (payMode === 'milestones' && milestones.length === 0) throw invalid('milestones', '请填写付款节点')
  const { performanceBond } = body
  const beyond = await bondProblem(ctx, { ...row, performanceBond })
  if (beyond?.isBinding) {
    const { message } = beyond
    throw new AppError('legalRule', message, [{ path: 'performanceBond', message }])
  }
  const files = await keptFiles(ctx, body.files, { use: USE, kept: row.files as StoredFile[] })
  return {
    title,
    price,
    terms,
    place,
    deliverBy,
    warranty,
    performanceBond,
    performanceRate: performanceBond && performanceRate(performanceBond, row.awardPrice),
    payer,
    payMode,
    payDays,
    payReason,
    milestones: JSON.stringify(payMode === 'milestones' ? milestones : []),
    lateRate,
    lpr: lateRate === null ? null : lpr,
    files: JSON.stringify(files),
  }
}
