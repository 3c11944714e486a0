import { expect } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { reviewWorld, type World } from './review-world.ts'

/** The people of a review and its bidders, in the order of the quotes. */
export interface WithBidders {
  world: World
  suppliers: HttpClient[]
  /** Lets this many milliseconds pass; what is due meanwhile happens. */
  wait: (ms: number) => Promise<void>
}

/** A world with the first three suppliers logged in. */
export async function worldWithBidders(): Promise<WithBidders> {
  const world = await reviewWorld()
  const suppliers = await Promise.all(
    (['supplier1', 'supplier2', 'supplier3'] as const).map((one) => world.t.login(one, { workbench: 'supplier' })),
  )
  const wait = async (ms: number) => {
    await world.t.advanceTo(new Date(world.t.kernel.clock.now().getTime() + ms))
  }
  return { world, suppliers, wait }
}

/** What a call is rejected with that the server refuses by this error. */
export function refused(name: keyof typeof ERRORS): unknown {
  return expect.objectContaining({ body: expect.objectContaining({ code: ERRORS[name].code }) })
}
