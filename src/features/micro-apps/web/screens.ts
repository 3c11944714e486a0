import type { Workbench } from '#contract/workbench.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'
import { MICRO_APPS, type MicroApp, type MicroPage } from '../rules/apps.ts'

function screensOf(app: MicroApp, { title, path, at }: MicroPage): Screen[] {
  return Object.entries(at).map(([workbench, { right }]) => ({
    path,
    title,
    workbench: workbench as Workbench,
    ...(right && { right: [...right] }),
    props: { app: app.name, page: path },
    load: () => import('./host-screen.tsx'),
  }))
}

/** The pages around the embedded apps. */
export const microAppsWeb: WebFeature = {
  screens: Object.values<MicroApp>(MICRO_APPS).flatMap((app) => app.pages.flatMap((page) => screensOf(app, page))),
  parts: [part(SHELL.overlay, 'micro-apps', () => import('./fetch-ahead.tsx'))],
}

const SIDES = ['purchaser', 'agency'] satisfies Screen['workbench']

/** Pages that stand inside the apps alone; what else they show are the platform's own pages. */
export const insideWeb: WebFeature = {
  screens: [
    {
      path: '/wuling/bid-list',
      title: '招标清单',
      workbench: SIDES,
      right: ['tendering', 'agencyTendering', 'auditing'],
      cached: true,
      load: () => import('./child/bid-list.tsx'),
    },
    {
      path: '/wuling/to-do-audit/:id',
      title: '待办审批',
      workbench: SIDES,
      load: () => import('./child/to-do.tsx'),
    },
  ],
}
