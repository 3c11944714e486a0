import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import type { Issued, Issuer } from '../rules/issuer.ts'
import { conclude, concludeRed } from './conclude.ts'
import { issuerOf } from './issuers.ts'
import { localNotifiers } from './local-notifier.ts'
import { type Any, DOCUMENT, ISSUE, RED_DOCUMENT, REVERSE, tell } from './records.ts'
import { redSheetOf, sheetOf } from './sheet.ts'

/** Where nothing is heard, the issuer is asked again. */
const ASK_AGAIN_MS = 2 * MINUTE
const SILENT = '开票服务暂不可用，请稍后重试'

/** Has the tax system issue an invoice, or asks how it stands; both are the same to it. */
const issue: Worker = {
  kind: ISSUE,
  atOnce: 4,
  attempts: 8,
  async run(kernel, work) {
    const found = await read(kernel, work, async (ctx) => {
      const { sheet, invoice } = await sheetOf(ctx, work.subject)
      return invoice.state === 'issuing' ? sheet : null
    })
    if (!found) return
    const result = await demandIssuer(kernel, work).issue(found)
    await within(kernel, work, async (ctx) => {
      await conclude(ctx, work.subject, result)
      await again(ctx, ISSUE, { subject: work.subject, result })
    })
  },
  giveUp: (kernel, work) =>
    within(kernel, work, async (ctx) => {
      const invoice = await ctx.one('invoice', { id: work.subject }, { lock: 'update' })
      if (invoice?.state !== 'issuing') return
      await ctx.update('invoice', { id: invoice.id }, { problem: SILENT })
      tell(ctx, invoice, 'problem')
    }),
}

const reverse: Worker = {
  kind: REVERSE,
  atOnce: 4,
  attempts: 50,
  async run(kernel, work) {
    const sheet = await read(kernel, work, async (ctx) => {
      const red = await ctx.one('invoice_red', { id: work.subject }, { columns: ['state'] })
      return red?.state === 'issuing' ? redSheetOf(ctx, work.subject) : null
    })
    if (!sheet) return
    const result = await demandIssuer(kernel, work).reverse(sheet)
    await within(kernel, work, async (ctx) => {
      await concludeRed(ctx, work.subject, result)
      await again(ctx, REVERSE, { subject: work.subject, result })
    })
  },
  giveUp: (kernel, work) =>
    within(kernel, work, async (ctx) => {
      const red = await ctx.one('invoice_red', { id: work.subject }, { lock: 'update' })
      if (red?.state !== 'issuing') return
      await ctx.update('invoice_red', { id: red.id }, { problem: SILENT })
      tell(ctx, await ctx.expectOne('invoice', { id: red.invoiceId }), 'problem')
    }),
}

/** Fetch the document of what was issued, and keep it. */
const documents = [DOCUMENT, RED_DOCUMENT].map((kind): Worker => {
  const table = kind === DOCUMENT ? 'invoice' : 'invoice_red'
  return {
    kind,
    atOnce: 2,
    attempts: 20,
    async run(kernel, work) {
      const id = work.subject
      const found = await read(kernel, work, async (ctx) => {
        const { fileId, issuedAt, number } = await ctx.expectOne(table, { id })
        if (fileId || !issuedAt) return null
        const sheet = table === 'invoice' ? (await sheetOf(ctx, id)).sheet : await redSheetOf(ctx, id)
        return { sheet, issued: { number, at: issuedAt } }
      })
      if (!found) return
      const stored = await kernel.files.put(await demandIssuer(kernel, work).document(found.sheet, found.issued))
      await within(kernel, work, async (ctx) => {
        if ((await ctx.expectOne(table, { id }, { lock: 'update' })).fileId) return
        const name = `${table === 'invoice' ? '发票' : '红字发票'}-${found.issued.number}.pdf`
        const { fileId } = await keepFile(ctx, stored, { name, use: 'invoice' })
        await ctx.update(table, { id }, { fileId })
        const invoiceId = table === 'invoice' ? id : (await ctx.expectOne('invoice_red', { id })).invoiceId
        tell(ctx, await ctx.expectOne('invoice', { id: invoiceId }), 'document')
      })
    },
    giveUp: () => Promise.resolve(),
  }
})

export const workers: readonly Worker[] = [issue, reverse, ...documents, ...localNotifiers]

export const askAgain: readonly Subscriber[] = [ISSUE, REVERSE].map((kind) => ({
  name: `invoices: ask the issuer again (${kind})`,
  kind,
  handle: (ctx, { payload }) => enqueue(ctx, kind, String(payload.subject)),
}))

async function again(ctx: Any, kind: string, { subject, result }: { subject: string; result: Issued }): Promise<void> {
  if (result.state !== 'running') return
  await ctx.schedule(`${kind}:${subject}`, new Date(ctx.clock.now().getTime() + ASK_AGAIN_MS), {
    kind,
    payload: { subject },
  })
}

function read<T>(kernel: Kernel, { tenantId }: Work, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null, readOnly: true }, work)
}

function within<T>(kernel: Kernel, { tenantId }: Work, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null }, work)
}

function demandIssuer(kernel: Kernel, { tenantId }: Work): Issuer {
  const issuer = issuerOf(kernel, tenantId)
  if (!issuer) throw new AppError('unavailable', '平台尚未接入开票服务')
  return issuer
}
