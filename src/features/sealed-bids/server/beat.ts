/**
 * The log keeps time. One leaf belongs to each beat, whether something happened or not: silence is filled with decoys,
 * so the length of the log tells the time and not the number of bids. Only a burst of more events than beats
 * runs ahead of the clock, for as long as it takes the clock to catch up; that is told to nobody but those who hold a
 * receipt from it, and as a number of events of unknown kind and order.
 */
export const BEAT = 10_000
/** A longer silence counts as this long: nobody was bidding, and a late decoy would hide nothing. */
export const MAX_SILENCE = 360

/** What an append at `now` has to put before its event, and how far the log is filled then. Epoch ms. */
export interface Fill {
  decoys: number
  filledTo: number
}

/** Fills the beats that have ended; the beat under way stays free. */
export function fillSilence(filledTo: number, now: number): Fill {
  const ended = Math.floor((now - filledTo) / BEAT)
  if (ended <= 0) return { decoys: 0, filledTo }
  const decoys = Math.min(ended, MAX_SILENCE)
  return { decoys, filledTo: filledTo + ended * BEAT }
}

/** Room for one event: the beat under way, or the next free one with up to two decoys before it. `random`: 0 ≤ r < 1. */
export function fillForEvent(filledTo: number, now: number, random: number): Fill {
  const silence = fillSilence(filledTo, now)
  const decoys = silence.filledTo > now ? Math.floor(random * 3) : silence.decoys
  return { decoys, filledTo: silence.filledTo + (silence.filledTo > now ? decoys + 1 : 1) * BEAT }
}

/** How many of the last leaves belong to beats that have not ended: what is not shown to the public yet. */
export function leavesAhead(filledTo: number, now: number): number {
  return Math.max(0, Math.ceil((filledTo - now) / BEAT))
}

/** The end of the beat before `now`: where a new log begins. */
export function firstBeat(now: number): number {
  return Math.floor(now / BEAT) * BEAT
}
