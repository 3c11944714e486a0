import { AppError } from '#contract/errors.ts'
import { lockOrders } from '#features/payment/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { refusalFor, type InvoiceAction, type Standing } from '../rules/actions.ts'
import type { InvoiceState, RedState, Side } from '../rules/enums.ts'
import type { InvoiceRow, LineRow, RedRow } from './records.ts'

export type Ctx = Context<Actor>

const COMPANY = ['purchaser', 'agency', 'supplier'] as const
/** Who applies. */
export const FINANCE = { workbench: COMPANY, right: 'finance' } as const
export const READER = { workbench: COMPANY, right: ['finance', 'auditing'] } as const
/** Either side; the platform is a payee as well. */
export const EITHER = { workbench: [...COMPANY, 'admin'], right: ['finance', 'platform'] } as const
export const EITHER_READER = { workbench: [...COMPANY, 'admin'], right: ['finance', 'auditing', 'platform'] } as const

/** For whom somebody acts as a payee: their company; null, the platform. Throws `noRight` for whoever does not see its money. */
export function payeeOf({ workbench, companyId, rights }: Actor): string | null {
  if (workbench === 'admin') return null
  // The route lets in whoever is of the platform, from whatever workbench.
  if (!companyId || !['finance', 'auditing'].some((right) => rights.has(right))) throw new AppError('noRight')
  return companyId
}

export interface Found {
  invoice: InvoiceRow
  lines: LineRow[]
  /** The red letter asked for last. */
  red: RedRow | undefined
  side: Side
}

/** An invoice that the company has paid for or issues; `notFound` for everybody else. Orders are locked before it. */
export async function findInvoice(ctx: Ctx, invoiceId: string, lock?: 'update'): Promise<Found> {
  const own = payeeOf(ctx.actor)
  const seen = await ctx.one('invoice', { id: invoiceId }, { columns: ['buyerId', 'payeeId'] })
  if (!seen) throw new AppError('notFound')
  const side = own !== null && seen.buyerId === own ? 'buyer' : seen.payeeId === own ? 'payee' : null
  if (side === null) throw new AppError('notFound')
  return { ...(await loadInvoice(ctx, invoiceId, lock)), side }
}

/** The same for whoever acts without a person. */
export async function loadInvoice(
  ctx: Context<Actor | null>,
  invoiceId: string,
  lock?: 'update',
): Promise<Omit<Found, 'side'>> {
  const lines = await ctx.many('invoice_line', { invoiceId }, { orderBy: ['line'] })
  if (lock) await lockOrders(ctx, { id: lines.map(({ orderId }) => orderId) })
  const invoice = await ctx.expectOne('invoice', { id: invoiceId }, lock ? { lock } : {})
  const [red] = await ctx.many('invoice_red', { invoiceId }, { orderBy: ['askedAt desc', 'id desc'], limit: 1 })
  return { invoice, lines, red }
}

export function standingOf({ invoice, red, side }: Found): Standing {
  return {
    state: invoice.state as InvoiceState,
    problem: invoice.problem,
    isUsed: invoice.usedAt !== null,
    red: red ? { state: red.state as RedState, side: red.side as Side, problem: red.problem } : null,
    side,
  }
}

/** Finds and locks an invoice to act on it. Throws `wrongState` with the reason where that cannot be done now. */
export async function demand(ctx: Ctx, invoiceId: string, action: InvoiceAction): Promise<Found> {
  const found = await findInvoice(ctx, invoiceId, 'update')
  if (ctx.actor.workbench !== 'admin' && !ctx.actor.rights.has('finance')) throw new AppError('noRight')
  const refusal = refusalFor(action, standingOf(found))
  if (refusal) throw new AppError('wrongState', refusal)
  return found
}
