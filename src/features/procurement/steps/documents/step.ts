import { step } from '../../engine/step.ts'

/** Documents that stand by themselves: each has a page, and may be replaced by a change. */
export const documents = step({
  name: 'documents',
  pages: { file: 'buyer', change: 'buyer', paper: 'supplier' },
})
