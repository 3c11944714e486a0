/** Methods that share their pages. It is data of the file in which its first method, or what they have in common, stands. */
export interface Family {
  /** First address part of its list: `/purchaser/<name>/…`. */
  readonly name: string
  /** What the buyer's list is called. */
  readonly list: string
  /** A profile stands among the orders of this family wherever its own list is not meant. */
  readonly among?: Family
  /** What the register below projects and the lists of suppliers call it in addresses. */
  readonly slug?: string
  /** What the pages of orders that agencies run for a purchaser call it in addresses, where that is not `slug`. */
  readonly entrusted?: string
  /** Where packages of its orders stand, and the steps for several orders; without it each order runs by itself. */
  readonly packages?: { readonly name: string; readonly batch: string; readonly list: string }
  /** A supplier's list of what it takes part in; the first family's is of all. */
  readonly own?: OwnList
}

interface OwnList {
  readonly title: string
  /** What the tabs of stages are called. */
  readonly bidding: string
  readonly opening: string
  readonly empty: string
}

/** The family among whose orders those of this one stand: itself, unless it is a profile of another. */
export function listedAs(family: Family): Family {
  return family.among ?? family
}

/** What the register and the lists of suppliers call a family in addresses. */
export function slugOf(family: Family): string {
  return listedAs(family).slug!
}

/** Where a purchaser reads an order that an agency runs for it. */
export function entrustedPath(family: Family, orderId = ':orderId'): string {
  return `/purchaser/entrust-purchase/${family.entrusted ?? slugOf(family)}/orders/${orderId}/detail`
}

export function ownListOf(family: Family): OwnList {
  return listedAs(family).own!
}
