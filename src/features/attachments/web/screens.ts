import type { WebFeature } from '#web/screen.ts'

export const attachmentsWeb: WebFeature = {
  screens: [
    {
      path: '/download-management',
      title: '下载中心',
      cached: true,
      menu: 'downloads',
      load: () => import('./download-management.tsx'),
    },
    {
      path: '/hall/file/preview',
      title: '文件预览',
      layout: 'none',
      load: () => import('./preview-screen.tsx'),
    },
  ],
}
