import { part, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

export const messagesWeb: WebFeature = {
  screens: [
    { path: '/notice', title: '消息', layout: 'top', cached: true, load: () => import('./message-list.tsx') },
    { path: '/notice/settings', title: '通知设置', layout: 'top', load: () => import('./settings-screen.tsx') },
    {
      path: '/admin/message-texts',
      title: '发送记录',
      workbench: 'admin',
      right: 'platform',
      cached: true,
      load: () => import('./text-list.tsx'),
    },
    {
      path: '/demo/outbox',
      title: '演示发件箱',
      layout: 'none',
      public: true,
      load: () => import('./demo-outbox.tsx'),
    },
  ],
  homePanels: [{ key: 'messages', place: 'side', order: 50, load: () => import('./recent-messages.tsx') }],
  parts: [part(SHELL.topbar, 'unread', () => import('./unread-dot.tsx'))],
}
