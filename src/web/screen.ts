import type { ComponentType, ReactNode } from 'react'
import type { Slot } from '#contract/slot.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Right } from './platform.ts'

export type Layout = 'default' | 'top' | 'none' | 'hall' | 'review'

/** A lazily loaded module with a component named `Screen` (or the default export). */
export type ScreenModule = { Screen: ComponentType<never> } | { default: ComponentType<never> }

/** One screen: where it is, who may see it, how it is framed. Plain data: Node reads it too, so no JSX here. */
export interface Screen {
  /** React Router syntax; `:x?` is optional. One screen may stand at several addresses. */
  path: string | string[]
  title: string
  /** 'default' unless told: top bar, side menu and main area. */
  layout?: Layout
  /** The workbenches whose route tables hold it; every one when left out. */
  workbench?: Workbench | Workbench[]
  /** Rights of which one is enough. */
  right?: Right | Right[]
  /** Seen without log-in. */
  public?: boolean
  /** Seen by a person who has not entered a company yet. */
  withoutCompany?: boolean
  /** Code of the menu item to highlight, where the address alone does not tell. */
  menu?: string
  /** A list that is found as it was left: scroll position included. */
  cached?: boolean
  /** No clock in the top bar: a hall shows its own. */
  hideClock?: boolean
  /** Given to the component, so that one component can serve several screens. */
  props?: Record<string, unknown>
  load: () => Promise<ScreenModule>
}

/** A part of the workbench's home page. */
export interface HomePanel {
  key: string
  /** `head`: beside the greeting. */
  place: 'head' | 'main' | 'side'
  /** Smaller stands higher. */
  order: number
  workbench?: Workbench | Workbench[]
  right?: Right | Right[]
  load: () => Promise<{ Panel: ComponentType }>
}

/** A part that a feature brings to a slot of the shell or of another feature's page. */
export interface Part {
  key: string
  slot: Slot<never>
  workbench?: Workbench | Workbench[]
  load: () => Promise<{ Part: (props: never) => ReactNode }>
}

/** A part that takes what its slot hands to it. */
export function part<Props extends object>(
  slot: Slot<Props>,
  key: string,
  load: () => Promise<{ Part: (props: Props) => ReactNode }>,
): Part {
  return { slot, key, load }
}

/** What a feature shows in the browser: its `web/screens.ts` exports one of these. */
export interface WebFeature {
  screens: Screen[]
  homePanels?: HomePanel[]
  parts?: Part[]
}

export function listOf<T>(one: T | readonly T[] | undefined): readonly T[] {
  if (one === undefined) return []
  return Array.isArray(one) ? one : [one as T]
}

/** All addresses of a screen. */
export function pathsOf(screen: Screen): readonly string[] {
  return listOf(screen.path)
}

/** Whether something bound to workbenches belongs to this one. Unbound things belong to all. */
export function inWorkbench(bound: { workbench?: Workbench | Workbench[] }, workbench: Workbench | null): boolean {
  return bound.workbench === undefined || (workbench !== null && listOf(bound.workbench).includes(workbench))
}

/** Whether one of the needed rights is there. Nothing needed: true. */
export function hasRight(needs: { right?: Right | Right[] }, rights: ReadonlySet<string>): boolean {
  return needs.right === undefined || listOf(needs.right).some((right) => rights.has(right))
}
