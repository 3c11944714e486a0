import { part, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

export const passportWeb: WebFeature = {
  screens: [
    { path: '/login', title: '登录', layout: 'none', public: true, load: () => import('./login-screen.tsx') },
    { path: '/register', title: '注册账号', layout: 'none', public: true, load: () => import('./register-screen.tsx') },
    {
      path: '/forgotten-password',
      title: '重置密码',
      layout: 'none',
      public: true,
      load: () => import('./forgotten-screen.tsx'),
    },
    {
      path: '/second-factor',
      title: '验证身份',
      layout: 'none',
      public: true,
      load: () => import('./second-factor-screen.tsx'),
    },
    {
      path: '/select-company',
      title: '选择企业',
      layout: 'none',
      withoutCompany: true,
      load: () => import('./select-company-screen.tsx'),
    },
    { path: '/personal-centre', title: '个人中心', layout: 'top', load: () => import('./personal-centre-screen.tsx') },
    {
      path: '/admin/factor-resets',
      title: '双重验证重置',
      workbench: 'admin',
      right: 'platform',
      menu: 'factor-resets',
      load: () => import('./factor-resets-screen.tsx'),
    },
    {
      path: '/admin/login-policy',
      title: '登录安全',
      workbench: 'admin',
      right: 'platform',
      menu: 'login-policy',
      load: () => import('./login-policy-screen.tsx'),
    },
    {
      path: '/demo/wechat/:scene',
      title: '模拟微信扫码',
      layout: 'none',
      public: true,
      load: () => import('./demo-scan-screen.tsx'),
    },
  ],
  parts: [
    part(SHELL.overlay, 'default-password', () => import('./default-password-dialog.tsx')),
    part(SHELL.overlay, 'step-up', () => import('./step-up-dialog.tsx')),
  ],
}
