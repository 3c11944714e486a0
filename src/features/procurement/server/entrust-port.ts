import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** How the agency of an entrusted project is paid: by its standard, a fixed amount in yuan, or not at all; and by whom. */
export interface AgreedFee {
  rule: 'standard' | 'fixed' | 'free'
  payer: 'winner' | 'purchaser'
  amount: string | null
}

/** What is known of projects in an agency's hands, which a feature above keeps. */
interface Entrusting {
  /** Whether the project is or was offered to an agency: it stays with its purchaser then, and is not deleted. */
  isOnRecord: (ctx: Context<Actor | null>, projectId: string) => Promise<boolean>
  /** The purchaser's company, where it approves this step of the project's orders itself; null: whoever runs them decides. */
  keeperOf: (ctx: Context<Actor | null>, projectId: string, node: string) => Promise<string | null>
  /** Whether the purchaser could answer, and has not agreed that an agency buys for it: nothing is announced in its name then. */
  lacksConsent: (ctx: Context<Actor | null>, project: { id: string; purchaserCompanyId: string }) => Promise<boolean>
  /** What was agreed with this agency about its fee, by project; ended entrustments count for what was awarded before. */
  feesOf: (
    ctx: Context<Actor | null>,
    projectIds: readonly string[],
    agencyId: string,
  ) => Promise<ReadonlyMap<string, AgreedFee>>
}

export const entrusting = port<Entrusting>('what is entrusted', {
  isOnRecord: () => Promise.resolve(false),
  keeperOf: () => Promise.resolve(null),
  lacksConsent: () => Promise.resolve(false),
  feesOf: () => Promise.resolve(new Map()),
})
