import { part, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

export const homeWeb: WebFeature = {
  screens: [{ path: '/inbox', title: '待办', layout: 'top', load: () => import('./inbox-screen.tsx') }],
  homePanels: [
    { key: 'figures', place: 'head', order: 10, load: () => import('./figures-panel.tsx') },
    { key: 'todos', place: 'main', order: 10, load: () => import('./todos-panel.tsx') },
    { key: 'board', place: 'main', order: 20, load: () => import('./board-panel.tsx') },
    { key: 'deadlines', place: 'side', order: 10, load: () => import('./deadlines-panel.tsx') },
    { key: 'entries', place: 'side', order: 90, load: () => import('./entries-panel.tsx') },
  ],
  parts: [
    part(SHELL.topbar, 'palette', () => import('./palette-part.tsx')),
    part(SHELL.topbar, 'inbox', () => import('./inbox-part.tsx')),
  ],
}
