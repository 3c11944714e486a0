import { step } from '../../engine/step.ts'

/** A group scores final offers by criteria that were published; the price is a part of the score. Its pages are the group's. */
export const score = step({ name: 'score', pages: {} })
