// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { dropAccessCode } from './access-code.ts'

afterEach(() => window.history.replaceState(null, '', '/'))

test.each([
  ['/purchaser/bidding/list?tab=draft&x-jczh-ac=secret#top', '/purchaser/bidding/list?tab=draft#top'],
  ['/?x-jczh-ac=secret&tenantId=3', '/?tenantId=3'],
  ['/?x-jczh-ac=', '/'],
  ['/login?returnUrl=%2Fa%3Fb', '/login?returnUrl=%2Fa%3Fb'],
])('%s is opened as %s', (given, kept) => {
  window.history.replaceState(null, '', given)
  const entries = window.history.length
  dropAccessCode()
  const { pathname, search, hash } = window.location
  expect(pathname + search + hash).toBe(kept)
  expect(window.history.length).toBe(entries)
})
