import type * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { demandBuyer } from './access.ts'

/** Who may call from the buyer's side; which right belongs to which workbench, `demandBuyer` asks. */
export const BUYER = { workbench: ['purchaser', 'agency'], right: ['tendering', 'agencyTendering'] } as const
/** Whoever audits the company reads what its buyers read. */
const READER = { ...BUYER, right: [...BUYER.right, 'auditing'] } as const
/** Who may call from the supplier's side. */
export const SUPPLIER = { workbench: 'supplier', right: 'bidding' } as const

type Zod = z.ZodType
type Handler<P extends Zod, Q extends Zod, B extends Zod, R extends Zod> = Parameters<typeof implement<P, Q, B, R>>[2]
type FileHandler<P extends Zod, Q extends Zod, B extends Zod, R extends Zod> = Parameters<
  typeof implementFile<P, Q, B, R>
>[2]

/** A call of the buyer's side: purchaser or agency, each with the right of its workbench; reading is for auditors too. */
export function buyer<P extends Zod, Q extends Zod, B extends Zod, R extends Zod>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<P, Q, B, R>,
  more: Pick<Route['options'], 'first' | 'prepare' | 'readOnly'> = {},
): Route {
  const reads = endpoint.method === 'GET'
  return implement(endpoint, { ...(reads ? READER : BUYER), ...more }, (ctx, input) => {
    demandBuyer(ctx, reads)
    return handler(ctx, input)
  })
}

export function buyerFile<P extends Zod, Q extends Zod, B extends Zod, R extends Zod>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: FileHandler<P, Q, B, R>,
): Route {
  const reads = endpoint.method === 'GET'
  return implementFile(endpoint, reads ? READER : BUYER, (ctx, input) => {
    demandBuyer(ctx, reads)
    return handler(ctx, input)
  })
}

export function supplier<P extends Zod, Q extends Zod, B extends Zod, R extends Zod>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<P, Q, B, R>,
  more: Pick<Route['options'], 'readOnly'> = {},
): Route {
  return implement(endpoint, { ...SUPPLIER, ...more }, handler)
}

/** `readOnly: false` where the download itself is recorded. */
export function supplierFile<P extends Zod, Q extends Zod, B extends Zod, R extends Zod>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: FileHandler<P, Q, B, R>,
): Route {
  return implementFile(endpoint, { ...SUPPLIER, readOnly: false }, handler)
}
