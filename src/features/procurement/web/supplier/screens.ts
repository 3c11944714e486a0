import type { Screen } from '#web/screen.ts'

const ORDER = '/supplier/bid/orders/:orderId'
const own = { workbench: 'supplier', right: 'bidding', menu: 'monitor-bid' } satisfies Partial<Screen>

const AUCTION = '/supplier/compete/orders/:orderId'

export const supplierScreens: Screen[] = [
  {
    path: '/supplier/public-tender/list',
    title: '招标采购',
    workbench: 'supplier',
    cached: true,
    props: { own: false },
    load: () => import('./tender-list.tsx'),
  },
  {
    ...own,
    path: '/supplier/monitor/bid/list',
    title: '我的投标',
    cached: true,
    props: { own: true },
    load: () => import('./tender-list.tsx'),
  },
  // Everybody of a supplier may read a published tender; what one may do with it, the server says.
  {
    path: `${ORDER}/info`,
    title: '招标项目',
    workbench: 'supplier',
    menu: 'monitor-bid',
    load: () => import('./tender/tender-detail.tsx'),
  },
  {
    ...own,
    path: `${ORDER}/trades/:tradeId?`,
    title: '报名',
    load: () => import('./sign-up-screen.tsx'),
  },
  { ...own, path: `${ORDER}/signups/change-detail`, title: '变更确认', load: () => import('./change-detail.tsx') },
  { ...own, path: `${ORDER}/file-info/:biddingFileId`, title: '招标文件', load: () => import('./file-screen.tsx') },
  { ...own, path: `${ORDER}/objection/list`, title: '异议', load: () => import('./objection-list.tsx') },
  {
    path: `${AUCTION}/detail`,
    title: '竞价项目',
    workbench: 'supplier',
    menu: 'monitor-bid',
    load: () => import('./tender/tender-detail.tsx'),
  },
  { ...own, path: `${AUCTION}/sign-up`, title: '报名', load: () => import('./sign-up-screen.tsx') },
  { ...own, path: `${AUCTION}/change-ann`, title: '变更确认', load: () => import('./change-detail.tsx') },
  { ...own, path: `${ORDER}/objection/create`, title: '提出异议', load: () => import('./objection-create.tsx') },
]
