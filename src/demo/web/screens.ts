import { part, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

/** What a demonstration adds: log-ins, and a control for clock and roles. Nothing unless the server says that this is one. */
export const demoWeb: WebFeature = {
  screens: [],
  parts: [
    part(SHELL.login, 'demo-logins', () => import('./demo-logins.tsx')),
    part(SHELL.overlay, 'demo-control', () => import('./demo-control.tsx')),
  ],
}
