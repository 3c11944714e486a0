import { AppError } from '#contract/errors.ts'
import { type DownloadKind, startDownload } from '#features/attachments/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { asEmployee, type Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { prepareArchive } from '../contract/order.ts'
import { prepareTradeFiles } from '../contract/trade.ts'
import { demandBuyer, type Order } from './access.ts'
import type { ArchiveEntry } from './archive-parts.ts'
import { buyer } from './bind.ts'
import { tradeFiles } from './files.ts'
import { pack, plainList } from './pack.ts'
import { orderRow, ownOrder } from './public.ts'
import { seesParticipants } from './visible.ts'

interface OfOrder {
  orderId: string
}

const ZIP = 'application/zip'

/** The archive as it was sealed: its bytes are read once more, which fails unless they still have their hash. */
const archiveZip: DownloadKind<OfOrder> = {
  kind: 'order-archive',
  label: '项目归档',
  allow: async (ctx, { orderId }) => void (await demandOrder(ctx, orderId)),
  async build(ctx, { input, progress, signal }) {
    const row = await ctx.tx
      .selectFrom('archive as a')
      .innerJoin('file_object as f', (j) => j.onRef('f.tenantId', '=', 'a.tenantId').onRef('f.id', '=', 'a.fileId'))
      .select(['a.sha256', 'f.size'])
      .where('a.tenantId', '=', ctx.tenantId)
      .where('a.orderId', '=', input.orderId)
      .executeTakeFirst()
    if (!row) throw new AppError('wrongState', '项目尚未归档')
    const sha256 = row.sha256.toString('hex')
    let read = 0
    for await (const chunk of await ctx.files.read(sha256)) {
      signal.throwIfAborted()
      read += (chunk as Buffer).length
      await progress(read / row.size)
    }
    return { sha256, size: row.size, mime: ZIP }
  },
}

/** What suppliers handed in with their sign-ups: a folder for each, and the list of hashes. */
const tradeDocuments: DownloadKind<OfOrder> = {
  kind: 'sign-up-documents',
  label: '报名材料',
  allow: async (ctx, { orderId }) => void (await demandOrder(ctx, orderId)),
  async build(ctx, { input, progress, signal }) {
    const order = await orderRow(ctx, input.orderId)
    const entries = await documentsOf(ctx, order)
    if (entries.length === 0) throw new AppError('wrongState', '还没有供应商提交报名材料')
    const { id: orderId, code, title } = order
    const packed = await pack(ctx, entries, {
      keepReserve: true,
      last: plainList({ orderId, code, title, packedAt: ctx.clock.now().toISOString() }),
      signal,
      onEntry: (written) => void progress(written / entries.length),
    })
    return { ...packed, mime: ZIP }
  },
}

export const downloads: readonly DownloadKind[] = [archiveZip, tradeDocuments]

export const downloadRoutes: readonly Route[] = [
  buyer(prepareArchive, async (ctx, { params: { orderId } }) => {
    const { code } = await demandOrder(ctx, orderId)
    const archived = await ctx.one('archive', { orderId }, { columns: ['orderId'] })
    if (!archived) throw new AppError('wrongState', '项目尚未归档')
    return startDownload(ctx, { kind: archiveZip, name: `${code}.zip`, input: { orderId } })
  }),
  buyer(prepareTradeFiles, async (ctx, { params: { orderId } }) => {
    const order = await demandOrder(ctx, orderId)
    if ((await documentsOf(ctx, order)).length === 0) throw new AppError('wrongState', '还没有供应商提交报名材料')
    return startDownload(ctx, { kind: tradeDocuments, name: `${order.code}-报名材料.zip`, input: { orderId } })
  }),
]

async function demandOrder(ctx: Context<Actor>, orderId: string): Promise<Order> {
  asEmployee(ctx)
  demandBuyer(ctx)
  const { order, who } = await ownOrder(ctx, orderId)
  if (!seesParticipants(order, who)) throw new AppError('notFound')
  return order
}

async function documentsOf(ctx: Context<Actor | null>, order: Order): Promise<ArchiveEntry[]> {
  const trades = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['t.id', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', order.id)
    .orderBy('t.id')
    .execute()
  const entries: ArchiveEntry[] = []
  for (const [i, trade] of trades.entries()) {
    const folder = `${String(i + 1).padStart(2, '0')}-${trade.name}`
    for (const { kind, name, sha256 } of await tradeFiles(ctx, trade.id))
      entries.push({ path: `${folder}/${kind ?? '其他材料'}-${name}`, content: { sha256 } })
  }
  return entries
}
