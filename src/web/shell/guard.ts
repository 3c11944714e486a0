import { matchRoutes } from 'react-router'
import type { RouteObject } from 'react-router'
import type { Workbench } from '#contract/workbench.ts'
import type { Screen } from '../screen.ts'
import { hasRight, inWorkbench, pathsOf } from '../screen.ts'

/** How many other workbenches are tried for an address unknown in the current one. */
const OTHER_WORKBENCHES = 3

export interface ScreenRoute {
  path: string
  handle: Screen
}

/** The route table of one workbench; null: what people see before they are in one. */
export function routesOf(screens: readonly Screen[], workbench: Workbench | null): ScreenRoute[] {
  return screens
    .filter((screen) => inWorkbench(screen, workbench))
    .flatMap((screen) => pathsOf(screen).map((path) => ({ path, handle: screen })))
}

/** The screen at an address, with the pattern that matched. */
export function screenAt(routes: ScreenRoute[], pathname: string): ScreenRoute | null {
  const candidates = candidatesAt(routes, pathname)
  if (candidates.length === 0) return null
  const match = matchRoutes(candidates as RouteObject[], pathname)?.at(-1)
  return (match?.route as ScreenRoute | undefined) ?? null
}

/** What a pattern demands of an address: how it begins, and how many segments it has. */
interface Shape {
  start: readonly string[]
  least: number
  most: number
}

const shapes = new WeakMap<ScreenRoute[], Shape[]>()

/**
 * The few routes that may match. The router compiles every pattern that it is given anew each time, and a menu asks for
 * forty addresses among hundreds of patterns.
 */
function candidatesAt(routes: ScreenRoute[], pathname: string): ScreenRoute[] {
  const known = shapes.get(routes) ?? routes.map(({ path }) => shapeOf(path))
  shapes.set(routes, known)
  const given = segmentsOf(pathname)
  return routes.filter((_, i) => {
    const { start, least, most } = known[i]!
    return given.length >= least && given.length <= most && start.every((segment, at) => segment === given[at])
  })
}

function shapeOf(path: string): Shape {
  const segments = segmentsOf(path)
  const free = segments.findIndex((segment) => /^:|[*?]$/.test(segment))
  return {
    start: segments.slice(0, free < 0 ? segments.length : free),
    least: segments.filter((segment) => !/[*?]$/.test(segment)).length,
    most: segments.includes('*') ? Infinity : segments.length,
  }
}

/** As the router compares them: decoded as far as they can be, whatever their case. */
function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((segment) => decoded(segment).toLowerCase())
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export type Verdict =
  | { kind: 'show'; route: ScreenRoute }
  /** The address belongs to another workbench of the person: go there. */
  | { kind: 'switch'; workbench: Workbench }
  | { kind: 'no-right' }
  | { kind: 'not-found' }

export interface Visitor {
  workbench: Workbench | null
  workbenches: readonly Workbench[]
  rights: ReadonlySet<string>
}

/** Whether a person in a workbench may see an address (specification part 1 section 4, route guarding). */
export function judge(
  tableOf: (workbench: Workbench | null) => ScreenRoute[],
  pathname: string,
  visitor: Visitor,
): Verdict {
  const here = screenAt(tableOf(visitor.workbench), pathname)
  if (here) return hasRight(here.handle, visitor.rights) ? { kind: 'show', route: here } : { kind: 'no-right' }
  const others = visitor.workbenches.filter((workbench) => workbench !== visitor.workbench).slice(0, OTHER_WORKBENCHES)
  const other = others.find((workbench) => screenAt(tableOf(workbench), pathname))
  return other ? { kind: 'switch', workbench: other } : { kind: 'not-found' }
}
