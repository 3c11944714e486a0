/** The product of the catalogue whose counts are spent: one a company and period. */
export const PRODUCT = 'portrait'
/** For how many days a portrait that was opened may be looked at. */
export const OPEN_DAYS = 30
/** How far back notices are looked at, months of thirty days. */
export const MONTHS = 24
/** Purchases of one side that a portrait is made of, the newest. */
export const MOST_ORDERS = 500

export const PORTRAITS = '/supplier/portraits'
