import { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

const PURCHASER = { workbench: 'purchaser', menu: 'entrust-project', props: { side: 'purchaser' } } as const
const AGENCY = { workbench: 'agency', menu: 'entrust', props: { side: 'agency' } } as const
const LIST = () => import('./entrust-list.tsx')
const FORM = () => import('./entrust-form.tsx')
const DETAIL = () => import('./entrust-detail.tsx')

export const entrustWeb: WebFeature = {
  parts: [part(PROJECT_SLOTS.entrust, 'entrust', () => import('./project-part.tsx'))],
  screens: [
    {
      ...PURCHASER,
      path: '/purchaser/entrust-project/list',
      title: '委托项目',
      right: ['tendering', 'auditing'],
      cached: true,
      load: LIST,
    },
    {
      ...PURCHASER,
      path: '/purchaser/entrust-project/:projectId?/edit',
      title: '编辑委托',
      right: 'tendering',
      load: FORM,
    },
    {
      ...PURCHASER,
      path: '/purchaser/entrust-project/:projectId/detail',
      title: '委托详情',
      right: ['tendering', 'auditing'],
      load: DETAIL,
    },
    {
      ...AGENCY,
      path: '/agency/entrust/list',
      title: '委托处理',
      right: ['entrustHandling', 'agencyTendering', 'auditing'],
      cached: true,
      load: LIST,
    },
    {
      ...AGENCY,
      path: '/agency/entrust/offers/:projectId/edit',
      title: '提请委托',
      right: 'entrustHandling',
      load: FORM,
    },
    {
      ...AGENCY,
      path: '/agency/entrust/offers/:projectId/detail',
      title: '委托详情',
      right: ['entrustHandling', 'agencyTendering', 'auditing'],
      load: DETAIL,
    },
  ],
}
