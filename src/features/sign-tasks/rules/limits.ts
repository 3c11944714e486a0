/** Pages of a document, and its bytes. */
export const MOST_PAGES = 500
export const MOST_BYTES = 20 * 1024 * 1024
/** Signers of one task. */
export const MOST_SIGNERS = 20
/** What was given out to be signed and is not given back until then is free again. */
export const LOCK_MINUTES = 10
/** An address for one signature is good for so long. */
export const TICKET_SECONDS = 60
/** Companies that a search gives at most. */
export const MOST_FOUND = 20
