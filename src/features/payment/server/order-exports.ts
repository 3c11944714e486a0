import { Readable } from 'node:stream'
import { sql } from 'kysely'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { type DownloadKind, startDownload } from '#features/attachments/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import * as finance from '../contract/finance.ts'
import * as contract from '../contract/order.ts'
import { InvoiceStatus, PayMethod, PaymentType, PayStatus, RefundStatus } from '../rules/enums.ts'
import { PLATFORM, READER } from './access.ts'

/* Orders of a company, or of the whole platform, as tables, however many there are. */

/** So many are answered at once, as one table; each table of more holds as many. */
export const EXPORTED = 10_000

interface Chosen {
  /** Whose orders, as buyer; null: the platform's. */
  buyerId: string | null
  keyword: string
  status: '' | 'open' | 'paid' | 'closed'
  type: number | null
}

const COLUMNS: readonly SheetColumn[] = [
  { key: 'code', title: '付款单号', type: 'text', width: 34 },
  { key: 'title', title: '内容', type: 'text', width: 40 },
  { key: 'type', title: '类型', type: 'text' },
  { key: 'payee', title: '收款方', type: 'text', width: 30 },
  { key: 'amount', title: '金额（元）', type: 'amount' },
  { key: 'refunded', title: '已退（元）', type: 'amount' },
  { key: 'method', title: '支付方式', type: 'text' },
  { key: 'pay', title: '支付状态', type: 'text' },
  { key: 'refund', title: '退款状态', type: 'text' },
  { key: 'invoice', title: '发票状态', type: 'text' },
  { key: 'created', title: '下单日期', type: 'date' },
  { key: 'paid', title: '支付日期', type: 'date' },
]
const BUYER: SheetColumn = { key: 'buyer', title: '付款方', type: 'text', width: 30 }

/** Built beside requests: a zip of tables, each read and written when its turn comes, so that one at a time is in memory. */
export const orderTables: DownloadKind<Chosen> = {
  kind: 'payment-orders',
  label: '付款单',
  async allow(ctx, { buyerId }) {
    const { workbench, companyId, rights } = ctx.actor
    const isPlatform = workbench === 'admin' && rights.has('platform')
    const isReader = workbench !== 'admin' && READER.right.some((right) => rights.has(right))
    if (buyerId === null ? !isPlatform : !isReader || buyerId !== companyId) throw new AppError('notFound')
    return Promise.resolve()
  },
  async build(ctx, { input, progress, signal }) {
    const tables = Math.max(1, Math.ceil((await countOf(ctx, input)) / EXPORTED))
    const zip = new yazl.ZipFile()
    const output = zip.outputStream as Readable
    zip.on('error', (error) => output.destroy(error as Error))
    let last: Place | undefined
    for (let no = 1; no <= tables; no++)
      zip.addReadStreamLazy(`付款单-${no}.xlsx`, { mtime: ctx.clock.now(), compress: false }, (answer) => {
        if (signal.aborted) return void output.destroy(new Error('stopped'))
        const write = async () => {
          const rows = await rowsOf(ctx, { of: input, after: last, most: EXPORTED })
          last = rows.at(-1) ?? last
          await progress(no / (tables + 1))
          return tableOf(rows, input)
        }
        write().then(
          (table) => answer(null, Readable.from([table])),
          (error: Error) => output.destroy(error),
        )
      })
    zip.end()
    return { ...(await ctx.files.put(output, { keepReserve: true })), mime: 'application/zip' }
  },
}

export const orderExportRoutes: readonly Route[] = [
  implement(contract.prepareOrderExport, READER, (ctx, { body }) =>
    prepare(ctx, { buyerId: ctx.actor.companyId, ...body, type: body.type ?? null }),
  ),
  implementForPerson(finance.preparePlatformExport, PLATFORM, async (ctx, { body: { keyword, state } }) => {
    const input = { buyerId: null, keyword, status: state, type: null }
    return { downloadId: (await start(ctx, input)).downloadId }
  }),
]

/** A task where there are more than one table holds; null: they are answered at once. */
async function prepare(ctx: Context<Actor>, input: Chosen): Promise<{ downloadId: string | null }> {
  return (await countOf(ctx, input)) > EXPORTED ? start(ctx, input) : { downloadId: null }
}

function start(ctx: Context<Actor>, input: Chosen): Promise<{ downloadId: string }> {
  return startDownload(ctx, { kind: orderTables, name: `付款单 ${formatDate(ctx.clock.now())}.zip`, input })
}

/** The newest ones as one table. */
export async function newestTable(ctx: Context<Actor>, input: Chosen): Promise<{ content: Buffer; isWhole: boolean }> {
  const rows = await rowsOf(ctx, { of: input, after: undefined, most: EXPORTED + 1 })
  return { content: await tableOf(rows.slice(0, EXPORTED), input), isWhole: rows.length <= EXPORTED }
}

type Any = Context<Actor | null>

function ordersOf(ctx: Any, { buyerId, keyword, status, type }: Chosen) {
  return ctx.tx
    .selectFrom('pay_order as o')
    .innerJoin('company as b', 'b.id', 'o.buyerId')
    .where('o.tenantId', '=', ctx.tenantId)
    .$if(buyerId !== null, (q) => q.where('o.buyerId', '=', buyerId!))
    .$if(status !== '', (q) => q.where('o.state', '=', status))
    .$if(type !== null, (q) => q.where('o.type', '=', type!))
    .$if(keyword !== '', (q) =>
      q.where(includes(keyword, ['o.code', 'o.title', buyerId === null ? 'b.name' : 'o.payeeName'])),
    )
}

async function countOf(ctx: Any, input: Chosen): Promise<number> {
  const { n } = await ordersOf(ctx, input)
    .select((e) => e.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Where a table ends and the next one goes on; the time to the microsecond, which a Date does not hold. */
interface Place {
  key: string
  id: string
}

/** Orders behind `after`, newest first. */
function rowsOf(ctx: Any, { of, after, most }: { of: Chosen; after: Place | undefined; most: number }) {
  return ordersOf(ctx, of)
    .select(['o.id', 'o.code', 'o.title', 'o.type', 'o.payeeName', 'o.amount', 'o.refunded', 'o.state'])
    .select(['o.invoiceStatus', 'o.createdAt', 'o.paidAt', 'b.name as buyerName'])
    .select([
      paymentOf('status').as('payment'),
      paymentOf('method').as('method'),
      sql<number | null>`(select r.status from refund r where r.tenant_id = o.tenant_id and r.order_id = o.id
        order by r.at desc limit 1)`.as('refund'),
      sql<string>`o.created_at::text`.as('key'),
    ])
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(o.created_at, o.id) < (${after!.key}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id', 'desc')
    .limit(most)
    .execute()
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** Of the payment that counts: the order's own, else the newest. */
export function paymentOf(column: 'status' | 'method') {
  return sql<number | null>`(select p.${sql.ref(column)} from payment p
    where p.tenant_id = o.tenant_id and p.order_id = o.id
    order by p.id = o.payment_id desc nulls last, p.created_at desc limit 1)`
}

export function shownStatus({ state, payment }: { state: string; payment: number | null }): number {
  const S = PayStatus.values
  if (state === 'paid') return S.success
  return state === 'closed' ? S.fail : (payment ?? S.unpaid)
}

function tableOf(rows: readonly Row[], { buyerId }: Chosen): Promise<Buffer> {
  return writeSheet({
    title: '付款单',
    columns: buyerId === null ? [...COLUMNS.slice(0, 3), BUYER, ...COLUMNS.slice(3)] : COLUMNS,
    rows: rows.map((row) => ({
      code: row.code,
      title: row.title,
      type: PaymentType.label(row.type),
      buyer: row.buyerName,
      payee: row.payeeName,
      amount: new Exact(row.amount).toFixed(2),
      refunded: new Exact(row.refunded).toFixed(2),
      method: row.method === null ? '' : PayMethod.label(row.method),
      pay: PayStatus.label(shownStatus(row)),
      refund: RefundStatus.label(row.refund ?? RefundStatus.values.none),
      invoice: InvoiceStatus.label(row.invoiceStatus),
      created: formatDate(row.createdAt),
      paid: row.paidAt && formatDate(row.paidAt),
    })),
  })
}
