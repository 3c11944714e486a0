import type { Right } from '#features/passport/rules-rights.ts'
import type { Screen, WebFeature } from '#web/screen.ts'
import { expertPlaces } from '../rules/verification.ts'

const HANDLE: Right[] = ['purchaseDemand', 'demandManagement', 'agencyTendering']
const READ: Right[] = [...HANDLE, 'tendering', 'auditing']

function buyerScreens(side: 'purchaser' | 'agency'): Screen[] {
  const at = `/${side}/demands-verification`
  const common = { workbench: side, menu: 'demands-verification', props: { side } }
  return [
    {
      ...common,
      right: READ,
      path: `${at}/list`,
      title: '需求论证',
      cached: true,
      load: () => import('./verification-list.tsx'),
    },
    {
      ...common,
      right: HANDLE,
      path: `${at}/form`,
      title: '编辑论证',
      load: () => import('./verification-form.tsx'),
    },
    {
      ...common,
      right: READ,
      path: `${at}/:argumentId/detail`,
      title: '需求论证',
      load: () => import('./verification-detail.tsx'),
    },
    {
      ...common,
      right: READ,
      path: `${at}/:argumentId/review`,
      title: '论证意见',
      load: () => import('./desk.tsx'),
    },
    {
      ...common,
      right: READ,
      path: `${at}/:argumentId/report`,
      title: '论证报告',
      load: () => import('./report.tsx'),
    },
  ]
}

export const verificationWeb: WebFeature = {
  screens: [
    ...buyerScreens('purchaser'),
    ...buyerScreens('agency'),
    {
      path: expertPlaces.list,
      title: '需求论证',
      workbench: 'expert',
      menu: 'verifications',
      cached: true,
      load: () => import('./own-list.tsx'),
    },
    {
      path: expertPlaces.desk(':argumentId'),
      title: '需求论证',
      workbench: 'expert',
      menu: 'verifications',
      props: { side: 'expert' },
      load: () => import('./desk.tsx'),
    },
  ],
}
