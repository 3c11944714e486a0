import type { Workbench } from '#contract/workbench.ts'
import type { MicroApp, MicroPage } from './apps.ts'

/** Whether an address inside this platform is shown by the app: a path with query, never another site. */
export function holds(app: MicroApp, route: string): boolean {
  const path = pathOf(route)
  return path !== null && app.holds.some((start) => path === start || path.startsWith(`${start}/`))
}

/** The route on which a page begins for a workbench; null where it has none. */
export function entryOf(
  page: MicroPage,
  workbench: Workbench,
  params: Readonly<Record<string, string | undefined>> = {},
): string | null {
  const to = page.at[workbench]?.to
  return to?.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) ?? null
}

/** The route that an address's query names for the app; the page's own where it names none, or one that is not the app's. */
export function routeIn(app: MicroApp, search: string, entry: string): string {
  const route = new URLSearchParams(search).get(app.name)
  return route !== null && holds(app, route) ? route : entry
}

/** The query with the app's route; the page's own needs no mention. What else the query says stays. */
export function searchWith(app: MicroApp, search: string, { route, entry }: { route: string; entry: string }): string {
  const query = new URLSearchParams(search)
  if (route === entry) query.delete(app.name)
  else query.set(app.name, route)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The path as a browser takes it, `..` resolved; null for what leads elsewhere. */
function pathOf(route: string): string | null {
  if (!route.startsWith('/')) return null
  const base = 'http://here'
  const url = URL.parse(route, base)
  return url?.origin === base ? url.pathname : null
}
