import type { Feature } from '#server/feature.ts'
import { debriefRoutes } from './debriefs.ts'
import { matchRoutes } from './matches.ts'
import { partRoutes } from './parts.ts'
import { profileRoutes } from './profile.ts'

/** What a supplier may take part in, does take part in, and has taken part in; `features` say what waits for it there. */
export function cockpit(features: readonly Feature[]): Feature {
  return {
    name: 'cockpit',
    routes: [...profileRoutes, ...matchRoutes, ...partRoutes(features), ...debriefRoutes],
  }
}
