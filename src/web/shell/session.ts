import type { OutputOf } from '#contract/endpoint.ts'
import type { Workbench } from '#contract/workbench.ts'
import { callContext } from '../call.ts'
import { forgetKept } from '../kept.ts'
import type { currentTenant, employeeOneself, menus, oneself } from '../platform.ts'
import { createStore } from '../store.ts'
import { forgetVisits } from '../visits.ts'

/**
 * new: nothing known yet. out: nobody logged in. factor: logged in, the second factor is still to be shown. no-company: a
 * person without company entered. in: working.
 */
export type Phase = 'new' | 'loading' | 'out' | 'factor' | 'no-company' | 'in'

export interface Session {
  phase: Phase
  tenant: OutputOf<typeof currentTenant> | null
  /** Short name of the tenant where the address names it: a stranger's next addresses have to name it, too. */
  alias: string | null
  person: OutputOf<typeof oneself> | null
  employee: OutputOf<typeof employeeOneself> | null
  menus: OutputOf<typeof menus> | null
  rights: ReadonlySet<string>
  workbenches: readonly Workbench[]
  workbench: Workbench | null
  /** The employee or the company is disabled: nothing may be used. */
  disabled: boolean
}

const OUT: Omit<Session, 'tenant' | 'alias'> = {
  phase: 'out',
  person: null,
  employee: null,
  menus: null,
  rights: new Set(),
  workbenches: [],
  workbench: null,
  disabled: false,
}

/** Who works here, for whom, as what. */
export const session = createStore<Session>({ ...OUT, phase: 'new', tenant: null, alias: null })

export const useSession = session.use

/** The person is gone from this browser: nothing of theirs stays in memory. */
export function sessionOut(): void {
  forgetKept()
  forgetVisits()
  session.set(OUT)
  callContext.workbench = null
  callContext.owner = ''
}

/** Works as something else from now on, and remembers it for the next time. */
export function enterWorkbench(workbench: Workbench | null): void {
  callContext.workbench = workbench
  session.set({ workbench })
  const { person } = session.get()
  if (person && workbench) localStorage.setItem(memoryOf(person.userId), workbench)
}

/** The workbench chosen last where it may still be entered, else the first one. */
export function rememberedWorkbench(userId: string, workbenches: readonly Workbench[]): Workbench | null {
  const last = localStorage.getItem(memoryOf(userId))
  return workbenches.find((workbench) => workbench === last) ?? workbenches[0] ?? null
}

function memoryOf(userId: string): string {
  return `kb.workbench.${userId}`
}
