/** Event that a qualification's last day is over. */
export const TERM_END = 'suppliers.term-end'
/** Event that a certificate ends in so many days, or has ended (0). */
export const CERTIFICATE_DUE = 'suppliers.certificate-due'
/** Event that an entry's last day is over. */
export const LISTING_END = 'suppliers.listing-end'

/** Kinds of records that approvals hold. */
export const ONBOARDING_SUBJECT = 'supplier-onboarding'
export const LISTING_SUBJECT = 'supplier-listing'
