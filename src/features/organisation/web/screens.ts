import type { Screen, WebFeature } from '#web/screen.ts'

const company: Pick<Screen, 'workbench' | 'right'> = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: 'businessManagement',
}

export const organisationWeb: WebFeature = {
  screens: [
    {
      ...company,
      path: '/enterprise/organisation',
      title: '组织架构',
      menu: 'organisation',
      cached: true,
      load: () => import('./organisation-screen.tsx'),
    },
    {
      ...company,
      path: '/enterprise/association',
      title: '上下级企业',
      menu: 'association',
      cached: true,
      load: () => import('./association-screen.tsx'),
    },
    {
      ...company,
      right: ['loginLog', 'businessManagement'],
      path: '/enterprise/login-log',
      title: '登录日志',
      menu: 'login-log',
      cached: true,
      load: () => import('./login-log-screen.tsx'),
    },
    {
      path: '/personal-centre/companies',
      title: '我的企业',
      layout: 'top',
      withoutCompany: true,
      load: () => import('./companies-screen.tsx'),
    },
    { path: '/join/:token', title: '加入企业', layout: 'none', public: true, load: () => import('./join-screen.tsx') },
  ],
  shellParts: [
    { key: 'session-watch', place: 'overlay', load: () => import('./session-watch.tsx') },
    { key: 'own-invitations', place: 'company-choice', load: () => import('./own-invitations.tsx') },
    { key: 'first-employment', place: 'first-password', load: () => import('./first-employment.tsx') },
  ],
}
