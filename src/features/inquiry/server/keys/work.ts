/** The work of ending a round and opening it; the subject is the order. */
export const OPENING_WORK = 'inquiry.open'
