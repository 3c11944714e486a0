import { expect, test } from 'vitest'
import { screensOf } from './page-screens.ts'

const load = () => Promise.resolve({ Screen: () => null })

test('a page that several methods share is one screen, with the right it asks for and no other', () => {
  const open = screensOf({ 'publish.tender': { title: '项目详情', load } }, ['supplier'])
  expect(open.filter(({ path }) => path === '/supplier/bid/orders/:orderId/info')).toEqual([
    { path: '/supplier/bid/orders/:orderId/info', title: '项目详情', workbench: 'supplier', load },
  ])
  const closed = screensOf({ 'publish.list': { title: '列表', right: () => 'tendering', load } }, ['purchaser'])
  expect(closed.map(({ path, right }) => [path, right])).toEqual([
    ['/purchaser/bidding/list', ['tendering']],
    ['/purchaser/compete/list', ['tendering']],
    ['/purchaser/inquiry/list', ['tendering']],
    ['/purchaser/wl-inquiry/list', ['tendering']],
    ['/purchaser/negotiation-v2/list', ['tendering']],
    ['/purchaser/negotiation/list', ['tendering']],
    ['/purchaser/direct-purchase/list', ['tendering']],
    ['/purchaser/compete-sale/list', ['tendering']],
  ])
})
