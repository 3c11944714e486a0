import type { Screen } from '#web/screen.ts'
import type { Side } from './addresses.ts'

type Page = Pick<Screen, 'title' | 'load' | 'cached' | 'props'> & {
  /** Only read here: for auditors of the company too. */
  reads?: true
}

/** Pages of an order and the list of orders, by the address behind `/<side>/bidding`. */
const BIDDING: Record<string, Page> = {
  '/list': { title: '公开招标', cached: true, reads: true, load: () => import('./order/order-list.tsx') },
  '/orders/:orderId?/projects/:projectId?/edit/:copyId?/kpbFile/:kpbFileId?/:isAuction?': {
    title: '编辑标段',
    load: () => import('./order-form/order-form-screen.tsx'),
  },
  '/orders/:orderId/preview': { title: '发布预览', load: () => import('./order/order-preview.tsx') },
  '/orders/:orderId/info': { title: '标段详情', reads: true, load: () => import('./order/order-detail.tsx') },
  '/orders/:orderId/bidding-file/:biddingFileId/:projectId?': {
    title: '招标文件',
    reads: true,
    load: () => import('./order/order-file.tsx'),
  },
  '/orders/:orderId/apply': {
    title: '报名情况',
    cached: true,
    reads: true,
    load: () => import('./sign-ups/sign-up-list.tsx'),
  },
  '/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/form': {
    title: '报名审核',
    load: () => import('./sign-ups/sign-up-review.tsx'),
  },
  '/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/approval/:isApproval/detail': {
    title: '报名详情',
    props: { readOnly: true },
    reads: true,
    load: () => import('./sign-ups/sign-up-review.tsx'),
  },
  '/orders/:orderId/open': { title: '开标情况', reads: true, load: () => import('./order/opening-status.tsx') },
  '/orders/:orderId/review': { title: '评标情况', reads: true, load: () => import('./order/review-status.tsx') },
  '/orders/:orderId/:abnormal?/candidate': {
    title: '中标候选人公示',
    load: () => import('./results/candidate-screen.tsx'),
  },
  '/orders/:orderId/candidate/detail': {
    title: '中标候选人公示',
    props: { readOnly: true },
    reads: true,
    load: () => import('./results/candidate-screen.tsx'),
  },
  '/orders/:orderId/:abnormal?/winner': { title: '确定中标人', load: () => import('./results/winner-screen.tsx') },
  '/orders/:orderId/winner/detail': {
    title: '中标结果',
    props: { readOnly: true },
    reads: true,
    load: () => import('./results/winner-screen.tsx'),
  },
  '/orders/:orderId/changes/content/:edit?': {
    title: '变更公告',
    load: () => import('./order/change-screen.tsx'),
  },
  '/orders/:orderId/changes/kpb-file/:kpbFileId?/change-file/:fileChangeGroupId?': {
    title: '变更招标文件',
    load: () => import('./order/file-change.tsx'),
  },
  '/orders/:orderId/abnormal/add-supplier': {
    title: '追加供应商',
    load: () => import('./results/add-supplier.tsx'),
  },
  '/orders/:orderId/bond/refund': { title: '投标保证金退还', load: () => import('./results/bond-refund.tsx') },
  '/orders/:orderId/clarification': { title: '澄清答疑', load: () => import('./order/clarification-screen.tsx') },
  '/orders/:orderId/abnormal/auction': { title: '流标处理', load: () => import('./results/abortive-screen.tsx') },
  '/orders/:orderId/discarded/detail': {
    title: '流标详情',
    reads: true,
    load: () => import('./results/discarded-detail.tsx'),
  },
}

const PROJECTS = {
  list: () => import('./project-list.tsx'),
  form: () => import('./project-form.tsx'),
  detail: () => import('./project-detail.tsx'),
}

/** Pages of auctions, by the address behind `/<side>/compete`: the screens of tenders where they say the same. */
const COMPETE: Record<string, Page> = {
  '/list': { title: '竞价采购', cached: true, reads: true, load: () => import('./order/order-list.tsx') },
  '/order/:orderId?/projects/:projectId?/create-compete/:copyId?': {
    title: '编辑竞价',
    load: () => import('./order-form/order-form-screen.tsx'),
  },
  '/order/:orderId/preview': { title: '发布预览', load: () => import('./order/order-preview.tsx') },
  '/order/:orderId/detail': { title: '竞价详情', reads: true, load: () => import('./order/order-detail.tsx') },
  '/order/:orderId/sign-up-situation': {
    title: '报名情况',
    cached: true,
    reads: true,
    load: () => import('./sign-ups/sign-up-list.tsx'),
  },
  '/sign-up-situation/order/:orderId/trade/:tradeId/:method': {
    title: '报名审核',
    reads: true,
    load: () => import('./sign-ups/sign-up-review.tsx'),
  },
  '/order/:orderId/public-notice': {
    title: '成交结果',
    reads: true,
    load: () => import('./results/winner-screen.tsx'),
  },
  '/order/:orderId/info-change': {
    title: '变更公告',
    props: { editing: true },
    load: () => import('./order/change-screen.tsx'),
  },
  '/order/:orderId/info-change/detail': {
    title: '变更记录',
    reads: true,
    load: () => import('./order/change-screen.tsx'),
  },
  '/order/:orderId/clarification': { title: '澄清答疑', load: () => import('./order/clarification-screen.tsx') },
  '/order/:orderId/abnormal/add-supplier': { title: '追加供应商', load: () => import('./results/add-supplier.tsx') },
  '/order/:orderId/abnormal/aborted': { title: '流标处理', load: () => import('./results/abortive-screen.tsx') },
  '/order/:orderId/guarantee/refund': { title: '竞价保证金退还', load: () => import('./results/bond-refund.tsx') },
}

/** Where an abortive auction is read. */
const COMPETE_DISCARDED = ['/order/:orderId/abnormal/aborted-detail', '/order/:orderId/discarded/detail']

export const buyerScreens: Screen[] = [
  ...pagesOf('purchaser', { slug: 'bidding', pages: BIDDING }),
  ...pagesOf('agency', { slug: 'bidding', pages: BIDDING }),
  ...pagesOf('purchaser', { slug: 'compete', pages: COMPETE }),
  ...pagesOf('agency', { slug: 'compete', pages: COMPETE }),
  ...(['purchaser', 'agency'] as const).map((side): Screen => ({
    path: COMPETE_DISCARDED.map((address) => `/${side}/compete${address}`),
    title: '流标详情',
    workbench: side,
    right: [side === 'purchaser' ? 'tendering' : 'agencyTendering', 'auditing'],
    load: () => import('./results/discarded-detail.tsx'),
  })),
  ...projectsOf('purchaser', {
    list: '/purchaser/register/list',
    form: '/purchaser/register/projects/:projectId?/edit',
    detail: '/purchaser/register/projects/:projectId/detail',
  }),
  // An agency's projects are those entrusted to it and those it registers for its clients.
  ...projectsOf('agency', {
    list: '/agency/project/bidding/list',
    form: '/agency/entrust/:projectId?/edit',
    detail: '/agency/entrust/projects/:projectId/detail',
  }),
  {
    path: '/purchaser/register/bid/orders/:orderId/detail',
    title: '标段详情',
    workbench: 'purchaser',
    right: ['tendering', 'purchaseDemand'],
    menu: 'register',
    load: () => import('./order/order-detail.tsx'),
  },
]

function pagesOf(side: Side, { slug, pages }: { slug: string; pages: Record<string, Page> }): Screen[] {
  const right = side === 'purchaser' ? 'tendering' : 'agencyTendering'
  return Object.entries(pages).map(([address, { reads, ...page }]) => ({
    ...page,
    path: `/${side}/${slug}${address}`,
    workbench: side,
    right: reads ? [right, 'auditing'] : right,
  }))
}

function projectsOf(side: Side, path: { list: string; form: string; detail: string }): Screen[] {
  const own = {
    workbench: side,
    menu: side === 'purchaser' ? 'register' : 'agency-project',
    right: side === 'purchaser' ? (['tendering', 'purchaseDemand'] as const).slice() : 'agencyTendering',
  } satisfies Partial<Screen>
  return [
    { ...own, path: path.list, title: '采购项目', cached: true, load: PROJECTS.list },
    { ...own, path: path.form, title: '编辑项目', load: PROJECTS.form },
    { ...own, path: path.detail, title: '项目详情', load: PROJECTS.detail },
  ]
}
