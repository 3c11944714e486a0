import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

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
  parts: [
    part(SHELL.overlay, 'session-watch', () => import('./session-watch.tsx')),
    part(SHELL.companyChoice, 'own-invitations', () => import('./own-invitations.tsx')),
    part(SHELL.firstPassword, 'first-employment', () => import('./first-employment.tsx')),
  ],
}
