import { step } from '../../engine/step.ts'

/** Suppliers are asked by name; each letter has a page of its own. */
export const invite = step({ name: 'invite', pages: { letter: 'buyer' } })
