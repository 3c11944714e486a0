import { PACKAGED_FAMILIES } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import { methodsOf } from '#features/procurement/methods/all.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import type { Screen, WebFeature } from '#web/screen.ts'
import { BATCH_STEPS } from '../rules/steps.ts'

const SIDES = [
  { workbench: 'purchaser', right: 'tendering' },
  { workbench: 'agency', right: 'agencyTendering' },
] as const

/** Packages of a family's orders, and the steps for several of them. */
function screensOf(family: Family): Screen[] {
  const { name, batch, list } = family.packages!
  const { words } = methodsOf(family)[0]!
  return SIDES.flatMap(({ workbench, right }): Screen[] => {
    const common = { workbench, menu: name, props: { side: workbench, family } }
    return [
      {
        ...common,
        path: `/${workbench}/${name}/list`,
        title: list,
        right: [right, 'auditing'],
        cached: true,
        load: () => import('./package-list.tsx'),
      },
      {
        ...common,
        path: `/${workbench}/${name}/create/project/:projectId?/order/:orderIds?`,
        title: '编辑采购包',
        right,
        load: () => import('./package-form.tsx'),
      },
      {
        ...common,
        path: `/${workbench}/${name}/detail/project/:projectId?`,
        title: '采购包',
        right: [right, 'auditing'],
        load: () => import('./package-detail.tsx'),
      },
      ...Object.entries(BATCH_STEPS).map(([step, { label }]): Screen => ({
        ...common,
        path: `/${workbench}/${batch}/:orderIds/${step}`,
        title: `批量${fillWords(words, label)}`,
        right,
        props: { side: workbench, family, step },
        load: () => import('./batch-screen.tsx'),
      })),
    ]
  })
}

export const packagesWeb: WebFeature = { screens: PACKAGED_FAMILIES.flatMap(screensOf) }
