/** Where a supplier finds what it follows. */
export const FOLLOWS = '/supplier/follows'

export function followsPlace(part: '' | 'orders' | 'marks'): string {
  return part ? `${FOLLOWS}?part=${part}` : FOLLOWS
}
