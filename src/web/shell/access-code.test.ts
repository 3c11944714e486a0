// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { entryTenant, takeEntry } from './access-code.ts'

afterEach(() => {
  window.history.replaceState(null, '', '/')
  document.cookie = 'x-jczh-ac=; max-age=0; path=/'
  localStorage.clear()
})

test.each([
  ['/purchaser/bidding/list?tab=draft&x-jczh-ac=secret#top', '/purchaser/bidding/list?tab=draft#top', 'secret', null],
  ['/?x-jczh-ac=a%20b&tenantId=3', '/', 'a%20b', '3'],
  ['/performance?tenantId=9&performance=%2Flist', '/performance?performance=%2Flist', null, '9'],
  ['/agency/wuling?x-jczh-ac=secret&tenantId=no', '/agency/wuling', 'secret', null],
  ['/micro/wuling/bid-list?tenantId=9&wuling=%2Fa', '/micro/wuling/bid-list?wuling=%2Fa', null, '9'],
  ['/micro/performance?x-jczh-ac=secret&tenantId=1', '/micro/performance', 'secret', '1'],
  ['/?x-jczh-ac=', '/', null, null],
  // Nobody enters here: a stranger's tenant is named by the address, and stays there.
  ['/login?tenantId=3', '/login?tenantId=3', null, null],
  ['/login?returnUrl=%2Fa%3Fb', '/login?returnUrl=%2Fa%3Fb', null, null],
])('%s is opened as %s', (given, kept, code, tenant) => {
  window.history.replaceState(null, '', given)
  const entries = window.history.length
  takeEntry()
  const { pathname, search, hash } = window.location
  expect(pathname + search + hash).toBe(kept)
  expect(window.history.length).toBe(entries)
  expect(document.cookie).toBe(code === null ? '' : `x-jczh-ac=${code}`)
  expect(localStorage.getItem('tenantId')).toBe(tenant)
})

test('the page itself is of the tenant that it was entered for', () => {
  window.history.replaceState(null, '', '/?x-jczh-ac=secret&tenantId=13')
  takeEntry()
  expect(entryTenant()).toBe(13)
})
