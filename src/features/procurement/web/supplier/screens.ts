import type { Screen } from '#web/screen.ts'
import type { PageScreen } from '../page-screens.ts'
import { screensOf } from '../page-screens.ts'
import type { Page } from '../../methods/pages.ts'
import { ownListPlace, ownMenu } from './tender-pages.ts'
import { ownListOf, slugOf } from '../../methods/family.ts'
import { RUN_LISTED_FAMILIES, USUAL } from '../../methods/all.ts'

/**
 * Where letters stand beside the addresses that their methods give them: those of tenders by the owner Wuling. No order says
 * that it is that owner's, so the platform's own links lead to the methods' addresses; this one is for links from elsewhere.
 */
const FURTHER_LETTERS = ['/supplier/invitation/wuling-bid/:orderId/invites/:inviteId']

const own = { right: () => 'bidding', menu: ownMenu } satisfies Partial<PageScreen>

/** Pages of a tender; their addresses are the methods'. */
const PAGES: Partial<Record<Page, PageScreen>> = {
  // Everybody of a supplier may read a published tender; what one may do with it, the server says.
  'publish.tender': { title: '{act}项目', menu: ownMenu, load: () => import('./tender/tender-detail.tsx') },
  'sign-up.join': { ...own, title: '报名', load: () => import('./sign-up-screen.tsx') },
  'invite.reply': { ...own, title: '邀请函', load: () => import('./invitation-screen.tsx') },
  'change.confirm': { ...own, title: '变更确认', load: () => import('./change-detail.tsx') },
  'documents.paper': { ...own, title: '采购文件', load: () => import('./file-screen.tsx') },
  // Anybody of any supplier may look at what is publicised; who may object, the server says.
  'publicity.object': {
    title: '对公示的异议',
    menu: ownMenu,
    right: () => 'bidding',
    load: () => import('./publicity-screen.tsx'),
  },
  'candidates.objections': { ...own, title: '异议', load: () => import('./objection-list.tsx') },
  'candidates.object': { ...own, title: '提出异议', load: () => import('./objection-create.tsx') },
}

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
    path: '/supplier/monitor/bid/list',
    title: '我的投标',
    workbench: 'supplier',
    right: 'bidding',
    menu: 'monitor-bid',
    cached: true,
    props: { own: true },
    load: () => import('./tender-list.tsx'),
  },
  ...RUN_LISTED_FAMILIES.filter((family) => family !== USUAL.family).map((family): Screen => ({
    path: ownListPlace(family),
    title: ownListOf(family).title,
    workbench: 'supplier',
    right: 'bidding',
    menu: `monitor-${slugOf(family)}`,
    cached: true,
    props: { own: true, family },
    load: () => import('./tender-list.tsx'),
  })),
  ...screensOf(PAGES, ['supplier']),
  {
    path: FURTHER_LETTERS,
    title: '邀请函',
    workbench: 'supplier',
    right: 'bidding',
    menu: 'monitor-bid',
    load: () => import('./invitation-screen.tsx'),
  },
]
