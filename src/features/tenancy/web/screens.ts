import type { WebFeature } from '#web/screen.ts'

export const tenancyWeb: WebFeature = {
  screens: [
    {
      path: '/online',
      title: '在线服务',
      layout: 'none',
      public: true,
      load: () => import('./online-screen.tsx'),
    },
  ],
}
