import type { Feature } from '#server/feature.ts'
import { maker, messageKinds, tellDone } from './make.ts'
import { exportRoutes } from './routes.ts'
import { goOn } from './start.ts'

/** Public notices that a company takes along as one file. */
export const noticeExports: Feature = {
  name: 'notice-exports',
  routes: exportRoutes,
  workers: [maker],
  subscribers: [goOn, tellDone],
  messageKinds,
  files: { 'notice_export.sha256': 'hash' },
}
