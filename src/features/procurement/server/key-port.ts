import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { KeyHolders } from '../rules/key-holders.ts'
import type { Order } from './access.ts'

/** The finished joint key that the bids of an order will be sealed to. */
interface OrderKey {
  /** Hex, of its record: what the announcement publishes. */
  fingerprint: string
  holders: KeyHolders
  /** Why bids may not be sealed to it; empty when they may. */
  problem: string
}

/** The key that sealed offers of a round are opened with by the clock, made when first asked for. */
export const roundKeys = port<{
  keyOf: (ctx: Context<Actor>, order: Order, round: number) => Promise<{ fingerprint: string }>
}>('the keys of rounds')

/** What the publication of an order asks of joint keys. */
export const jointKeys = port<{ keyOf: (ctx: Context<Actor>, order: Order) => Promise<OrderKey | null> }>(
  'the joint keys of orders',
)
