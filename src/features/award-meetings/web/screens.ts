import type { Screen, WebFeature } from '#web/screen.ts'

const SIDES = [
  { workbench: 'purchaser', right: 'tendering' },
  { workbench: 'agency', right: 'agencyTendering' },
] as const

export const awardMeetingsWeb: WebFeature = {
  screens: SIDES.flatMap(({ workbench, right }): Screen[] => {
    const common = { workbench, menu: 'calibration', props: { side: workbench } }
    return [
      // Members need no right: whom a page is for, the server says.
      {
        ...common,
        path: `/${workbench}/calibration/list`,
        title: '定标会',
        cached: true,
        load: () => import('./meeting-list.tsx'),
      },
      {
        ...common,
        path: `/${workbench}/calibration/order/:meetId?/form`,
        title: '编辑定标会',
        right,
        load: () => import('./meeting-form.tsx'),
      },
      {
        ...common,
        path: `/${workbench}/calibration/order/:meetId/detail`,
        title: '定标会',
        load: () => import('./meeting-detail.tsx'),
      },
    ]
  }),
}
