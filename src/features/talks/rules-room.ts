import type { RoundTalkState } from './rules-round.ts'

/** Somebody counts as present until this long after the last sign of life. */
export const PRESENCE_MS = 12_000
export const PRESENCE_PING_MS = 5_000
/** The newest lines that a page shows; the archive has all. */
export const SHOWN_LINES = 300
/** The longest line, in characters. */
export const LINE_LENGTH = 1000

export type RoomSide = 'buyer' | 'supplier'

/** Why nobody may write in the room of a talk in this state; null while it is held. */
export function roomClosed(state: RoundTalkState): string | null {
  if (state === 'running') return null
  return state === 'planned' || state === 'called' ? '{act}尚未开始' : '{act}已结束，不能再发言'
}
