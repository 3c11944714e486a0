import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What is paid online for the documents of an order, which a feature above collects. */
export const documentFees = port<{
  /** Whether the caller's company owes the fee: then it reads no document and hands nothing in. */
  isDue: (ctx: Context<Employee>, orderId: string) => Promise<boolean>
  /** Whether anything can be paid online here. */
  isOffered: (ctx: Context<Employee>) => boolean
}>('what is paid for documents', { isDue: () => Promise.resolve(false), isOffered: () => false })
