/** Work that has a certificate issued for an application that was approved. */
export const ISSUE = 'certificates.issue'
/** Event that an authority which needed time is to be asked again. */
export const ASK_AGAIN = 'ca-application.ask-again'
/** Event that a certificate ends in so many days. */
export const DUE_EVENT = 'certificate.due'
/** Event that a certificate was issued. */
export const OPENED = 'certificate.opened'
/** Event that an application was sent back. */
export const REJECTED = 'ca-application.rejected'
/** Event that an application waits for the platform. */
export const HANDED_IN = 'ca-application.handed-in'
