import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { FurtherRound, OwnStand } from '../rules/own-offer.ts'

type Reader = Pick<Context<Actor | null>, 'tenantId'>

/** What a supplier has done about its own offer, which features above keep. Columns of an order `o` and its own trade `t`. */
interface OwnOffers {
  /** The last that the supplier did, and whether anything of it is sealed. */
  standOf: (reader: Reader) => RawBuilder<OwnStand | null>
  /** The further round that the supplier is asked to and that is open. */
  furtherOf: (reader: Reader) => RawBuilder<FurtherRound | null>
}

export const ownOffers = port<OwnOffers>('the own offers of suppliers', {
  standOf: () => sql<OwnStand | null>`null::jsonb`,
  furtherOf: () => sql<FurtherRound | null>`null::jsonb`,
})
