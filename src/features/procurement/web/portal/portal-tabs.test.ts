import { expect, test } from 'vitest'
import { InformationType, NoticeKind, PurchaseMethod } from '../../rules/enums.ts'
import { chosen, PORTAL_TABS, type PortalFilters, portalQuery } from './portal-tabs.ts'

test('a tab asks for one kind of notice, whatever the method', () => {
  for (const { value } of PORTAL_TABS.slice(1)) {
    expect(NoticeKind.options.map((kind) => String(kind.value))).toContain(value)
    expect(portalQuery({ kind: value, method: '8' })).toEqual({ kind: Number(value), method: 8 })
  }
  expect([portalQuery({}), portalQuery({ kind: '' }), portalQuery({ kind: 'nonsense' })]).toEqual([{}, {}, {}])
})

test('every notice type and every method can be asked for, the unnamed ones too', () => {
  for (const { value } of InformationType.options)
    expect(portalQuery({ type: String(value) })).toEqual({ informationType: value })
  for (const { value } of PurchaseMethod.options)
    expect(portalQuery({ method: String(value) })).toEqual({ method: value })
  expect(portalQuery({ type: '-1', method: '-1' })).toEqual({ informationType: -1, method: -1 })
})

test('what is chosen last replaces what contradicts it, and nothing else', () => {
  const after = (now: PortalFilters, changed: PortalFilters) => portalQuery({ ...now, ...chosen(changed) })
  expect(after({ kind: '1' }, { method: '8' })).toEqual({ kind: 1, method: 8 })
  expect(after({ kind: '2' }, { type: '7' })).toEqual({ informationType: 7 })
  expect(after({ type: '7', method: '8' }, { kind: '2' })).toEqual({ kind: 2, method: 8 })
  // Taking a filter away, or another filter, leaves the tab alone.
  expect(after({ kind: '1' }, { type: '' })).toEqual({ kind: 1 })
  expect(chosen({ region: '江州' })).toEqual({ region: '江州' })
})
