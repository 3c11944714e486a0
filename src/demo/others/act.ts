import type { HttpClient } from '#server/testing/http-client.ts'
import type { Player } from './players.ts'

/** Somebody at the other end of the wire who is about to do something in an order. */
export interface Acting {
  client: HttpClient
  player: Player
  orderId: string
  /** The record that the to-do is about: a task, an invitation; else the order. */
  recordId: string
  now: Date
}

/** Does what is waited for, through the product's own calls; false: nothing of it can be done now. */
export type Act = (acting: Acting) => Promise<boolean>
