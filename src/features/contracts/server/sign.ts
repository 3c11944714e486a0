import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import * as contract from '../contract/contract.ts'
import { isSme, payDaysProblem, type Payer } from '../rules/payment.ts'
import { ACTS, approved, BUYS, type Ctx, demanded, ownContract, isHandler, record, SELLS, today } from './access.ts'
import { contentHash, contentOf } from './content.ts'
import { addMilestones } from './dues.ts'
import { USE } from './files.ts'

/** The purchaser signs by offering the content of a hash. */
export async function offer(ctx: Ctx, contractId: string): Promise<{ contentHash: string }> {
  const { row, to } = await approved(ctx, contractId, 'offer')
  const content = await contentOf(ctx, row)
  const files = row.files as StoredFile[]
  const hash = await contentHash(ctx, row, { version: 1, price: row.price, content, files })
  const now = ctx.clock.now()
  const by = { offeredAt: now, offeredByName: ctx.actor.name, refusal: '', updatedAt: now }
  await ctx.update('contract', { id: row.id }, { state: to, contentHash: hash, ...by })
  const hex = hash.toString('hex')
  record(ctx, row, {
    action: 'offer',
    summary: '采购人确认合同并提交供应商签订',
    data: { hash: hex, price: row.price },
  })
  ctx.emit({ kind: 'contract.offered', payload: { contractId } })
  return { contentHash: hex }
}

/** What both sides do until a contract is signed. */
export const signRoutes: readonly Route[] = [
  implement(contract.recallContract, BUYS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.contractId, 'recall')
    await ctx.update('contract', { id: row.id }, { state: to, updatedAt: ctx.clock.now() })
    record(ctx, row, { action: 'recall', summary: '撤回待签订的合同' })
  }),

  implement(contract.refuseContract, SELLS, async (ctx, { params, body: { reason } }) => {
    const { row, to } = await demanded(ctx, params.contractId, 'refuse')
    await ctx.update('contract', { id: row.id }, { state: to, refusal: reason, updatedAt: ctx.clock.now() })
    record(ctx, row, { action: 'refuse', summary: `供应商退回合同：${reason}` })
    ctx.emit({ kind: 'contract.refused', payload: { contractId: row.id, reason } })
  }),

  implement(contract.signContract, SELLS, async (ctx, { params, body }) => {
    const { row, to } = await demanded(ctx, params.contractId, 'sign')
    // Offered anew meanwhile: what is signed is what was read.
    if (row.contentHash?.toString('hex') !== body.contentHash)
      throw new AppError('conflict', '合同内容已变更，请重新阅读后确认')
    const problem = isSme(body.size) ? payDaysProblem(row.payer as Payer, row.payDays, row.payReason) : null
    if (problem) throw new AppError('legalRule', `${problem}，请退回采购人修改`)
    const now = ctx.clock.now()
    const signed = { signedAt: now, signedByName: ctx.actor.name, signedOn: today(ctx), size: body.size }
    await ctx.update('contract', { id: row.id }, { state: to, ...signed, updatedAt: now })
    const content = await contentOf(ctx, row)
    await ctx.insert('contract_version', {
      contractId: row.id,
      version: 1,
      price: row.price,
      content: JSON.stringify(content),
      files: JSON.stringify(row.files),
      contentHash: row.contentHash,
      state: 'agreed',
      proposedByName: row.offeredByName,
      proposedAt: row.offeredAt!,
      answeredByName: ctx.actor.name,
      answeredAt: now,
    })
    await addMilestones(ctx, { ...row, size: body.size })
    record(ctx, row, {
      action: 'sign',
      summary: '供应商确认签订合同',
      data: { hash: body.contentHash, size: body.size, price: row.price },
    })
    const { id: contractId, orderId, tradeId, purchaserCompanyId, supplierCompanyId, price } = row
    const payload = { contractId, orderId, tradeId, purchaserCompanyId, supplierCompanyId, price, signedOn: today(ctx) }
    ctx.emit({ kind: 'contract.signed', payload })
  }),

  implement(contract.addScans, ACTS, async (ctx, { params, body }) => {
    const row = await ownContract(ctx, params.contractId, 'update')
    if (!isHandler(ctx)) throw new AppError('noRight')
    if (row.signedAt === null) throw new AppError('wrongState', '合同签订后方可上传扫描件')
    const before = row.scans as StoredFile[]
    const given = body.files.filter(({ fileId }) => !before.some((one) => one.fileId === fileId))
    if (given.length === 0) return
    if (before.length + given.length > 40) throw new AppError('wrongState', '扫描件最多 40 份')
    const added = await keptFiles(ctx, given, { use: USE })
    await ctx.update('contract', { id: row.id }, { scans: JSON.stringify([...before, ...added]) })
    record(ctx, row, {
      action: 'scan',
      summary: `上传签署扫描件 ${added.length} 份`,
      data: added.map(({ name, sha256 }) => ({ name, sha256 })),
    })
  }),
]
