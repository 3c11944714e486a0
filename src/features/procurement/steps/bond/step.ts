import { step } from '../../engine/step.ts'

/** Bonds are recorded, and paid back. */
export const bond = step({ name: 'bond', pages: { refund: 'buyer' } })
