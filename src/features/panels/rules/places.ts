/** Where a member of a group works, from whichever workbench; the buyer's side has the page of the order. */
export function deskPlace(orderId: string): string {
  return `/review/groups/${orderId}`
}
