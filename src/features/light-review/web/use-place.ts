import { useLocation, useSearchParams } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { Page } from '#features/procurement/methods/pages.ts'
import { reviewPlace } from '../rules/places.ts'

/** The order that the address names, and where its pages stand for this side. */
export function usePlace() {
  const [query] = useSearchParams()
  const orderId = query.get('orderId') ?? ''
  const side = useLocation().pathname.startsWith('/agency') ? ('agency' as const) : ('purchaser' as const)
  return {
    orderId,
    side,
    page: (page: 'setting' | 'file') => reviewPlace(orderId, page, side),
    orderPage: (method: number, page: Page) => placeOf({ id: orderId, method }, page, side),
  }
}

export type Place = ReturnType<typeof usePlace>
