import type { Right } from '#web/platform.ts'
import type { Screen } from '#web/screen.ts'
import { entrustedPath, slugOf } from '../../methods/family.ts'
import { ENTRUSTED_FAMILIES, LISTED_FAMILIES, methodsOf, USUAL } from '../../methods/all.ts'
import type { Page } from '../../methods/pages.ts'
import { type PageScreen, screensOf } from '../page-screens.ts'
import type { Side } from './use-buyer.ts'

type Shown = Omit<PageScreen, 'right'> & {
  /** Only read here: for auditors of the company too. */
  reads?: true
}

/** Pages of an order, and the list of orders; their addresses are the methods'. */
const PAGES: Partial<Record<Page, Shown>> = {
  'publish.list': {
    title: ({ family }) => family.list,
    cached: true,
    reads: true,
    load: () => import('./order/order-list.tsx'),
  },
  'publish.form': { title: '编辑{order}', load: () => import('./order-form/order-form-screen.tsx') },
  'publish.preview': { title: '发布预览', load: () => import('./order/order-preview.tsx') },
  'publish.detail': { title: '{order}详情', reads: true, load: () => import('./order/order-detail.tsx') },
  'documents.file': { title: '采购文件', reads: true, load: () => import('./order/order-file.tsx') },
  'documents.change': { title: '变更采购文件', load: () => import('./order/file-change.tsx') },
  'invite.letter': { title: '邀请详情', load: () => import('./invitees/invitation-screen.tsx') },
  'sign-up.list': {
    title: '报名情况',
    cached: true,
    reads: true,
    load: () => import('./sign-ups/sign-up-list.tsx'),
  },
  'sign-up.decide': { title: '报名审核', load: () => import('./sign-ups/sign-up-review.tsx') },
  'sign-up.read': {
    title: '报名详情',
    props: { readOnly: true },
    reads: true,
    load: () => import('./sign-ups/sign-up-review.tsx'),
  },
  'open.status': { title: '开标情况', reads: true, load: () => import('./order/opening-status.tsx') },
  'review.status': { title: '评标情况', reads: true, load: () => import('./order/review-status.tsx') },
  'candidates.edit': { title: '{candidateNotice}', load: () => import('./results/candidate-screen.tsx') },
  'candidates.change': { title: '重新公示{won}候选人', load: () => import('./results/candidate-screen.tsx') },
  'candidates.detail': {
    title: '{candidateNotice}',
    props: { readOnly: true },
    reads: true,
    load: () => import('./results/candidate-screen.tsx'),
  },
  'winner.edit': { title: '确定{winner}', load: () => import('./results/winner-screen.tsx') },
  'winner.change': { title: '重新定标', load: () => import('./results/winner-screen.tsx') },
  'winner.detail': {
    title: '{won}结果',
    props: { readOnly: true },
    reads: true,
    load: () => import('./results/winner-screen.tsx'),
  },
  'change.list': { title: '变更公告', reads: true, load: () => import('./order/change-screen.tsx') },
  'change.edit': { title: '发布变更', props: { editing: true }, load: () => import('./order/change-screen.tsx') },
  'change-notice.read': {
    title: '变更详情',
    props: { single: true },
    reads: true,
    load: () => import('./order/change-screen.tsx'),
  },
  'clarify.edit': { title: '澄清答疑', load: () => import('./order/clarification-screen.tsx') },
  'abortive.edit': { title: '流标处理', load: () => import('./results/abortive-screen.tsx') },
  'abortive.addSupplier': { title: '受邀供应商', load: () => import('./results/add-supplier.tsx') },
  'abortive.detail': { title: '流标详情', reads: true, load: () => import('./results/discarded-detail.tsx') },
  'abortive-notice.newest': {
    title: '流标公告',
    props: { noticeOnly: true },
    reads: true,
    load: () => import('./results/discarded-detail.tsx'),
  },
}

const RIGHTS: Readonly<Record<Side, Right>> = { purchaser: 'tendering', agency: 'agencyTendering' }

const REGISTER = {
  workbench: 'purchaser',
  right: ['tendering', 'auditing'],
  menu: 'register',
  props: { inProject: true },
} satisfies Partial<Screen>

const ENTRUSTED = {
  workbench: 'purchaser',
  right: ['tendering', 'auditing'],
  menu: 'entrust-purchase',
  props: { isEntrusted: true },
} satisfies Partial<Screen>

const OBJECTIONS = () => import('./objections/objection-desk.tsx')

const PROJECTS = {
  list: () => import('./project-list.tsx'),
  form: () => import('./project-form.tsx'),
  detail: () => import('./project-detail.tsx'),
}

export const buyerScreens: Screen[] = [
  ...screensOf(
    Object.fromEntries(
      Object.entries(PAGES).map(([page, { reads, load, ...shown }]) => [
        page,
        {
          ...shown,
          load: () => Promise.all([import('./of-order.tsx'), load()]).then(([of, module]) => of.ofOrder(module)),
          right: (side) => (reads ? [RIGHTS[side as Side], 'auditing'] : RIGHTS[side as Side]),
        } satisfies PageScreen,
      ]),
    ),
    ['purchaser', 'agency'],
  ),
  {
    path: '/purchaser/objection/list/:objectionId?',
    title: '异议处理',
    workbench: 'purchaser',
    right: ['tendering', 'auditing'],
    cached: true,
    load: OBJECTIONS,
  },
  {
    path: '/agency/objection/list/:objectionId?',
    title: '异议处理',
    workbench: 'agency',
    right: ['agencyTendering', 'auditing'],
    cached: true,
    load: OBJECTIONS,
  },
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
  ...LISTED_FAMILIES.filter((family) => family !== USUAL.family).map((family): Screen => ({
    path: `/agency/project/${slugOf(family)}/list`,
    title: `${family.list}项目`,
    workbench: 'agency',
    right: 'agencyTendering',
    menu: 'agency-project',
    cached: true,
    props: { family },
    load: PROJECTS.list,
  })),
  // Orders below their project, only read.
  ...LISTED_FAMILIES.map((family) => ({
    ...REGISTER,
    path: `/purchaser/register/${slugOf(family)}/orders/:orderId/detail`,
    title: `${methodsOf(family)[0]!.words.order}详情`,
    load: () => import('./order/order-detail.tsx'),
  })),
  // What agencies run for the own company, only read.
  {
    ...ENTRUSTED,
    path: '/purchaser/entrust-purchase/list',
    title: '委托采购',
    cached: true,
    load: () => import('./entrusted-list.tsx'),
  },
  ...ENTRUSTED_FAMILIES.map((family) => ({
    ...ENTRUSTED,
    path: entrustedPath(family),
    title: `${methodsOf(family)[0]!.words.order}详情`,
    load: () => import('./order/order-detail.tsx'),
  })),
  {
    ...REGISTER,
    path: '/purchaser/register/bid/orders/:orderId/file-info/:biddingFileId',
    title: '招标文件',
    load: () => import('./order/order-file.tsx'),
  },
]

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
