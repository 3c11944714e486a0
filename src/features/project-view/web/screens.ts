import { METHODS } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import type { Screen, WebFeature } from '#web/screen.ts'

const SIDES = [
  { workbench: 'purchaser', right: ['tendering', 'auditing'], menu: 'register' },
  { workbench: 'agency', right: ['agencyTendering', 'auditing'], menu: 'agency-project' },
] as const

const FAMILIES: readonly Family[] = [...new Set(METHODS.map(({ family }) => family))]

export const projectViewWeb: WebFeature = {
  screens: SIDES.flatMap(({ workbench, right, menu }): Screen[] => {
    const common = { workbench, right: [...right], menu }
    return [
      ...FAMILIES.map((family): Screen => ({
        ...common,
        path: `/${workbench}/project/${family.name}/:projectId/detail`,
        title: `${family.list}项目`,
        props: { family, side: workbench },
        load: () => import('./project-screen.tsx'),
      })),
      {
        ...common,
        path: `/${workbench}/project/bidding-file/:biddingFileId`,
        title: '采购文件',
        props: { side: workbench },
        load: () => import('./file-screen.tsx'),
      },
    ]
  }),
}
