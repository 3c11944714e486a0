import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Approvals, BusinessNode } from '#features/workflow/server/public.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import { entrusting, isPurchase } from '#features/procurement/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/bill.ts'
import { BILL_STATES } from '../rules/bill.ts'
import { Collection, FeeType, type Payer } from '../rules/enums.ts'
import { FormulaFault } from '../rules/expression.ts'
import type { Terms } from '../rules/fee.ts'
import { checkTerms } from '../rules/check.ts'
import { agreementText, demandAgreed } from './agreed.ts'
import { amountsOf } from './arise.ts'
import { type Bill, demand, insertBill, note, ownBill, priced } from './bills.ts'
import { billDetail, billPage } from './bill-view.ts'
import { chargeApprovals, sendNode, waiveNode } from './approvals.ts'
import { AGENCY, AGENCY_READER, demandAgent } from './own.ts'
import { keptTemplates, usableTemplate } from './standards.ts'

type Ctx = Context<Employee>
type Content = BodyOf<typeof contract.changeBill>

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(BILL_STATES).map((state) => [state, sql<boolean>`b.state = ${sql.lit(state)}`])),
}
const own = (ctx: Ctx) => ({ creditorId: ctx.actor.companyId })

/** The agency's charges for its awards. */
export function agencyBillRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends { approval: ApprovalInput }>(
    ctx: Ctx,
    node: BusinessNode<Body, object>,
    { billId, body }: { billId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: chargeApprovals, node, subjectId: billId, body })
    return 'done' in answer ? {} : answer
  }
  return [
    implement(contract.agencyBills, AGENCY_READER, (ctx, { query }) =>
      billPage(ctx, {
        query,
        side: { column: 'creditorId', companyId: ctx.actor.companyId },
        tabs: TABS,
        tab: query.state || 'all',
      }),
    ),
    implement(contract.chargeableAwards, AGENCY_READER, async (ctx) => ({
      awards: await chargeable(ctx),
      templates: (await keptTemplates(ctx, ctx.actor.companyId)).flatMap(({ templateId, name, isReference, terms }) =>
        isSound(terms) ? [{ templateId, name, isReference, terms: inputOf(terms) }] : [],
      ),
    })),
    implement(contract.agencyBill, AGENCY_READER, async (ctx, { params }) => {
      demandAgent(ctx, true)
      return billDetail(ctx, await ownBill(ctx, params.billId, own(ctx)), 'creditor')
    }),
    implement(contract.makeBill, AGENCY, (ctx, { body }) => makeBill(ctx, body)),
    implement(contract.changeBill, AGENCY, (ctx, { params, body }) => changeBill(ctx, params.billId, body)),
    implement(contract.dropBill, AGENCY, async (ctx, { params }) => {
      const bill = await draftOf(ctx, params.billId)
      await ctx.remove('charge_bill', { id: bill.id })
      note(ctx, bill, { action: 'charge.drop', summary: `删除收费草稿 ${bill.code}` })
    }),
    implement(contract.sendBill, AGENCY, (ctx, { params, body }) =>
      submit(ctx, sendNode, { billId: params.billId, body }),
    ),
    implement(contract.waiveBill, AGENCY, (ctx, { params, body }) =>
      submit(ctx, waiveNode, { billId: params.billId, body }),
    ),
  ]
}

/** Awards in force of purchases that the company runs for others, without a charge; newest first. */
async function chargeable(ctx: Ctx, tradeId?: string) {
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('award_in_force as a', (j) => j.onRef('a.tenantId', '=', 'o.tenantId').onRef('a.orderId', '=', 'o.id'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as w', 'w.id', 't.supplierCompanyId')
    .innerJoin('company as p', 'p.id', 'o.purchaserCompanyId')
    .select([
      't.id',
      'o.id as orderId',
      'o.projectId',
      'o.ownerCompanyId',
      'o.code',
      'o.title',
      'o.estimatedPrice',
      'o.controlPrice',
      'a.price',
    ])
    .select(['w.id as winnerId', 'w.name as winnerName', 'p.id as purchaserId', 'p.name as purchaserName'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.purchaserCompanyId', '!=', ctx.actor.companyId)
    .where('a.noticeId', 'is not', null)
    .where(isPurchase('o.method'))
    .$if(tradeId !== undefined, (q) => q.where('t.id', '=', tradeId!))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_bill as b')
            .select('b.id')
            .whereRef('b.tenantId', '=', 't.tenantId')
            .whereRef('b.tradeId', '=', 't.id')
            .where('b.creditorId', '=', ctx.actor.companyId)
            .where('b.feeType', '=', FeeType.values.agency)
            .where('b.state', '!=', 'void'),
        ),
      ),
    )
    .orderBy('a.decidedAt', 'desc')
    .limit(200)
    .execute()
  const agreed = await entrusting().feesOf(
    ctx,
    [...new Set(rows.map(({ projectId }) => projectId))],
    ctx.actor.companyId,
  )
  return rows.map((row) => ({
    tradeId: row.id,
    orderId: row.orderId,
    orderCode: row.code,
    orderTitle: row.title,
    winnerName: row.winnerName,
    purchaserName: row.purchaserName,
    budgetAmount: row.estimatedPrice,
    winnerAmount: row.price!,
    winnerId: row.winnerId,
    purchaserId: row.purchaserId,
    agreement: agreementText(agreed.get(row.projectId)),
    order: row,
  }))
}

async function makeBill(ctx: Ctx, body: BodyOf<typeof contract.makeBill>): Promise<{ billId: string }> {
  demandAgent(ctx)
  // An award of others' and one that is charged already look alike from outside; who runs the order is told which it is.
  const trade = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select(['t.id', 'o.method', 'o.admission'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.id', '=', body.tradeId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.purchaserCompanyId', '!=', ctx.actor.companyId)
    .executeTakeFirst()
  if (!trade) throw new AppError('notFound')
  const [award] = await chargeable(ctx, body.tradeId)
  if (!award) throw new AppError('wrongState', say(trade, '该{bidder}未{won}或已生成收费'))
  const template = await usableTemplate(ctx, ctx.actor.companyId, body.templateId)
  if (!template || !isSound(template.terms)) throw invalid('templateId', '请选择收费模板')
  await demandAgreed(ctx, award.order, body.payer)
  const bill = await computed(() =>
    insertBill(ctx, {
      feeType: FeeType.values.agency,
      orderId: award.orderId,
      tradeId: award.tradeId,
      creditorId: ctx.actor.companyId,
      debtorId: debtorOf(body.payer, award),
      payer: body.payer,
      collection: Collection.values.online,
      amounts: amountsOf(award.order, award.winnerAmount),
      template,
      publicationId: null,
      ...discountOf(body),
      dueAt: dueOf(ctx, body.dueAt),
    }),
  )
  if (!bill) throw new AppError('wrongState', '应收金额为 0 或已生成收费')
  return { billId: bill.id }
}

async function changeBill(ctx: Ctx, billId: string, body: Content): Promise<void> {
  const bill = await draftOf(ctx, billId)
  const { templateId } = body
  const template = templateId === undefined ? null : await usableTemplate(ctx, ctx.actor.companyId, templateId)
  if (templateId !== undefined && (!template || !isSound(template.terms))) throw invalid('templateId', '请选择收费模板')
  const chosen = template ?? { name: bill.templateName, terms: bill.terms as unknown as Terms }
  const { discount, discountReason } = discountOf(body)
  const amounts = { budgetAmount: bill.budgetAmount!, winnerAmount: bill.winnerAmount! }
  const { gross, fee } = await computed(() =>
    Promise.resolve(priced({ amounts, template: chosen, discount, discountReason })),
  )
  const [trade, order] = await Promise.all([
    ctx.expectOne('trade', { id: bill.tradeId }, { columns: ['supplierCompanyId'] }),
    ctx.expectOne(
      'purchase_order',
      { id: bill.orderId },
      { columns: ['projectId', 'ownerCompanyId', 'purchaserCompanyId'] },
    ),
  ])
  await demandAgreed(ctx, order, body.payer)
  await ctx.update(
    'charge_bill',
    { id: bill.id },
    {
      templateName: chosen.name,
      terms: JSON.stringify(chosen.terms),
      ...(template && { publicationId: null }),
      payer: body.payer,
      debtorId: debtorOf(body.payer, { winnerId: trade.supplierCompanyId, purchaserId: order.purchaserCompanyId }),
      gross,
      discount,
      discountReason,
      amount: fee.amount,
      derivation: JSON.stringify(fee.lines),
      dueAt: dueOf(ctx, body.dueAt),
    },
  )
  note(ctx, bill, { action: 'charge.change', summary: `修改收费草稿 ${bill.code}，应收 ${fee.amount} 元` })
}

/** A charge that may still be changed, locked. */
async function draftOf(ctx: Ctx, billId: string): Promise<Bill> {
  demandAgent(ctx)
  const bill = await ownBill(ctx, billId, { ...own(ctx), lock: 'update' })
  demand('edit', bill)
  if (await holdOn(ctx, { kind: 'charge', id: billId })) throw new AppError('wrongState', '收费正在审批，暂不能修改')
  return bill
}

function debtorOf(payer: Payer, { winnerId, purchaserId }: { winnerId: string; purchaserId: string }): string {
  return { winner: winnerId, purchaser: purchaserId }[payer]
}

function discountOf({ discount, discountReason }: Pick<Content, 'discount' | 'discountReason'>) {
  if (Number(discount) > 0 && discountReason === '') throw invalid('discountReason', '请填写优惠原因')
  return { discount, discountReason }
}

function dueOf(ctx: Ctx, dueAt: string): Date {
  const due = new Date(dueAt)
  if (due <= ctx.clock.now()) throw invalid('dueAt', '付款期限应晚于当前时间')
  return due
}

function isSound(terms: Terms): boolean {
  return checkTerms(terms).every(({ level }) => level === 'warning')
}

function inputOf({ least, most, ...terms }: Terms) {
  return {
    ...terms,
    elements: [...terms.elements],
    tiers: [...terms.tiers],
    ...(least && { least }),
    ...(most && { most }),
  }
}

async function computed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FormulaFault) throw invalid('templateId', error.message)
    throw error
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
