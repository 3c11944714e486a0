import type { WebFeature } from '#web/screen.ts'
import { TASKS, VERIFY } from '../rules/places.ts'
import { READ_RIGHTS, SIGN_RIGHTS } from '../rules/rights.ts'

const SIGNS = {
  workbench: ['purchaser', 'agency', 'supplier'] as ('purchaser' | 'agency' | 'supplier')[],
  right: [...SIGN_RIGHTS],
  menu: 'e-signature-tasks',
}
const READS = { ...SIGNS, right: [...READ_RIGHTS] }

export const signTasksWeb: WebFeature = {
  screens: [
    { ...READS, path: TASKS, title: '签署任务', cached: true, load: () => import('./task-list.tsx') },
    {
      ...SIGNS,
      path: [`${TASKS}/create`, `${TASKS}/:id/edit`],
      title: '发起签署',
      load: () => import('./task-form.tsx'),
    },
    { ...READS, path: `${TASKS}/:id`, title: '签署任务', load: () => import('./task-detail.tsx') },
    {
      path: VERIFY,
      title: '电子签名验签',
      layout: 'none',
      public: true,
      load: () => import('./verify-screen.tsx'),
    },
  ],
}
