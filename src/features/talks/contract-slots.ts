import { slot } from '#contract/slot.ts'

/** What talks bring to pages of features above them. */
export const TALK_SLOTS = {
  /** The room of a talk that is called or held. `method`: of the order. */
  room: slot<{ talkId: string; method: number }>('talk.room', 10),
}
