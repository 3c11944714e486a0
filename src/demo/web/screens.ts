import type { WebFeature } from '#web/screen.ts'

/** What the demonstration adds to the log-in page. It shows nothing unless the server says that this is one. */
export const demoWeb: WebFeature = {
  screens: [],
  shellParts: [{ key: 'demo-logins', place: 'login', load: () => import('./demo-logins.tsx') }],
}
