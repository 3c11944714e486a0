import { AppError } from '#contract/errors.ts'
import {
  isOwnTender,
  orderFiles,
  fileAnswer,
  supplier,
  supplierFile,
  visibleTender,
} from '#features/procurement/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { Exact } from '#contract/money.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import * as contract from '../contract.ts'
import { confirmCount, countStand, hasUse, holdCount, releaseCount } from './spend.ts'

type Ctx = Context<Employee>
const PRODUCT = 'preview'
const READ = 'membership.preview'
const UNREADABLE = '采购文件暂时无法读取'

/** Documents of an order read before signing up (标书预览): a count unlocks them for the company. */
export const previewRoutes: readonly Route[] = [
  supplier(contract.previewRemain, async (ctx, { params }) => {
    const { companyId } = ctx.actor
    const use = { companyId, product: PRODUCT, subject: params.id }
    const refusal = await refusalOf(ctx, params.id)
    const { isCovered: isUnlocked, ...stand } = await countStand(ctx, use)
    return { ...stand, isUnlocked, blocked: refusal?.message ?? null }
  }),

  supplier(contract.previewFiles, async (ctx, { params }) =>
    (await unlockedFiles(ctx, params.id)).map(({ fileId, name, size }) => ({ fileId, name, size })),
  ),

  supplier(contract.unlockPreview, async (ctx, { params }) => {
    const refusal = await refusalOf(ctx, params.id)
    if (refusal) throw refusal
    const useId = await holdCount(ctx, { product: PRODUCT, subject: params.id })
    if (useId !== null) await enqueue(ctx, READ, useId)
  }),

  supplierFile(contract.previewFile, async (ctx, { params }) => {
    const file = (await unlockedFiles(ctx, params.id)).find(({ fileId }) => fileId === params.fileId)
    if (!file) throw new AppError('notFound')
    return fileAnswer(ctx, file).catch((error: unknown) => {
      // It is on record, and was paid for: that its content cannot be had is ours to mend.
      if (error instanceof AppError) throw new AppError('serviceInfo', '文件暂时无法读取，请稍后再试')
      throw error
    })
  }),
]

/**
 * Reads the documents that were unlocked to their last byte: only what can be had is paid for. A store that cannot be
 * reached is asked again before the count goes back.
 */
export const previewReader: Worker = {
  kind: READ,
  async run(kernel, work) {
    const files = await within(kernel, work, async (ctx) => {
      const { subject } = await ctx.expectOne('service_use', { id: work.subject }, { columns: ['subject'] })
      return documentsOf(ctx, subject)
    })
    try {
      for (const { sha256 } of files)
        for await (const _ of await kernel.files.read(sha256)) if (work.signal.aborted) throw new Error('stopped')
    } catch (error) {
      // Lost or altered, it stays so; a store that is away may come back.
      if (error instanceof AppError && error.errorName !== 'unavailable') throw new AppError('serviceInfo', UNREADABLE)
      throw error
    }
    await within(kernel, work, (ctx) => confirmCount(ctx, work.subject))
  },
  async giveUp(kernel, work) {
    await within(kernel, work, (ctx) => releaseCount(ctx, work.subject, UNREADABLE))
  },
}

function within<T>(kernel: Kernel, { tenantId }: Work, act: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null }, act)
}

/** What can be read: the documents in force, once they are unlocked. */
async function unlockedFiles(ctx: Ctx, orderId: string) {
  await tenderOf(ctx, orderId)
  const { companyId } = ctx.actor
  if (!(await hasUse(ctx, { companyId, product: PRODUCT, subject: orderId }))) return []
  return documentsOf(ctx, orderId)
}

async function documentsOf(ctx: Context<Actor | null>, orderId: string) {
  return (await orderFiles(ctx, orderId, null)).filter(({ kind }) => kind === 'document')
}

async function tenderOf(ctx: Ctx, orderId: string) {
  const row = await visibleTender(ctx, orderId)
  if (!row || isOwnTender(ctx, row)) throw new AppError('notFound')
  return row
}

/** Why the documents cannot be unlocked, a count or not; null where they can. */
async function refusalOf(ctx: Ctx, orderId: string): Promise<AppError | null> {
  const row = await tenderOf(ctx, orderId)
  const now = ctx.clock.now()
  if (row.tradeStatus === TradeStatus.values.passed)
    return new AppError('wrongState', say(row, '已通过报名，可直接获取{documents}'))
  if (row.state !== 'publish.open' || (row.signUpEnd && row.signUpEnd <= now)) return new AppError('signUpClosed')
  if (row.saleStart && row.saleStart > now) return new AppError('tooEarly', say(row, '未到{documents}获取开始时间'))
  // Whoever sells its documents is not undersold by the platform.
  if (new Exact(row.documentFee).gt(0)) return new AppError('noBidFile', say(row, '{documents}须缴费获取，不提供预览'))
  return (await documentsOf(ctx, orderId)).length === 0 ? new AppError('noBidFile') : null
}
