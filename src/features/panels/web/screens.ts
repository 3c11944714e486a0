import { patternsOf } from '#features/procurement/methods/places.ts'
import type { Screen, WebFeature } from '#web/screen.ts'

const pathsOf = (...given: Parameters<typeof patternsOf>) => [...new Set(patternsOf(...given).map(({ path }) => path))]

const desk = () => import('./desk-screen.tsx')
const owner = {
  workbench: ['purchaser', 'agency'],
  right: ['tendering', 'agencyTendering', 'auditing'],
  menu: 'negotiation',
  load: desk,
} satisfies Partial<Screen>

export const panelsWeb: WebFeature = {
  screens: [
    { ...owner, path: pathsOf('group.compose', ['purchaser', 'agency']), title: '小组组成' },
    { ...owner, path: pathsOf('group.desk', ['purchaser', 'agency']), title: '小组评审' },
    { ...owner, path: pathsOf('group.result', ['purchaser', 'agency']), title: '评审结果' },
    {
      path: '/review/groups/:orderId',
      title: '小组评审',
      // Being a member is enough: a representative of the purchaser comes out of the own workbench.
      workbench: ['expert', 'purchaser', 'agency'],
      load: desk,
    },
    {
      path: pathsOf('group.own', ['supplier']),
      title: '评审进展',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-negotiation',
      load: () => import('./own-screen.tsx'),
    },
  ],
}
