/** Work beside requests: has the bank send the money of one return back. */
export const RETURN = 'bonds.return'
/** Has an issuer issue a letter of guarantee, or make it good for longer. */
export const ISSUE = 'bonds.issue'

/** Event that the time for the bond of a sign-up is over. */
export const DEADLINE = 'bonds.deadline'
/** Event that a letter of guarantee has come to its end. */
export const EXPIRY = 'bonds.expiry'
/** Events that bonds of an order are to go back soon, and should have. */
export const WARNING = 'bonds.warning'
export const OVERDUE = 'bonds.overdue'
