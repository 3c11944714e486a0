import type { Feature } from '#server/feature.ts'
import { deliver } from './deliver.ts'
import { ownRoutes } from './own.ts'
import { policyRoutes } from './policy.ts'
import { previewReader, previewRoutes } from './preview.ts'
import { releaseOverdue, tellReleased } from './spend.ts'

/** What the platform sells to companies, once it is paid for. */
export const membership: Feature = {
  name: 'membership',
  routes: [...ownRoutes, ...previewRoutes, ...policyRoutes],
  workers: [previewReader],
  subscribers: [deliver, releaseOverdue, tellReleased],
  messageKinds: [
    {
      kind: 'service.released',
      label: '服务次数退回',
      group: '支付与财务',
      workbenches: ['purchaser', 'agency', 'supplier'],
      channels: [],
    },
  ],
}
