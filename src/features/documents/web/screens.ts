import type { WebFeature } from '#web/screen.ts'

export const documentsWeb: WebFeature = {
  screens: [
    {
      path: '/document/jxic',
      title: '文件中心',
      workbench: ['purchaser', 'admin'],
      menu: 'document-centre',
      cached: true,
      load: () => import('./document-screen.tsx'),
    },
  ],
}
