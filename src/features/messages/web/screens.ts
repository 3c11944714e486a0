import type { WebFeature } from '#web/screen.ts'

export const messagesWeb: WebFeature = {
  screens: [{ path: '/notice', title: '消息', layout: 'top', cached: true, load: () => import('./message-list.tsx') }],
  homePanels: [{ key: 'messages', place: 'side', order: 50, load: () => import('./recent-messages.tsx') }],
  shellParts: [{ key: 'unread', place: 'topbar', load: () => import('./unread-dot.tsx') }],
}
