import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'

type Ctx = Context<Actor>

export interface Answers<T> {
  rows: (T & { feature: string })[]
  /** Features that could not answer. */
  failed: string[]
}

/**
 * What each feature answers. One after the other, because they share a connection; each is a part of its own, so that one
 * that fails costs its own lines and nothing else. `question` gives null for a feature that has nothing to say.
 */
export async function askEach<T>(
  ctx: Ctx,
  features: readonly Feature[],
  question: (feature: Feature) => (() => Promise<T[]>) | null,
): Promise<Answers<T>> {
  const answers: Answers<T> = { rows: [], failed: [] }
  for (const feature of features) {
    const ask = question(feature)
    if (!ask) continue
    const rows = await guarded(ctx, feature.name, ask)
    if (rows === null) answers.failed.push(feature.name)
    else answers.rows.push(...rows.map((row) => ({ ...row, feature: feature.name })))
  }
  return answers
}

/** Null when it failed; the transaction is then as it was before. */
async function guarded<T>(ctx: Ctx, name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await ctx.part(ctx.actor, work)
  } catch (error) {
    ctx.log.error({ err: error }, `home of ${name}`)
    return null
  }
}
