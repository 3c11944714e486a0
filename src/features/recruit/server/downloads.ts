import { AppError } from '#contract/errors.ts'
import { type DownloadKind, startDownload } from '#features/attachments/server/public.ts'
import { type ArchiveEntry, pack, plainList } from '#features/procurement/server/public.ts'
import { asEmployee } from '#server/context.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { type FileAnswer, implement, implementFile, type Route } from '#server/implement.ts'
import * as c from '../contract/trade.ts'
import { REQUIRE_TYPES } from '../rules/kinds.ts'
import { type Any, type Ctx, HELPS, type Order, ownOrder } from './access.ts'
import { countsOf, filesOf } from './orders.ts'
import { ownTrade } from './trades.ts'
import { documentValues, isLarge } from './values.ts'

const ZIP = 'application/zip'
const NONE = '还没有供应商提交申请材料'

interface OfOrder {
  orderId: string
}

/** What all suppliers handed in: a folder for each, and the list of hashes. */
export const applicationFiles: DownloadKind<OfOrder> = {
  kind: 'recruit-applications',
  label: '征集申请材料',
  async allow(ctx, { orderId }) {
    asEmployee(ctx)
    if (ctx.actor.workbench !== 'purchaser' && ctx.actor.workbench !== 'agency') throw new AppError('notFound')
    await ownOrder(ctx, orderId)
  },
  async build(ctx, { input, progress, signal }) {
    const order = await ctx.expectOne('recruit_order', { id: input.orderId })
    const entries = await entriesOf(ctx, order)
    if (entries.length === 0) throw new AppError('wrongState', NONE)
    const packed = await pack(ctx, entries, {
      keepReserve: true,
      last: listOf(ctx, order),
      signal,
      onEntry: (written) => void progress(written / entries.length),
    })
    return { ...packed, mime: ZIP }
  },
}

/** Files of applications, for whoever checks them. */
export const downloadRoutes: readonly Route[] = [
  implementFile(c.applyFile, HELPS, async (ctx, { params, query }) => {
    const { order, trade } = await ownTrade(ctx, params.tradeId)
    if (order.id !== params.orderId) throw new AppError('notFound')
    const documents = documentValues(order, trade).filter(
      ({ requireType }) => query.requireType === undefined || requireType === query.requireType,
    )
    const files = documents.flatMap((one) => one.files)
    if (query.fileId) return keptFile(ctx, files, query.fileId)
    if (files.length === 0) throw new AppError('notFound')
    if (files.length === 1) return keptFile(ctx, files, files[0]!.fileId)
    const { name } = await ctx.expectOne('company', { id: trade.supplierCompanyId }, { columns: ['name'] })
    const what = query.requireType ? REQUIRE_TYPES[query.requireType] : '申请材料'
    return zipOf(ctx, `${name}-${what}.zip`, {
      order,
      entries: documents.flatMap((one) => one.files.map((file) => entry(`${one.categoryName}/${one.name}`, file))),
    })
  }),

  // What is large becomes a task of the person who asks; once or ten times, it is one.
  implementFile(c.tradesZip, { ...HELPS, readOnly: false }, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const [{ files, bytes }, { applied }] = [await filesOf(ctx, order.id), await countsOf(ctx, order.id)]
    if (files === 0) throw new AppError('wrongState', NONE)
    if (!isLarge({ bytes, applicants: applied }))
      return zipOf(ctx, nameOf(order), { order, entries: await entriesOf(ctx, order) })
    const content = Buffer.from(JSON.stringify(await start(ctx, order)))
    return { name: 'download.json', mime: 'application/json', content, size: content.length }
  }),

  implement(c.prepareZip, HELPS, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    if ((await filesOf(ctx, order.id)).files === 0) throw new AppError('wrongState', NONE)
    return start(ctx, order)
  }),
]

const nameOf = ({ code }: Order) => `${code}-申请材料.zip`
const listOf = (ctx: Any, { id: orderId, code, title }: Order) =>
  plainList({ orderId, code, title, packedAt: ctx.clock.now().toISOString() })

function start(ctx: Ctx, order: Order): Promise<{ downloadId: string }> {
  return startDownload(ctx, { kind: applicationFiles, name: nameOf(order), input: { orderId: order.id } })
}

async function zipOf(
  ctx: Ctx,
  name: string,
  { order, entries }: { order: Order; entries: readonly ArchiveEntry[] },
): Promise<FileAnswer> {
  const { sha256, size } = await pack(ctx, entries, { keepReserve: true, last: listOf(ctx, order) })
  return { name, mime: ZIP, size, content: await ctx.files.read(sha256) }
}

const entry = (path: string, { name, sha256 }: StoredFile): ArchiveEntry => ({
  path: `${path}-${name}`,
  content: { sha256 },
})

async function entriesOf(ctx: Any, order: Order): Promise<ArchiveEntry[]> {
  const trades = await ctx.tx
    .selectFrom('recruit_trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['t.documents', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', order.id)
    .orderBy('t.id')
    .execute()
  const digits = String(trades.length).length
  return trades.flatMap((trade, i) => {
    const folder = `${String(i + 1).padStart(digits, '0')}-${trade.name}`
    return documentValues(order, trade).flatMap((one) =>
      one.files.map((file) => entry(`${folder}/${one.categoryName}-${one.name}`, file)),
    )
  })
}
