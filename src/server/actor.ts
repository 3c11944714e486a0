import type { Workbench } from '#contract/workbench.ts'

/** Who is calling, resolved once per request. */
export interface Actor {
  readonly userId: string
  readonly name: string
  readonly sessionId: string
  readonly tenantId: number
  /** Null until a company is entered. */
  readonly employeeId: string | null
  readonly companyId: string | null
  readonly companyName: string
  /** The employee or the company entered is disabled: no company is worked for, and calls that need one say so. */
  readonly isDisabled: boolean
  readonly isAdmin: boolean
  readonly isPlatformAdmin: boolean
  readonly isExpert: boolean
  /** The company that opened the account; it acts for that company only, until a code proves the mobile number: null then. */
  readonly openedBy: string | null
  readonly rights: ReadonlySet<string>
  /** Workbenches this person may enter. */
  readonly workbenches: ReadonlySet<Workbench>
  /** Logged in, but the second factor is still to be shown or set up: may do nothing but that. */
  readonly needsFactor?: boolean
  /** The one the request is made from, already checked; null when none was named. */
  readonly workbench: Workbench | null
}

/** An actor who works for a company: what every business operation needs. */
export type Employee = Actor & { readonly employeeId: string; readonly companyId: string }
