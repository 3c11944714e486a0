import { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { PROFILES, type ProfileName } from '../rules/profiles.ts'

const SIDES = ['purchaser', 'agency'] as const
const HANDLE: Right[] = ['purchaseDemand', 'demandManagement', 'agencyTendering']
const READ: Right[] = [...HANDLE, 'tendering', 'auditing']

function buyerScreens(profile: ProfileName): Screen[] {
  const { label, base, menu } = PROFILES[profile]
  return SIDES.flatMap((workbench): Screen[] => {
    const at = base[workbench]
    const common = { workbench, props: { side: workbench, profile } }
    const reads = { ...common, menu, right: READ }
    const acts = { ...common, menu, right: HANDLE }
    const of = `${at}/orders/:orderId`
    const plans = { ...common, menu: `${menu}-plans` }
    const results = { ...reads, menu: `${menu}-results` }
    return [
      { ...reads, path: `${at}/list`, title: label, cached: true, load: () => import('./demand-list.tsx') },
      {
        ...acts,
        path: `${at}/orders/:orderId?/create`,
        title: `编辑${label}`,
        load: () => import('./form/demand-form.tsx'),
      },
      { ...reads, path: `${of}/detail`, title: label, load: () => import('./demand-detail.tsx') },
      { ...reads, path: `${of}/survey`, title: '需求调研', load: () => import('./survey/survey-screen.tsx') },
      { ...reads, path: `${of}/sign-up/list`, title: '调研报名', load: () => import('./survey/trade-list.tsx') },
      {
        ...reads,
        path: `${of}/sign-up/:tradeId/audit`,
        title: '报名审核',
        load: () => import('./survey/trade-check.tsx'),
      },
      {
        ...reads,
        path: `${of}/sign-up/:tradeId/response`,
        title: '调研应答',
        load: () => import('./survey/trade-answer.tsx'),
      },
      { ...acts, path: `${of}/entry`, title: '录入纸质应答', load: () => import('./survey/entry-screen.tsx') },
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
  const at = `${PROFILES[profile].base.supplier}/orders/:orderId`
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
  ]
}

const NAMES = Object.keys(PROFILES) as ProfileName[]

export const demandsWeb: WebFeature = {
  screens: [
    ...NAMES.flatMap(buyerScreens),
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
