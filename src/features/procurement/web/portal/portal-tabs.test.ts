import { expect, test } from 'vitest'
import { InformationType, PurchaseMethod } from '../../rules/enums.ts'
import { chosen, PORTAL_TABS, type PortalFilters, portalQuery } from './portal-tabs.ts'

test('auctions have a tab of their own, and so have tenders', () => {
  const labels = PORTAL_TABS.map((tab) => tab.label)
  expect(labels).toEqual(expect.arrayContaining(['招标公告', '竞价公告']))
  expect(new Set(PORTAL_TABS.map((tab) => tab.value)).size).toBe(PORTAL_TABS.length)
  const asked = (label: string) => portalQuery({ kind: PORTAL_TABS.find((tab) => tab.label === label)!.value })
  expect(asked('竞价公告')).toEqual({ kind: 1, method: 8 })
  expect(asked('招标公告')).toEqual({ kind: 1, method: 1 })
  expect([portalQuery({}), portalQuery({ kind: 'nonsense' })]).toEqual([{}, {}])
})

test('every notice type and every method can be asked for, the unnamed ones too', () => {
  for (const { value } of InformationType.options)
    expect(portalQuery({ type: String(value) })).toEqual({ informationType: value })
  for (const { value } of PurchaseMethod.options)
    expect(portalQuery({ method: String(value) })).toEqual({ method: value })
  expect(portalQuery({ type: '-1', method: '-1' })).toEqual({ informationType: -1, method: -1 })
})

test('what is chosen last replaces what contradicts it, and nothing else', () => {
  const after = (now: PortalFilters, changed: PortalFilters) => portalQuery({ ...now, ...chosen(now, changed) })
  // The tab 招标公告 is public tenders; another method leaves it, a tab of all methods stays.
  expect(after({ kind: '1' }, { method: '8' })).toEqual({ method: 8 })
  expect(after({ kind: '2' }, { method: '8' })).toEqual({ kind: 2, method: 8 })
  expect(after({ kind: '2' }, { type: '7' })).toEqual({ informationType: 7 })
  expect(after({ type: '7', method: '8' }, { kind: '2' })).toEqual({ kind: 2, method: 8 })
  expect(after({ type: '7', method: '8' }, { kind: '1' })).toEqual({ kind: 1, method: 1 })
  // Taking a filter away, or another filter, leaves the tab alone.
  expect(after({ kind: '1' }, { type: '' })).toEqual({ kind: 1, method: 1 })
  expect(chosen({ kind: '1' }, { region: '江州' })).toEqual({ region: '江州' })
})
