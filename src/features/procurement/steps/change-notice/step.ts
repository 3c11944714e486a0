import { step } from '../../engine/step.ts'

/** One published change, read by itself. */
export const changeNotice = step({ name: 'change-notice', pages: { read: 'buyer' } })
