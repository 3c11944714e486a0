import type { Workbench } from '#contract/workbench.ts'
import type { Session } from '#web/shell/session.ts'
import type { MicroAppName } from '../rules/apps.ts'

/** What the page around an app hands to it. The app has its own copies of all code: nothing here may be a component or hook. */
export interface AppHost {
  app: MicroAppName
  /** Who works here, as the page knows it: the app asks nobody again. */
  session: Session
  context: { tenantId: number | null; workbench: Workbench | null; owner: string }
  /** The route that the address names now. */
  route: () => string
  /** Tells of each change of it; returns how to stop. */
  listen: (onRoute: (route: string) => void) => () => void
  /** The app has gone to a route of its own. */
  moved: (route: string, replace: boolean) => void
  /** The app was asked for an address that is not its own. */
  leave: (to: string, replace: boolean) => void
  /** The app stands. `mayLeave`: null, or what would be lost by leaving it now. */
  ready: (mayLeave: () => string | null) => void
}
