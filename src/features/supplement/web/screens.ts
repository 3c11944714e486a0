import { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

const SIDES = [
  { workbench: 'purchaser', handles: 'tendering', projects: 'register' },
  { workbench: 'agency', handles: 'agencyTendering', projects: 'agency-project' },
] as const

const DETAIL = () => import('./supplement-detail.tsx')

const BOTH_SIDES = SIDES.flatMap(({ workbench, handles, projects }): Screen[] => {
  const base = `/${workbench}/supplement`
  const right: Right[] = [handles, 'auditing']
  const common = { workbench, props: { side: workbench } }
  const reads = { ...common, menu: 'supplement', right }
  return [
    { ...reads, path: `${base}/list`, title: '补录登记', cached: true, load: () => import('./supplement-list.tsx') },
    {
      ...reads,
      path: `${base}/:supplementId?/register`,
      title: '登记补录',
      right: handles,
      load: () => import('./form/supplement-form.tsx'),
    },
    {
      ...reads,
      path: `${base}/:supplementId/register/preview`,
      title: '核对补录',
      right: handles,
      load: () => import('./supplement-preview.tsx'),
    },
    {
      ...reads,
      path: `${base}/:supplementId/record`,
      title: '登记记录',
      load: () => import('./supplement-record.tsx'),
    },
    { ...reads, path: `${base}/:supplementId/detail`, title: '补录', load: DETAIL },
    {
      ...common,
      menu: projects,
      right,
      path: `/${workbench}/project/supplement/:projectId/detail`,
      title: '补录项目',
      load: () => import('./project-screen.tsx'),
    },
  ]
})

const READING = {
  workbench: 'purchaser',
  right: ['tendering', 'auditing'] as Right[],
  title: '补录',
  load: DETAIL,
} as const

export const supplementWeb: WebFeature = {
  parts: [part(PROJECT_SLOTS.supplements, 'supplement', () => import('./project-part.tsx'))],
  screens: [
    ...BOTH_SIDES,
    {
      ...READING,
      path: '/purchaser/entrust-purchase/supplement/orders/:orderId/detail',
      menu: 'entrust-purchase',
      props: { side: 'purchaser', from: 'entrusted' },
    },
    {
      ...READING,
      path: '/purchaser/register/supplement/:orderId/detail',
      menu: 'register',
      props: { side: 'purchaser', from: 'project' },
    },
  ],
}
