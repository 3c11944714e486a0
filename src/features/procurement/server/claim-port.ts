import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What rests on a project beside its orders, which a feature above keeps. */
interface ProjectClaims {
  /** What it is called, e.g. 补录登记; null: nothing. The project stays with its purchaser then, and is not deleted. */
  claimOn: (ctx: Context<Actor | null>, projectId: string) => Promise<string | null>
}

export const projectClaims = port<ProjectClaims>('what rests on projects', { claimOn: () => Promise.resolve(null) })
