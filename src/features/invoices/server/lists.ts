import { sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { FileAnswer } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type * as contract from '../contract/invoice.ts'
import { actionsOf } from '../rules/actions.ts'
import type { InvoiceState, RedState, Side } from '../rules/enums.ts'
import { STATUS_OF } from '../rules/words.ts'
import { type Ctx, findInvoice, payeeOf, standingOf } from './access.ts'
import type { InvoiceRow } from './records.ts'
import { settingOf } from './setting.ts'
import { linesOf, openNumbers } from './sheet.ts'

type Query = z.output<typeof contract.invoicePage.query>

const TABS = {
  all: sql<boolean>`true`,
  applied: sql<boolean>`i.state in ('applied', 'issuing')`,
  issued: sql<boolean>`i.state = 'issued'`,
  rejected: sql<boolean>`i.state = 'rejected'`,
  over: sql<boolean>`i.state in ('reversed', 'withdrawn')`,
}

const CONTENT = sql<string>`(select string_agg(l.name, '、' order by l.line) from invoice_line l
  where l.tenant_id = i.tenant_id and l.invoice_id = i.id)`
const RED = sql<
  string | null
>`(select r.state from invoice_red r where r.tenant_id = i.tenant_id and r.invoice_id = i.id
  order by r.asked_at desc, r.id desc limit 1)`

/** Invoices of the own side, newest first. */
export async function pageOf(
  ctx: Ctx,
  side: Side,
  query: Query,
): Promise<z.output<typeof contract.invoicePage.returns>> {
  const own = payeeOf(ctx.actor)
  const isOwn =
    side === 'buyer' ? sql<boolean>`i.buyer_id = ${own}` : sql<boolean>`i.payee_id is not distinct from ${own}`
  const all = () =>
    ctx.tx
      .selectFrom('invoice as i')
      .innerJoin('company as b', 'b.id', 'i.buyerId')
      .where('i.tenantId', '=', ctx.tenantId)
      .where(isOwn)
  const { keyword } = query
  const page = await listPage(ctx, {
    query,
    list: {
      alias: 'i',
      keys: ['appliedAt', 'id'],
      rows: () =>
        all().$if(Boolean(keyword), (q) =>
          q.where(includes(keyword!, ['i.code', 'i.title', 'i.number', 'i.payeeName', 'b.name', CONTENT])),
        ),
    },
    tabs: TABS,
    tab: query.state || 'all',
    show: (rows) =>
      all()
        .innerJoin(rows, 'page.id', 'i.id')
        .selectAll('i')
        .select([sql<string>`b.name`.as('buyerName'), CONTENT.as('content'), RED.as('red')]),
  })
  return { ...page, rows: page.rows.map((row) => headOf(row as never, row)) }
}

/** All of an invoice, for either side. */
export async function detailOf(ctx: Ctx, invoiceId: string): Promise<z.output<typeof contract.invoiceDetail.returns>> {
  const found = await findInvoice(ctx, invoiceId)
  const { invoice, lines, side } = found
  const reds = await ctx.many('invoice_red', { invoiceId }, { orderBy: ['askedAt desc', 'id desc'] })
  const buyer = await ctx.expectOne('company', { id: invoice.buyerId }, { columns: ['name'] })
  const { taxNo: sellerTaxNo } = await settingOf(ctx, invoice.payeeId)
  const mayAct = ctx.actor.workbench === 'admin' || ctx.actor.rights.has('finance')
  const { titleKind, taxNo, address, bank, email, remark, rate, net, tax } = invoice
  const content = lines.map(({ name }) => name).join('、')
  return {
    ...headOf(invoice, { buyerName: buyer.name, content, red: found.red?.state ?? null }),
    titleKind,
    taxNo,
    address,
    ...openNumbers(ctx, invoice),
    bank,
    email,
    remark,
    sellerTaxNo,
    rate,
    net,
    tax,
    lines: linesOf(lines, rate),
    appliedByName: invoice.appliedByName,
    decidedByName: invoice.decidedByName,
    decidedAt: invoice.decidedAt?.toISOString() ?? null,
    usedAt: invoice.usedAt?.toISOString() ?? null,
    usedByName: invoice.usedByName,
    reds: reds.map((red) => ({
      redId: red.id,
      side: red.side as Side,
      reason: red.reason,
      state: red.state as RedState,
      askedByName: red.askedByName,
      askedAt: red.askedAt.toISOString(),
      expiresAt: red.expiresAt?.toISOString() ?? null,
      answeredByName: red.answeredByName,
      answeredAt: red.answeredAt?.toISOString() ?? null,
      answer: red.answer,
      problem: red.problem,
      number: red.number,
      issuedAt: red.issuedAt?.toISOString() ?? null,
    })),
    side,
    hasFile: invoice.fileId !== null,
    hasRedFile: reds.some(({ fileId }) => fileId !== null),
    actions: mayAct ? actionsOf(standingOf(found)) : [],
  }
}

export async function fileOf(ctx: Ctx, invoiceId: string, isRed: boolean): Promise<FileAnswer> {
  const { invoice } = await findInvoice(ctx, invoiceId)
  const reds = isRed ? await ctx.many('invoice_red', { invoiceId, state: 'done' }) : []
  const fileId = isRed ? reds[0]?.fileId : invoice.fileId
  if (!fileId) throw new AppError('notFound', isRed ? '还没有红字发票' : '发票文件尚未生成')
  const file = await ctx.expectOne('file_object', { id: fileId })
  return {
    name: file.name,
    mime: file.mime,
    content: await ctx.files.read(file.sha256.toString('hex')),
    size: file.size,
    inline: true,
  }
}

function headOf(
  row: InvoiceRow,
  { buyerName, content, red }: { buyerName: string; content: string; red: string | null },
) {
  const { id, code, title, kind, scope, payeeName, total, number, reason, problem, isSample } = row
  const state = row.state as InvoiceState
  return {
    invoiceId: id,
    code,
    title,
    kind,
    scope,
    content,
    buyerName,
    payeeName,
    total,
    status: STATUS_OF[state],
    state,
    number,
    reason,
    problem,
    isSample,
    redState: red as RedState | null,
    appliedAt: row.appliedAt.toISOString(),
    issuedAt: row.issuedAt?.toISOString() ?? null,
  }
}
