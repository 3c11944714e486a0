import { placeOf } from '#features/procurement/methods/places.ts'

const KEPT = 'kb.demo.record'
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
/** Addresses of an order name it, or a trade of it, behind one of these. */
const RECORD = new RegExp(`/(?:orders?|kpb-project|compete|trades|bidders)/(${UUID.source})`)

/** The order or trade that a page is about; null where it is about none. */
export function recordIn(pathname: string): string | null {
  return RECORD.exec(pathname)?.[1] ?? null
}

/** The order that is being played: the one on the page, else the one looked at last in this tab. */
export function recordPlayed(pathname: string): string | null {
  const here = recordIn(pathname)
  if (here) sessionStorage.setItem(KEPT, here)
  return here ?? sessionStorage.getItem(KEPT)
}

/** The page of an order in a workbench; the home page where a workbench has none. */
export function pageOf(workbench: string, order: { orderId: string; method: number } | undefined): string {
  if (!order) return '/'
  switch (workbench) {
    case 'purchaser':
    case 'agency':
      return placeOf({ id: order.orderId, method: order.method }, 'publish.detail', workbench)
    case 'supplier':
      return placeOf({ id: order.orderId, method: order.method }, 'publish.tender', workbench)
    default:
      return '/'
  }
}
