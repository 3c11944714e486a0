import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What a feature above, which invoices orders, has to say before money of one goes back. */
export interface Invoicing {
  /**
   * Asked with the order locked. Throws `wrongState` while an invoice of it is in force or being issued; takes back an
   * application that nobody has dealt with.
   */
  beforeRefund: (ctx: Context<Actor | null>, orderId: string) => Promise<void>
}

export const invoicing = port<Invoicing>('who invoices orders', { beforeRefund: () => Promise.resolve() })
