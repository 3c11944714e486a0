import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue } from '#server/work/worker.ts'
import { SLIP_HOURS } from '../rules/enums.ts'
import { refusalFor } from '../rules/actions.ts'
import { type Ctx, demand, findInvoice, loadInvoice, standingOf } from './access.ts'
import { issuerCode } from './issuers.ts'
import { record, REVERSE, tell } from './records.ts'

/** Event that nobody has confirmed a slip in time. */
const VOID_EVENT = 'invoice.red-void'

/** Asks for the red letter. Unused, the payee has it at once; used, it waits for the other side's confirmation. */
export async function askRed(ctx: Ctx, invoiceId: string, reason: string): Promise<void> {
  const found = await findInvoice(ctx, invoiceId, 'update')
  if (refusalFor('redAgain', standingOf(found)) === null) return askAgain(ctx, invoiceId)
  const { invoice, side } = await demand(ctx, invoiceId, 'red')
  if (!issuerCode(ctx)) throw new AppError('unavailable', '平台尚未接入开票服务')
  const isUsed = invoice.usedAt !== null
  const id = ctx.newId()
  const now = ctx.clock.now()
  const expiresAt = isUsed ? new Date(now.getTime() + SLIP_HOURS * HOUR) : null
  await ctx.insert('invoice_red', {
    id,
    invoiceId,
    side,
    reason,
    state: isUsed ? 'waiting' : 'issuing',
    askedBy: ctx.actor.userId,
    askedByName: ctx.actor.name,
    askedAt: now,
    expiresAt,
  })
  if (expiresAt) await ctx.schedule(`${VOID_EVENT}:${id}`, expiresAt, { kind: VOID_EVENT, payload: { redId: id } })
  else await enqueue(ctx, REVERSE, id)
  record(ctx, invoiceId, {
    action: 'red',
    summary: `${isUsed ? '发起红字发票信息确认单' : '红冲发票'} ${invoice.code}：${reason}`,
  })
  tell(ctx, invoice, isUsed ? 'red-asked' : 'red-issuing')
}

/** The issuer has not answered, or with what does not fit: it is asked again for the very same. */
async function askAgain(ctx: Ctx, invoiceId: string): Promise<void> {
  const { invoice, red } = await demand(ctx, invoiceId, 'redAgain')
  await ctx.update('invoice_red', { id: red!.id }, { problem: '' })
  await enqueue(ctx, REVERSE, red!.id)
  record(ctx, invoiceId, { action: 'red-again', summary: `再次提交红冲 ${invoice.code}` })
  tell(ctx, invoice, 'red-issuing')
}

/** Confirms or refuses the slip of the other side. */
export async function answerRed(
  ctx: Ctx,
  invoiceId: string,
  { isConfirmed, answer }: { isConfirmed: boolean; answer: string },
): Promise<void> {
  const { invoice, red } = await demand(ctx, invoiceId, 'answerRed')
  const { id, expiresAt } = red!
  const now = ctx.clock.now()
  if (expiresAt! <= now) throw new AppError('tooLate', `确认单已超过 ${SLIP_HOURS} 小时，已作废`)
  const answered = { answer, answeredAt: now, answeredByName: ctx.actor.name }
  await ctx.update('invoice_red', { id }, { state: isConfirmed ? 'issuing' : 'refused', ...answered })
  await ctx.schedule(`${VOID_EVENT}:${id}`, null, { kind: VOID_EVENT, payload: {} })
  if (isConfirmed) await enqueue(ctx, REVERSE, id)
  record(ctx, invoiceId, {
    action: isConfirmed ? 'red-confirm' : 'red-refuse',
    summary: `${isConfirmed ? '确认' : '不同意'}红冲发票 ${invoice.code}${answer && `：${answer}`}`,
  })
  tell(ctx, invoice, isConfirmed ? 'red-issuing' : 'red-refused')
}

export const voidSlips: Subscriber = {
  name: 'invoices: void what nobody confirmed',
  kind: VOID_EVENT,
  async handle(ctx, { payload }) {
    const id = String(payload.redId)
    const seen = await ctx.expectOne('invoice_red', { id }, { columns: ['invoiceId'] })
    const { invoice } = await loadInvoice(ctx, seen.invoiceId, 'update')
    const red = await ctx.expectOne('invoice_red', { id }, { lock: 'update' })
    if (red.state !== 'waiting') return
    await ctx.update('invoice_red', { id }, { state: 'void' })
    record(ctx, invoice.id, { action: 'red-void', summary: `发票 ${invoice.code} 的红冲确认单逾期未确认，已作废` })
    tell(ctx, invoice, 'red-void')
  },
}
