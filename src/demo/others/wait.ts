import type { Player } from './players.ts'

/** Something that an order waits for. */
export interface Wait {
  /** What sort of thing: feature and key of the to-do without its record, e.g. `procurement:sign-ups`. */
  what: string
  /** In words, e.g. 审核报名. */
  label: string
  /** The record that the to-do is about: a task of an approval, an invitation; else the order. */
  recordId: string
  player: Player
}
