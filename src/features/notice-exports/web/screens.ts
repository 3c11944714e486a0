import { PORTAL_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'
import { LIST } from '../rules.ts'

export const noticeExportsWeb: WebFeature = {
  parts: [
    part(PORTAL_SLOTS.notices, 'notice-exports', () => import('./choose-part.tsx')),
    part(PORTAL_SLOTS.notice, 'notice-exports', () => import('./notice-part.tsx')),
  ],
  screens: [
    {
      path: LIST,
      title: '公告导出',
      workbench: 'supplier',
      right: 'bidding',
      cached: true,
      load: () => import('./export-list.tsx'),
    },
  ],
}
