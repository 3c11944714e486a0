import { step } from '../../engine/step.ts'

/** Suppliers are asked by name; each letter has a page of its own, for whoever sent it and whom it is for. */
export const invite = step({ name: 'invite', pages: { letter: 'buyer', reply: 'supplier' } })
