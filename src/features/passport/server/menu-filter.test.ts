import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MenuItem } from '../contract.ts'
import { type Right, RIGHTS } from '../rights.ts'
import { filterMenu, type MenuEntry, type MenuReader, rightsOf } from './menu-filter.ts'
import { MENUS } from './menus.ts'

const reader = (rights: Right[], more: Partial<MenuReader> = {}): MenuReader => ({
  rights: new Set(rights),
  companyType: 1,
  features: [],
  supervise: [],
  ...more,
})
const leaf = (code: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  code,
  name: code,
  path: `/${code}`,
  ...more,
})
const parent = (code: string, children: MenuEntry[], more: Partial<MenuEntry> = {}): MenuEntry => ({
  code,
  name: code,
  children,
  ...more,
})
/** `a(b *c)`: hidden ones starred. */
const draw = (items: readonly MenuItem[]): string =>
  items.map((i) => `${i.hidden ? '*' : ''}${i.code}${i.children ? `(${draw(i.children)})` : ''}`).join(' ')

describe('what stays', () => {
  const table: [string, MenuEntry[], MenuReader, string][] = [
    ['needs no right', [leaf('a')], reader([]), 'a'],
    ['one of the rights', [leaf('a', { rights: ['tendering', 'budget'] })], reader(['budget']), 'a'],
    ['none of the rights', [leaf('a', { rights: ['tendering'] })], reader(['budget']), ''],
    ['company type fits', [leaf('a', { companyTypes: [1, 2] })], reader([]), 'a'],
    ['company type does not', [leaf('a', { companyTypes: [2] })], reader([]), ''],
    ['no company', [leaf('a', { companyTypes: [1] })], reader([], { companyType: null }), ''],
    ['right but not the type', [leaf('a', { rights: ['budget'], companyTypes: [2] })], reader(['budget']), ''],
    ['grey feature on', [leaf('a', { features: ['x'] })], reader([], { features: ['x'] }), 'a'],
    ['grey feature off', [leaf('a', { features: ['x'] })], reader([]), ''],
    ['supervised', [leaf('a', { supervise: ['省国资委'] })], reader([], { supervise: ['省国资委'] }), 'a'],
    ['not supervised', [leaf('a', { supervise: ['省国资委'] })], reader([]), ''],
    [
      'hidden on top always stays',
      [leaf('a', { hidden: true, rights: ['budget'], companyTypes: [4] })],
      reader([]),
      '*a',
    ],
    [
      'hidden below needs its right',
      [parent('p', [leaf('a'), leaf('b', { hidden: true, rights: ['budget'] })])],
      reader([]),
      'p(a)',
    ],
    ['a directory goes with its last child', [parent('p', [leaf('a', { rights: ['budget'] })])], reader([]), ''],
    ['a directory without children is none', [parent('p', [])], reader([]), ''],
    [
      'one visible and hidden ones: one comes out',
      [parent('p', [leaf('a'), leaf('b', { hidden: true }), leaf('c', { hidden: true })])],
      reader([]),
      'p(a b *c)',
    ],
    [
      'two visible: none comes out',
      [parent('p', [leaf('a'), leaf('b'), leaf('c', { hidden: true })])],
      reader([]),
      'p(a b *c)',
    ],
    ['no visible: none comes out', [parent('p', [leaf('a', { hidden: true })])], reader([]), 'p(*a)'],
    [
      'one left visible by rights',
      [parent('p', [leaf('a'), leaf('b', { rights: ['budget'] }), leaf('c', { hidden: true })])],
      reader([]),
      'p(a c)',
    ],
  ]
  test.each(table)('%s', (_, entries, who, expected) => {
    expect(draw(filterMenu(entries, who).items)).toBe(expected)
  })
})

test('rights of a directory are those of its children together; one open child opens it', () => {
  const both = parent('p', [leaf('a', { rights: ['budget'] }), parent('q', [leaf('b', { rights: ['tendering'] })])])
  expect([...rightsOf(both)!].toSorted()).toEqual(['budget', 'tendering'])
  expect(rightsOf(parent('p', [both, leaf('c')]))).toBeNull()
})

test('addresses lacking a right are told, those that do not fit the company are not', () => {
  const entries = [
    parent('p', [leaf('a', { rights: ['budget'] }), leaf('b', { companyTypes: [4] }), leaf('c')]),
    parent('q', [leaf('d', { rights: ['sms'] })]),
  ]
  expect(filterMenu(entries, reader([])).noRight).toEqual(['/a', '/d'])
})

const right = fc.constantFrom<Right>('tendering', 'budget', 'sms')
const entry: fc.Arbitrary<MenuEntry> = fc.letrec<{ entry: MenuEntry }>((tie) => ({
  entry: fc.record(
    {
      code: fc.uuid(),
      name: fc.constant('n'),
      path: fc.uuid().map((u) => `/${u}`),
      rights: fc.uniqueArray(right, { minLength: 1 }),
      companyTypes: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
      hidden: fc.boolean(),
      children: fc.array(tie('entry'), { maxLength: 4 }),
    },
    { requiredKeys: ['code', 'name', 'path'] },
  ),
})).entry
const anybody = fc.record({
  rights: fc.uniqueArray(right).map((r) => new Set<string>(r)),
  companyType: fc.constantFrom(1, 2, 3, 4, null),
  features: fc.constant<string[]>([]),
  supervise: fc.constant<string[]>([]),
})

function flat<T extends { children?: readonly T[] }>(items: readonly T[]): T[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])])
}

test('for every menu and reader: nothing without a right, nothing invented, more rights never show less', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), anybody, right, (entries, who, extra) => {
      const { items, noRight } = filterMenu(entries, who)
      const source = new Map(flat(entries).map((e) => [e.code, e]))
      for (const top of items) {
        for (const item of flat([top])) {
          const from = source.get(item.code)!
          if (item === top && from.hidden) continue
          const needed = rightsOf(from)
          expect(needed === null || [...needed].some((r) => who.rights.has(r))).toBe(true)
          expect(!from.companyTypes || from.companyTypes.includes(who.companyType!)).toBe(true)
          const hidden = (item.children ?? []).filter((c) => source.get(c.code)!.hidden)
          const revealed = hidden.filter((c) => !c.hidden)
          const visible = (item.children ?? []).filter((c) => !source.get(c.code)!.hidden)
          expect(revealed.length).toBe(visible.length === 1 && hidden.length > 0 ? 1 : 0)
        }
      }
      const shown = new Set(flat(items).map((i) => i.path))
      const hiddenTops = new Set(entries.filter((e) => e.hidden).map((e) => e.path))
      for (const path of noRight) expect(shown.has(path) && !hiddenTops.has(path)).toBe(false)
      const more = new Set(
        flat(filterMenu(entries, { ...who, rights: new Set([...who.rights, extra]) }).items).map((i) => i.code),
      )
      for (const item of flat(items)) expect(more.has(item.code)).toBe(true)
    }),
  )
})

test('the menus hold known rights of their own workbench, and no address twice', () => {
  for (const [workbench, entries] of Object.entries(MENUS)) {
    const all = flat<MenuEntry>(entries)
    const paths = all.flatMap((e) => e.path ?? [])
    expect(new Set(paths).size).toBe(paths.length)
    for (const r of all.flatMap((e) => e.rights ?? [])) expect(RIGHTS[r].workbenches).toContain(workbench)
  }
})
