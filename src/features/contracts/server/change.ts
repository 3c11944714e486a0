import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import * as contract from '../contract/contract.ts'
import { CHANGE_LIMIT, deviation, isBeyond } from '../rules/change.ts'
import { isSme, paidWhenPaid, payDaysProblem, type Payer, type Size } from '../rules/payment.ts'
import { type Any, approved, BUYS, type Contract, type Ctx, demanded, invalid, record, SELLS } from './access.ts'
import { type Content, contentHash, linesOf } from './content.ts'
import { fitMilestones } from './dues.ts'
import { USE } from './files.ts'
import { stopSigning } from './signings.ts'

type Body = BodyOf<typeof contract.changeContract>

/** What a change makes of the contract: lines, value, and how far that is from the first version's. */
export async function changed(ctx: Any, row: Contract, body: Body) {
  const before = await linesOf(ctx, row.id)
  const lines = before.map((line) => {
    const i = body.lines.findIndex((one) => one.line === line.line)
    const given = body.lines[i]
    if (!given) return line
    if (new Exact(given.quantity).lt(line.ordered))
      throw invalid(`lines.${i}.quantity`, `“${line.name}”已下订单 ${line.ordered}，变更后的数量不能更少`)
    const { quantity, unitPrice } = given
    // Untouched lines keep the award's amount, which need not be price × quantity to the cent.
    const isSame = new Exact(quantity).eq(line.quantity) && new Exact(unitPrice).eq(line.unitPrice)
    return isSame ? line : { ...line, quantity, unitPrice, amount: lineTotal(unitPrice, quantity) }
  })
  if (body.lines.some(({ line }) => !before.some((one) => one.line === line)))
    throw invalid('lines', '合同没有该行标的')
  const price = new Exact(sum(lines.map(({ amount }) => amount))).toFixed(2)
  const dues = await ctx.many(
    'contract_due',
    { contractId: row.id, isDropped: false },
    { columns: ['amount', 'requested'] },
  )
  const owed = sum(dues.map(({ amount, requested }) => (row.payMode === 'accepted' ? amount : requested)))
  if (new Exact(price).lt(owed))
    throw invalid('lines', `变更后的合同价 ${price} 元少于已应付的 ${new Exact(owed).toFixed(2)} 元`)
  if (new Exact(price).lte(0)) throw invalid('lines', '变更后的合同价须大于零')
  if (new Exact(price).gte('1e15')) throw invalid('lines', '变更后的合同价过大')
  const first = row.awardPrice
  return { lines, price, deviation: deviation(first, price), isBeyond: isBeyond(first, price) }
}

/** Proposes a change to the supplier; the one in force stays until it agrees. */
export async function propose(ctx: Ctx, contractId: string, body: Body): Promise<{ version: number }> {
  const { row } = await approved(ctx, contractId, 'change')
  const made = await changed(ctx, row, body)
  if (made.isBeyond && body.beyondReason.length < 2) {
    const message = `各次变更累计 ${made.deviation}%，超过原合同金额的 ${CHANGE_LIMIT}%，须另行说明理由并经审批（政府采购法第四十九条）`
    throw invalid('beyondReason', message)
  }
  demandLawful(row, body)
  const { terms, place, deliverBy, payDays } = body
  const lines = made.lines.map(({ ordered: _ordered, ...line }) => line)
  const content: Content = { lines, terms, place, deliverBy, payDays }
  const [last] = await ctx.many('contract_version', { contractId }, { orderBy: ['version desc'], limit: 1 })
  const version = last!.version + 1
  const files = await keptFiles(ctx, body.files, { use: USE, kept: row.files as StoredFile[] })
  const hash = await contentHash(ctx, row, { version, price: made.price, content, files })
  await ctx.insert('contract_version', {
    contractId,
    version,
    price: made.price,
    content: JSON.stringify(content),
    files: JSON.stringify(files),
    contentHash: hash,
    reason: body.reason,
    deviation: made.deviation,
    beyondReason: made.isBeyond ? body.beyondReason : '',
    state: 'offered',
    proposedByName: ctx.actor.name,
    proposedAt: ctx.clock.now(),
  })
  record(ctx, row, {
    action: 'change',
    summary: `提出合同变更：${body.reason}`,
    data: { version, price: made.price, deviation: made.deviation, hash: hash.toString('hex') },
  })
  ctx.emit({ kind: 'contract.change', payload: { contractId, version } })
  return { version }
}

/** What the law says of the first version holds of later ones, too. */
function demandLawful(row: Contract, { payDays, terms }: Body): void {
  const limit = isSme(row.size as Size | null) ? payDaysProblem(row.payer as Payer, payDays, row.payReason) : null
  if (limit && payDays > row.payDays) throw invalid('payDays', limit)
  const clause = paidWhenPaid(terms)
  if (clause) throw new AppError('legalRule', `合同不得以收到第三方付款作为付款条件：“${clause}”`)
}

/** What becomes of a change that was proposed. */
export const changeRoutes: readonly Route[] = [
  implement(contract.recallChange, BUYS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.contractId, 'recallChange')
    const open = await openChange(ctx, row)
    await close(ctx, open, { state: 'withdrawn' })
    record(ctx, row, { action: 'recall-change', summary: `撤回合同变更（第 ${open.version} 版）` })
  }),

  implement(contract.answerChange, SELLS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.contractId, body.agree ? 'agreeChange' : 'refuseChange')
    const open = await openChange(ctx, row)
    if (open.contentHash.toString('hex') !== body.contentHash)
      throw new AppError('conflict', '变更内容已更新，请重新阅读后确认')
    if (!body.agree && body.reason.length < 2) throw invalid('reason', '请填写原因')
    await close(ctx, open, body.agree ? { state: 'agreed' } : { state: 'refused', refusal: body.reason })
    if (body.agree) {
      await takeEffect(ctx, row, open)
      await stopSigning(ctx, row, `合同第 ${open.version} 版已生效`)
    }
    record(ctx, row, {
      action: body.agree ? 'agree-change' : 'refuse-change',
      summary: body.agree ? `供应商同意合同变更（第 ${open.version} 版）` : `供应商不同意合同变更：${body.reason}`,
      data: { version: open.version, hash: body.contentHash },
    })
    const payload = { contractId: row.id, version: open.version, agree: body.agree, price: open.price }
    ctx.emit({ kind: 'contract.change-answered', payload })
  }),
]

async function openChange(ctx: Ctx, { id }: Contract) {
  return ctx.expectOne('contract_version', { contractId: id, state: 'offered' })
}

type Version = Awaited<ReturnType<typeof openChange>>

async function close(
  ctx: Ctx,
  { contractId, version }: Version,
  answer: { state: 'agreed' | 'refused' | 'withdrawn'; refusal?: string },
): Promise<void> {
  const by = { answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() }
  await ctx.update('contract_version', { contractId, version }, { ...answer, ...by })
}

/** Lines and terms of the new version; what was ordered meanwhile must still fit. */
async function takeEffect(ctx: Ctx, row: Contract, open: Version): Promise<void> {
  const { lines, terms, place, deliverBy, payDays } = open.content as unknown as Content
  const before = await linesOf(ctx, row.id)
  for (const { line, name, quantity, unitPrice, amount } of lines) {
    const { ordered } = before.find((one) => one.line === line)!
    if (new Exact(quantity).lt(ordered))
      throw new AppError('wrongState', `“${name}”已下订单 ${ordered}，多于变更后的 ${quantity}，请采购人撤回变更`)
    await ctx.update('contract_line', { contractId: row.id, line }, { quantity, unitPrice, amount })
  }
  const unfit = await fitMilestones(ctx, row, open.price)
  if (unfit) throw new AppError('wrongState', `${unfit}，请采购人撤回变更`)
  await ctx.update(
    'contract',
    { id: row.id },
    {
      version: open.version,
      price: open.price,
      terms,
      place,
      deliverBy,
      payDays,
      files: JSON.stringify(open.files),
      contentHash: open.contentHash,
      updatedAt: ctx.clock.now(),
    },
  )
}
