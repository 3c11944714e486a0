/** Work beside requests: what is asked of a provider, outside of any transaction. */
export const BEGIN = 'payment.begin'
export const ASK = 'payment.ask'
export const CLOSE = 'payment.close'
export const REFUND = 'payment.refund'
export const PAYOUT = 'payment.payout'
export const RECON = 'payment.recon'
export const SUB_ACCOUNT = 'payment.sub-account'
