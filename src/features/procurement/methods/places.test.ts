import { expect, test } from 'vitest'
import { RUNNABLE } from './all.ts'

/** Ids that an address cannot do without. */
function needed(pattern: string): string {
  const names = [...pattern.matchAll(/:(\w+)(?=\/|$)/g)].map(([, name]) => name!)
  return names.toSorted().join()
}

/**
 * Pages whose address needs more ids with one method than with another: whoever links to them gives all of these. Who links
 * by fewer breaks the page for the one method that nobody tried.
 */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'invite.letter': ['inviteId,orderId', 'inviteId,orderId,tradeId'],
  'quote.compare': ['orderId', 'orderId,roundId'],
  'quote.offer': ['offerId,orderId', 'offerId,orderId,roundId', 'offerId,orderId,roundId,tradeId'],
  'sign-up.decide': ['orderId', 'orderId,supplierId,tradeId', 'orderId,tradeId'],
  'sign-up.read': ['orderId', 'orderId,supplierId,tradeId', 'orderId,tradeId'],
  'sign-up.audit': ['orderId,supplierId,tradeId', 'orderId,tradeId'],
}

test('a page needs the same ids with every method, or its callers are known to give them all', () => {
  const byPage = new Map<string, Set<string>>()
  for (const { at } of RUNNABLE)
    for (const [page, pattern] of Object.entries(at))
      byPage.set(page, (byPage.get(page) ?? new Set()).add(needed(pattern!.replaceAll(/:\w+=[^/?]+\??| \?\w+$/g, ''))))
  const differing = [...byPage].filter(([, ids]) => ids.size > 1)
  expect(Object.fromEntries(differing.map(([page, ids]) => [page, [...ids].toSorted()]))).toEqual(GIVEN)
})
