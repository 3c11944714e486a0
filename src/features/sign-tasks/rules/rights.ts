/** Who may send and sign documents; of purchasers and agencies the one, of suppliers the other. */
export const SIGN_RIGHTS = ['onlineSignature', 'signatureTask'] as const

/** Who may read signing tasks of the own company. */
export const READ_RIGHTS = [...SIGN_RIGHTS, 'auditing'] as const
