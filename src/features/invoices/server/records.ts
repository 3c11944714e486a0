import type { Selectable } from 'kysely'
import { noteInvoice } from '#features/payment/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import type { InvoiceState } from '../rules/enums.ts'
import { STATUS_OF } from '../rules/words.ts'

export type Any = Context<Actor | null>
export type InvoiceRow = Selectable<Tables['invoice']>
export type LineRow = Selectable<Tables['invoice_line']>
export type RedRow = Selectable<Tables['invoice_red']>

/** Work beside requests: asked of the issuer, outside of any transaction. */
export const ISSUE = 'invoice.issue'
export const REVERSE = 'invoice.reverse'
export const DOCUMENT = 'invoice.document'
export const RED_DOCUMENT = 'invoice.red-document'

/** What happened to an invoice; `messages.ts` says whom it is told. */
export type Happening =
  | 'applied'
  | 'withdrawn'
  | 'rejected'
  | 'issuing'
  | 'problem'
  | 'issued'
  | 'used'
  | 'document'
  | 'red-asked'
  | 'red-issuing'
  | 'red-refused'
  | 'red-void'
  | 'reversed'

/** Event of all of it. */
export const CHANGED = 'invoice.changed'

type Parties = Pick<InvoiceRow, 'id' | 'buyerId' | 'payeeId'>

/** Says what happened; open pages of both sides ask anew. */
export function tell(ctx: Any, { id, buyerId, payeeId }: Parties, what: Happening): void {
  ctx.emit({
    kind: CHANGED,
    payload: { invoiceId: id, what },
    topics: [`invoices:${buyerId}`, `invoices:${payeeId ?? 'platform'}`],
  })
}

/** An application comes to another state, and its orders with it. */
export async function become(
  ctx: Any,
  { invoice, lines }: { invoice: Pick<InvoiceRow, 'id'>; lines: readonly Pick<LineRow, 'orderId'>[] },
  { state, ...set }: { state: InvoiceState } & Omit<Partial<InvoiceRow>, 'tenantId' | 'id' | 'state'>,
): Promise<void> {
  await ctx.update('invoice', { id: invoice.id }, { state, ...set })
  await noteInvoice(
    ctx,
    lines.map(({ orderId }) => orderId),
    STATUS_OF[state],
  )
}

/** What is done to an invoice stands in the audit trail under its id. */
export function record(ctx: Any, invoiceId: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, action: `invoice.${fact.action}`, entity: 'invoice', entityId: invoiceId })
}
