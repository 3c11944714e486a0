import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** A document of the own company that another feature keeps, by the file that it is stored as. */
export interface KeptElsewhere {
  fileId: string
  kind: string
  name: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
  /** Number of the certificate; '' where none is known. */
  number: string
  /** Its last day, `2027-03-31`; null: it has no end, or none is known. */
  validUntil: string | null
  source: 'library' | 'recruit'
  at: Date
}

/** Documents of the own company beyond its certification and its sign-ups, which features above keep. */
export const keptElsewhere = port<{ documents: (ctx: Context<Employee>) => Promise<KeptElsewhere[]> }>(
  'documents of the own company that other features keep',
  { documents: () => Promise.resolve([]) },
)
