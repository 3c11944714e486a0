/** Where a supplier finds all this. */
export const COCKPIT = '/supplier/cockpit'
export const PROFILE = `${COCKPIT}/profile`

export function partPlace(part: '' | 'pipeline' | 'missing' | 'debriefs'): string {
  return part ? `${COCKPIT}?part=${part}` : COCKPIT
}

export function debriefPlace(orderId: string): string {
  return `${COCKPIT}/debrief/${orderId}`
}
