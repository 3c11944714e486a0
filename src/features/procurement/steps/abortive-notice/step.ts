import { step } from '../../engine/step.ts'

/** How an order was declared abortive, read by itself. */
export const abortiveNotice = step({ name: 'abortive-notice', pages: { newest: 'buyer' } })
