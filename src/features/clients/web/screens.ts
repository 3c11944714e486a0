import type { WebFeature } from '#web/screen.ts'

const AGENT = { workbench: 'agency', right: 'agencyTendering', menu: 'owner-register' } as const

export const clientsWeb: WebFeature = {
  screens: [
    {
      ...AGENT,
      path: '/agency/owner-register/list',
      title: '委托采购人',
      cached: true,
      load: () => import('./client-list.tsx'),
    },
    { ...AGENT, path: '/agency/owner-register/form', title: '登记采购人', load: () => import('./client-form.tsx') },
  ],
}
