import { expect, test } from 'vitest'
import { appOf, MICRO_APPS } from './apps.ts'
import { entryOf, holds, routeIn, searchWith } from './route.ts'

const { performance, wuling } = MICRO_APPS
const LIST = '/purchaser/performance/contract'

test.each([
  [LIST, true],
  [`${LIST}/7/detail?tab=2#top`, true],
  ['/purchaser/performance', true],
  ['/purchaser/performances', false],
  ['/purchaser/performance/../bidding/list', false],
  ['/purchaser/performance/%2e%2e/bidding/list', false],
  ['//evil.example/purchaser/performance/contract', false],
  ['/\\evil.example/purchaser/performance', false],
  ['https://evil.example/purchaser/performance', false],
  ['javascript:alert(1)', false],
  ['purchaser/performance/contract', false],
  ['', false],
])('whether the app shows %s: %s', (route, isHeld) => {
  expect(holds(performance, route)).toBe(isHeld)
})

test('the route of an address is the one it names, if the app holds it', () => {
  expect(routeIn(performance, '', LIST)).toBe(LIST)
  expect(routeIn(performance, `?performance=${encodeURIComponent(`${LIST}?state=draft&page=2`)}`, LIST)).toBe(
    `${LIST}?state=draft&page=2`,
  )
  expect(routeIn(performance, '?performance=/admin/tenants', LIST)).toBe(LIST)
  expect(routeIn(performance, '?performance=https://evil.example', LIST)).toBe(LIST)
  expect(routeIn(performance, '?wuling=/wuling/bid-list', LIST)).toBe(LIST)
})

test('an address names a route that is not its own, and keeps what else it says', () => {
  const route = `${LIST}?keyword=泵&page=2`
  const search = searchWith(performance, '?from=mail', { route, entry: LIST })
  expect(new URLSearchParams(search).get('performance')).toBe(route)
  expect(routeIn(performance, search, LIST)).toBe(route)
  expect(searchWith(performance, search, { route: LIST, entry: LIST })).toBe('?from=mail')
  expect(searchWith(performance, '?performance=/x', { route: LIST, entry: LIST })).toBe('')
})

test('a page begins where its last segment and the workbench say', () => {
  const [bids, , , audit] = wuling.pages
  expect(entryOf(bids, 'agency')).toBe('/wuling/bid-list')
  expect(entryOf(bids, 'supplier')).toBeNull()
  expect(entryOf(audit, 'purchaser', { id: 'a/../b' })).toBe('/wuling/to-do-audit/a%2F..%2Fb')
  expect(appOf('wuling')).toBe(wuling)
  expect(appOf('constructor')).toBeUndefined()
})
