import { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { patternOf } from '../rules/places.ts'
import type { Page } from '../rules/profile.ts'
import { PROFILES, type ProfileName } from '../rules/profiles.ts'

const SIDES = ['purchaser', 'agency'] as const
const HANDLE: Right[] = ['purchaseDemand', 'demandManagement', 'agencyTendering']
const READ: Right[] = [...HANDLE, 'tendering', 'auditing']

/** Pages whose address each profile has, by what is shown there; what has the same address as another page is left out. */
const PAGES: Readonly<
  Partial<Record<Page, Pick<Screen, 'title' | 'load' | 'cached'> & { acts?: true; open?: true; props?: object }>>
> = {
  detail: { title: '', load: () => import('./demand-detail.tsx') },
  survey: { title: '需求调研', load: () => import('./survey/survey-screen.tsx') },
  editSurvey: {
    title: '调研内容',
    acts: true,
    props: { part: 'survey' },
    load: () => import('./form/demand-form.tsx'),
  },
  move: { title: '变更调研截止时间', acts: true, load: () => import('./rounds/survey-end.tsx') },
  // Staff who are asked to mark parameters need no right: whom they are for, the server says.
  rounds: { title: '多轮调研', open: true, load: () => import('./rounds/rounds-screen.tsx') },
  collection: { title: '应答汇总', load: () => import('./rounds/collection-screen.tsx') },
  trades: { title: '调研报名', load: () => import('./survey/trade-list.tsx') },
  check: { title: '审核', load: () => import('./survey/trade-check.tsx') },
  answer: { title: '调研应答', load: () => import('./survey/trade-answer.tsx') },
  entry: { title: '录入纸质应答', acts: true, load: () => import('./survey/entry-screen.tsx') },
}

function buyerScreens(profile: ProfileName): Screen[] {
  const { label, pages, menu, rounds } = PROFILES[profile]
  return SIDES.flatMap((workbench): Screen[] => {
    const at = (page: Page) => patternOf({ side: workbench, profile }, page)
    const props = { side: workbench, profile }
    const reads = { workbench, props, menu, right: READ }
    const form = rounds === 'many' ? { ...props, part: 'demand' } : props
    const seen = new Set([at('list'), at('edit')])
    const others = (Object.keys(PAGES) as Page[]).flatMap((page): Screen[] => {
      const { acts, open, props: more, title, ...rest } = PAGES[page]!
      // A page of another profile is that one's, and of pages at one address the first is shown.
      if (typeof pages[page] !== 'string' || seen.has(at(page))) return []
      seen.add(at(page))
      const common = { ...rest, workbench, menu, props: { ...props, ...more }, path: at(page), title: title || label }
      return [open ? common : { ...common, right: acts ? HANDLE : READ }]
    })
    return [
      { ...reads, path: at('list'), title: label, cached: true, load: () => import('./demand-list.tsx') },
      {
        ...reads,
        right: HANDLE,
        props: form,
        path: at('edit').replace(':orderId', ':orderId?'),
        title: `编辑${label}`,
        load: () => import('./form/demand-form.tsx'),
      },
      ...others,
    ]
  })
}

/** Plans and results, of whatever profile. */
function sharedScreens(): Screen[] {
  return SIDES.flatMap((workbench): Screen[] => {
    const at = PROFILES.general.base[workbench]
    const common = { workbench, props: { side: workbench, profile: 'general' } }
    const plans = { ...common, menu: 'demands-plans' }
    const results = { ...common, menu: 'demands-results', right: READ }
    return [
      // Reviewers need no right: whom a plan is for, the server says.
      {
        ...plans,
        path: `${at}/implementation-plan/list`,
        title: '采购实施计划',
        cached: true,
        load: () => import('./plan/plan-list.tsx'),
      },
      {
        ...plans,
        path: `${at}/implementation-plan/:planId?/edit/:type?`,
        title: '采购实施计划',
        load: () => import('./plan/plan-screen.tsx'),
      },
      {
        ...results,
        path: `${at}/results/list`,
        title: '需求结果',
        cached: true,
        load: () => import('./results/result-list.tsx'),
      },
      {
        ...results,
        path: `${at}/results/demand-project-detail`,
        title: '需求与项目',
        load: () => import('./results/result-detail.tsx'),
      },
    ]
  })
}

function supplierScreens(profile: ProfileName): Screen[] {
  const { base, letters } = PROFILES[profile]
  const at = `${base.supplier}/orders/:orderId`
  const common = { workbench: 'supplier', right: 'bidding', menu: 'monitor-demand' } as const
  return [
    {
      ...common,
      path: `${at}/trades/:tradeId?`,
      title: '需求调研',
      load: () => import('./supplier/survey-detail.tsx'),
    },
    {
      ...common,
      path: `${at}/trades/:tradeId/response`,
      title: '调研应答',
      load: () => import('./supplier/answer-screen.tsx'),
    },
    ...(letters === null
      ? []
      : [
          {
            ...common,
            path: `${letters}/:orderId/invites/:inviteId`,
            title: '调研邀请函',
            load: () => import('./supplier/letter.tsx'),
          },
        ]),
  ]
}

const NAMES = Object.keys(PROFILES) as ProfileName[]

export const demandsWeb: WebFeature = {
  screens: [
    ...NAMES.flatMap(buyerScreens),
    ...sharedScreens(),
    {
      path: '/supplier/monitor/demand/list',
      title: '需求调研',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-demand',
      cached: true,
      load: () => import('./supplier/survey-list.tsx'),
    },
    ...NAMES.flatMap(supplierScreens),
  ],
  parts: [part(PROJECT_SLOTS.source, 'demand', () => import('./results/project-part.tsx'))],
}
