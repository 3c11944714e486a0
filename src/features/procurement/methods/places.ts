import type { Workbench } from '#contract/workbench.ts'
import { methodOf, RUNNABLE } from './all.ts'
import type { AnyMethod } from './method.ts'
import { type Page, readerOf } from './pages.ts'

/** Values of the parameters in an address; what may be left out may be missing. */
export type Ids = Readonly<Record<string, string | null | undefined>>

/** An order whose pages are looked for, with what their addresses need besides. */
export interface Placed {
  id: string
  method: number
  ids?: Ids | undefined
}

/** Whether the method has such a page. */
export function hasPage(order: { method: number }, page: Page): boolean {
  return methodOf(order.method).at[page] !== undefined
}

/**
 * Where a page of an order stands for one side. A page that the order's method does not have is the order itself. Throws
 * RangeError when an id that the address needs is missing.
 */
export function placeOf(order: Placed, page: Page, side: Workbench): string {
  return addressOf(methodOf(order.method), page, { side, ids: { orderId: order.id, ...order.ids } })
}

/** Where an order's joint key is made, whichever of its steps opens by it. */
export function jointKeyPlace(order: Placed, side: Workbench): string {
  return placeOf(order, hasPage(order, 'open.jointKey') ? 'open.jointKey' : 'quote.jointKey', side)
}

/** The same by the method alone, for pages that need no order. */
export function addressOf(method: AnyMethod, page: Page, { side, ids = {} }: { side: Workbench; ids?: Ids }): string {
  const found = method.at[page] === undefined ? itself(page) : page
  return baseOf(found, side) + fillAddress(method.at[found]!, ids)
}

/** The patterns of a page for the sides that read it, of all methods that have it: what the router listens to. */
export function patternsOf(
  page: Page,
  sides: readonly Workbench[],
): { side: Workbench; method: AnyMethod; path: string }[] {
  return RUNNABLE.flatMap((method) => {
    const pattern = method.at[page]
    if (pattern === undefined) return []
    const path = pathOf(pattern).replaceAll(/=[^/?]+/g, '')
    return sides.map((side) => ({ side, method, path: baseOf(page, side) + path }))
  })
}

/** The same as plain addresses, each once. */
export function pathsOf(page: Page, sides: readonly Workbench[]): string[] {
  return [...new Set(patternsOf(page, sides).map(({ path }) => path))]
}

/** Where one lands instead of a page that the method lacks. */
function itself(page: Page): Page {
  return readerOf(page) === 'buyer' ? 'publish.detail' : 'publish.tender'
}

function baseOf(page: Page, side: Workbench): string {
  switch (readerOf(page)) {
    case 'buyer':
      return `/${side}`
    case 'supplier':
      return '/supplier'
    case 'anyone':
      return ''
  }
}

/** What stands before the id that goes into the query. */
function pathOf(pattern: string): string {
  return pattern.replace(/ \?\w+$/, '')
}

/** `/orders/:orderId/:edit=edit?` with its parameters filled in; parts that may be missing and are, are left out. */
function fillAddress(pattern: string, ids: Ids): string {
  const asked = / \?(\w+)$/.exec(pattern)?.[1]
  const value = asked && ids[asked]
  return fillPath(pathOf(pattern), ids) + (value ? `?${asked}=${value}` : '')
}

function fillPath(pattern: string, ids: Ids): string {
  return pattern
    .split('/')
    .flatMap((part) => {
      const found = /^:(\w+)(?:=([^?]+))?(\?)?$/.exec(part)
      if (!found) return [part]
      const [, name, fixed, optional] = found
      const value = fixed ?? ids[name!]
      if (value) return [value]
      if (optional) return []
      throw new RangeError(`${pattern} needs ${name}`)
    })
    .join('/')
}
