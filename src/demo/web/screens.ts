import type { WebFeature } from '#web/screen.ts'

/** What a demonstration adds: log-ins, and a control for clock and roles. Nothing unless the server says that this is one. */
export const demoWeb: WebFeature = {
  screens: [],
  shellParts: [
    { key: 'demo-logins', place: 'login', load: () => import('./demo-logins.tsx') },
    { key: 'demo-control', place: 'overlay', load: () => import('./demo-control.tsx') },
  ],
}
