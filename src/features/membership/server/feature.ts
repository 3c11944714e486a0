import type { Feature } from '#server/feature.ts'
import { deliver } from './deliver.ts'
import { ownRoutes } from './own.ts'
import { previewRoutes } from './preview.ts'

/** What the platform sells to companies, once it is paid for. */
export const membership: Feature = {
  name: 'membership',
  routes: [...ownRoutes, ...previewRoutes],
  subscribers: [deliver],
}
