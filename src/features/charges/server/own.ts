import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Setter } from '../rules/enums.ts'

/** Who keeps a standard: the company's administrators, of the platform its own. */
export const KEEPER = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['businessManagement', 'platform'],
} as const
/** Reads what the company charges and is charged. */
export const READER = {
  workbench: ['purchaser', 'agency', 'supplier', 'admin'],
  right: ['businessManagement', 'finance', 'auditing', 'platform'],
} as const
export const PLATFORM = { workbench: 'admin', right: 'platform' } as const
/** The agency's charges: its finance people. */
export const AGENCY = { workbench: 'agency', right: 'finance' } as const
export const AGENCY_READER = { workbench: 'agency', right: ['finance', 'auditing'] } as const
/** Whoever pays for the company. */
export const PAYER = {
  workbench: ['purchaser', 'agency', 'supplier'],
  right: ['finance', 'bidding'],
} as const
export const REVENUE = { workbench: 'purchaser', right: 'finance' } as const
export const REVENUE_READER = { workbench: 'purchaser', right: ['finance', 'auditing'] } as const
export const MONITOR = { workbench: ['purchaser', 'agency'], right: ['statistics', 'finance', 'auditing'] } as const

/** Whose standard somebody keeps: the platform's (null), or that of the company. */
export function ownerOf({ actor }: Context<Actor>): string | null {
  if (actor.workbench === 'admin') return null
  if (!actor.companyId) throw new AppError('notEmployee')
  return actor.companyId
}

/** As whom it is kept. */
export function setterOf({ actor }: Pick<Context<Actor>, 'actor'>): Setter {
  if (actor.workbench === 'admin' || actor.workbench === 'agency') return actor.workbench
  return 'purchaser'
}

/** Charging for awards takes the agency's money and its tenders: both rights, and one to look on. */
export function demandAgent({ actor }: Context<Employee>, reads = false): void {
  const mayAct = actor.rights.has('agencyTendering') && actor.rights.has('finance')
  if (!mayAct && !(reads && (actor.rights.has('auditing') || actor.rights.has('finance'))))
    throw new AppError('noRight')
}
