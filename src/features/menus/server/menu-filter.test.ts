import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MenuItem } from '../contract.ts'
import { type Right, RIGHTS } from '#features/passport/rules-rights.ts'
import { filterMenu, type MenuEntry, type MenuGate, type MenuReader, passes, rightsOf } from './menu-filter.ts'
import { MENUS } from './menus.ts'

const NOBODY: MenuReader = {
  rights: new Set(),
  isAdmin: false,
  companyId: null,
  ancestors: [],
  companyType: null,
  features: [],
  supervise: [],
  tenantFeatures: [],
  systemRights: [],
  gates: new Map(),
}
const reader = (rights: Right[], more: Partial<MenuReader> = {}): MenuReader => ({
  ...NOBODY,
  rights: new Set(rights),
  companyType: 1,
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

const OPEN: MenuGate = {
  companyIds: [],
  withHierarchy: false,
  features: [],
  institutions: [],
  systemRight: null,
  substituteRight: null,
}
const gate = (set: Partial<MenuGate>, code = 'a'): MenuReader['gates'] => new Map([[code, { ...OPEN, ...set }]])

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
    ['gated without a gate', [leaf('a', { gated: true })], reader([]), ''],
    ['gated, let through', [leaf('a', { gated: true })], reader([], { gates: gate({}) }), 'a'],
    ['let through, but no right', [leaf('a', { gated: true, rights: ['sms'] })], reader([], { gates: gate({}) }), ''],
    ['not gated, but shut', [leaf('a')], reader([], { gates: gate({ features: ['x'] }) }), ''],
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
})

function flat<T extends { children?: readonly T[] }>(items: readonly T[]): T[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])])
}

test('for every menu and reader: nothing without a right, nothing invented, more rights never show less', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), anybody, right, (entries, some, extra) => {
      const who: MenuReader = { ...NOBODY, ...some }
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

describe('a gate', () => {
  const [one, two, above] = ['c1', 'c2', 'c0']
  const table: [string, Partial<MenuGate>, MenuReader, boolean][] = [
    ['for one company', { companyIds: [one] }, reader([], { companyId: one }), true],
    ['for another company', { companyIds: [two] }, reader([], { companyId: one }), false],
    ['for a company, nobody works for one', { companyIds: [one] }, reader([]), false],
    [
      'for a hierarchy',
      { companyIds: [above], withHierarchy: true },
      reader([], { companyId: one, ancestors: [above] }),
      true,
    ],
    ['for the top alone', { companyIds: [above] }, reader([], { companyId: one, ancestors: [above] }), false],
    [
      'for another hierarchy',
      { companyIds: [two], withHierarchy: true },
      reader([], { companyId: one, ancestors: [above] }),
      false,
    ],
    ['for a grey feature', { features: ['x', 'y'] }, reader([], { features: ['y'] }), true],
    ['for a grey feature that is off', { features: ['x'] }, reader([], { features: ['y'] }), false],
    ['for an institution', { institutions: ['省国资委'] }, reader([], { supervise: ['省国资委'] }), true],
    ['for another institution', { institutions: ['市国资委'] }, reader([], { supervise: ['省国资委'] }), false],
    ['all conditions hold or none', { companyIds: [one], features: ['x'] }, reader([], { companyId: one }), false],
    // The government-risk rule: granted to the company, and administrator or holder; on one platform statistics instead.
    [
      'granted, administrator',
      { systemRight: 'governmentRisk' },
      reader([], { systemRights: ['governmentRisk'], isAdmin: true }),
      true,
    ],
    [
      'granted, holder',
      { systemRight: 'governmentRisk' },
      reader(['governmentRisk'], { systemRights: ['governmentRisk'] }),
      true,
    ],
    [
      'granted, neither',
      { systemRight: 'governmentRisk' },
      reader(['statistics'], { systemRights: ['governmentRisk'] }),
      false,
    ],
    ['not granted, holder', { systemRight: 'governmentRisk' }, reader(['governmentRisk']), false],
    ['not granted, administrator', { systemRight: 'governmentRisk' }, reader([], { isAdmin: true }), false],
    ['substitute held', { substituteRight: 'statistics' }, reader(['statistics']), true],
    ['substitute not held', { substituteRight: 'statistics' }, reader(['sms'], { isAdmin: true }), false],
    [
      'either way: substitute',
      { systemRight: 'governmentRisk', substituteRight: 'statistics' },
      reader(['statistics']),
      true,
    ],
    [
      'either way: granted',
      { systemRight: 'governmentRisk', substituteRight: 'statistics' },
      reader([], { systemRights: ['governmentRisk'], isAdmin: true }),
      true,
    ],
    ['either way: neither', { systemRight: 'governmentRisk', substituteRight: 'statistics' }, reader([]), false],
  ]
  test.each(table)('%s', (_, set, who, expected) => {
    expect(passes({ ...OPEN, ...set }, who)).toBe(expected)
  })
})

describe('every right with every menu item', () => {
  const workbenches = Object.entries(MENUS)
  const all = flat<MenuEntry>(workbenches.flatMap(([, entries]) => entries))
  const gates: MenuReader['gates'] = new Map(all.map((e) => [e.code, OPEN]))
  const tenantFeatures = all.flatMap((e) => e.tenantFeatures ?? [])
  const cases = workbenches.flatMap(([workbench, entries]) =>
    (Object.keys(RIGHTS) as Right[]).map((r) => [workbench, r, entries] as const),
  )
  test.each(cases)('%s with %s', (_, held, entries) => {
    const { items, noRight } = filterMenu(entries, reader([held], { gates, tenantFeatures }))
    const shown = new Set(flat(items).flatMap((i) => i.path ?? []))
    // Written down from the table itself, without the filter's way through it.
    const leaves = flat<MenuEntry>(entries).filter((e) => e.path && !e.children)
    const open = leaves.filter((e) => !e.rights || e.rights.includes(held)).map((e) => e.path!)
    expect([...shown].toSorted()).toEqual(open.toSorted())
    expect(noRight.toSorted()).toEqual(
      leaves
        .map((e) => e.path!)
        .filter((p) => !open.includes(p))
        .toSorted(),
    )
  })

  test('a right opens just what it is for', () => {
    const seen = (workbench: keyof typeof MENUS, held: Right[]) =>
      flat(filterMenu(MENUS[workbench], reader(held, { gates })).items).map((i) => i.code)
    const opened = (workbench: keyof typeof MENUS, held: Right) => {
      const anyway = new Set(seen(workbench, []))
      return seen(workbench, [held]).filter((code) => !anyway.has(code))
    }
    expect(opened('purchaser', 'loginLog')).toEqual(['login-log'])
    expect(opened('purchaser', 'statistics')).toEqual(expect.arrayContaining(['bid-statistic-report', 'data-report']))
    expect(opened('purchaser', 'riskWarning')).toEqual(['risk', 'risk-warning'])
    expect(opened('supplier', 'loginLog')).toEqual(expect.not.arrayContaining(['organisation', 'data-report']))
    expect(opened('agency', 'businessManagement')).toEqual(
      expect.arrayContaining(['organisation', 'association', 'login-log', 'data-report']),
    )
  })
})
