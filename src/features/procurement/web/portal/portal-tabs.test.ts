import { expect, test } from 'vitest'
import { PORTAL_TABS, queryOfTab } from './portal-tabs.ts'

test('auctions have a tab of their own, and so have tenders', () => {
  const labels = PORTAL_TABS.map((tab) => tab.label)
  expect(labels).toEqual(expect.arrayContaining(['招标公告', '竞价公告']))
  expect(new Set(PORTAL_TABS.map((tab) => tab.value)).size).toBe(PORTAL_TABS.length)
  const asked = (label: string) => queryOfTab(PORTAL_TABS.find((tab) => tab.label === label)!.value)
  expect(asked('竞价公告')).toEqual({ kind: 1, method: 8 })
  expect(asked('招标公告')).toEqual({ kind: 1, method: 1 })
  expect([queryOfTab(undefined), queryOfTab('nonsense')]).toEqual([{}, {}])
})
