import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Workbench } from '#contract/workbench.ts'
import { features } from '../features.ts'
import type { Screen } from '../screen.ts'
import { judge, routesOf, screenAt } from './guard.ts'
import { activeTrail, listsPath, usableMenu } from './menu-tree.ts'

const load = () => Promise.reject(new Error('not loaded here'))
const SCREENS: Screen[] = [
  { path: '/', title: '首页', load },
  { path: ['/purchaser/x/list', '/agency/x/list'], title: '列表', workbench: ['purchaser', 'agency'], load },
  { path: '/purchaser/budget/annual/list', title: '预算', workbench: 'purchaser', right: 'budget', load },
  {
    path: '/purchaser/x/orders/:orderId?/projects/:projectId?/edit/:copyId?',
    title: '编辑',
    workbench: 'purchaser',
    load,
  },
  { path: '/supplier/y/list', title: '投标', workbench: 'supplier', load },
  { path: '/admin/tenants', title: '租户', workbench: 'admin', load },
]
const tableOf = (workbench: Workbench | null) => routesOf(SCREENS, workbench)
const buyer = {
  workbench: 'purchaser' as Workbench,
  workbenches: ['purchaser', 'agency', 'supplier', 'expert', 'admin'] as Workbench[],
  rights: new Set(['default', 'tendering']),
}

describe('route guard', () => {
  it('shows a screen of the current workbench', () => {
    expect(judge(tableOf, '/purchaser/x/list', buyer)).toMatchObject({
      kind: 'show',
      route: { handle: { title: '列表' } },
    })
  })

  it('refuses a screen whose right is missing, and shows it with the right', () => {
    expect(judge(tableOf, '/purchaser/budget/annual/list', buyer)).toEqual({ kind: 'no-right' })
    const trusted = { ...buyer, rights: new Set(['budget']) }
    expect(judge(tableOf, '/purchaser/budget/annual/list', trusted).kind).toBe('show')
  })

  it('tries the other workbenches, three at most', () => {
    expect(judge(tableOf, '/supplier/y/list', buyer)).toEqual({ kind: 'switch', workbench: 'supplier' })
    expect(judge(tableOf, '/admin/tenants', buyer)).toEqual({ kind: 'not-found' })
  })

  it("does not lead into somebody else's workbench", () => {
    expect(judge(tableOf, '/supplier/y/list', { ...buyer, workbenches: ['purchaser'] })).toEqual({ kind: 'not-found' })
  })

  it('does not know an unknown address', () => {
    expect(judge(tableOf, '/purchaser/x/nowhere', buyer)).toEqual({ kind: 'not-found' })
  })

  it.each([
    '/purchaser/x/orders/projects/edit',
    '/purchaser/x/orders/1/projects/2/edit',
    '/purchaser/x/orders/projects/2/edit/3',
    '/purchaser/x/orders/1/projects/edit/3',
  ])('matches optional parts in the middle: %s', (path) => {
    expect(screenAt(tableOf('purchaser'), path)?.handle.title).toBe('编辑')
  })
})

describe('every address of the product', () => {
  const table = routesOf(
    features.flatMap((feature) => feature.screens),
    'purchaser',
  )
  /** A pattern with all of its optional parts, with none, and in one of the ways that people may type it. */
  const addressesOf = (path: string, i: number) => {
    const filled = path.replace(/:(\w+)\??/g, 'a%20$1').replace(/\?/g, '')
    const bare = path.replace(/\/:?\w+\?/g, '').replace(/:(\w+)/g, 'b$1') || '/'
    return [filled, bare, [`${filled}/`, filled.toUpperCase(), `${filled}/beyond`][i % 3]!]
  }

  it('may be malformed', () => expect(screenAt(table, '/%E0%A4%A')).toBeNull())

  it('is found as the router finds it among all patterns', () => {
    expect(table.length).toBeGreaterThan(100)
    const addresses = [...new Set(table.flatMap(({ path }, i) => addressesOf(path, i)))]
    const found = (find: (address: string) => string | undefined) =>
      addresses.map((address) => `${address} → ${find(address)}`)
    const routers = (address: string) => matchRoutes(table as RouteObject[], address)?.at(-1)?.route.path
    expect(found((address) => screenAt(table, address)?.path)).toEqual(found(routers))
  })
})

describe('menu', () => {
  const menu = [
    {
      code: 'purchase',
      name: '采购',
      children: [
        { code: 'x', name: '列表', path: '/purchaser/x/list' },
        { code: 'gone', name: '未建', path: '/purchaser/not-there' },
        { code: 'secret', name: '隐藏', path: '/purchaser/x/list', hidden: true },
        { code: 'folder', name: '空目录', children: [{ code: 'void', name: '空', path: '/nowhere' }] },
      ],
    },
    { code: 'out', name: '外部', external: 'https://example.org' },
  ]
  const usable = usableMenu(menu, (path) => screenAt(tableOf('purchaser'), path)?.handle ?? null)

  it('leaves out what leads nowhere', () => {
    expect(usable.map((item) => [item.code, item.children?.map((child) => child.code)])).toEqual([
      ['purchase', ['x']],
      ['out', undefined],
    ])
  })

  it('knows which addresses it leads to, at any level', () => {
    expect(listsPath(usable, '/purchaser/x/list')).toBe(true)
    expect(listsPath(usable, '/purchaser/not-there')).toBe(false)
  })

  it('finds the item that a page behind it belongs to', () => {
    expect(activeTrail(usable, '/purchaser/x/orders/7/projects/edit')).toEqual(['purchase', 'x'])
    expect(activeTrail(usable, '/somewhere')).toEqual([])
    expect(activeTrail(usable, '/somewhere', 'x')).toEqual(['purchase', 'x'])
  })
})
