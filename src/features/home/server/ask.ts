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
 * What each feature answers, in the order of the features; one that fails costs its own lines and nothing else. `question`
 * gives null for a feature that has nothing to say. Where nothing can be undone all are asked at once, so that they share
 * round trips. What fails there may have failed with another's statement: it is asked again by itself, as everywhere else.
 */
export async function askEach<T>(
  ctx: Ctx,
  features: readonly Feature[],
  question: (feature: Feature) => (() => Promise<T[]>) | null,
): Promise<Answers<T>> {
  const answers: Answers<T> = { rows: [], failed: [] }
  const asked = features.flatMap((feature) => {
    const ask = question(feature)
    return ask ? [{ feature: feature.name, ask }] : []
  })
  // Until all have ended: what still went on would share round trips with what is asked again.
  const first = ctx.isSplit ? await Promise.allSettled(asked.map(async ({ ask }) => ask())) : []
  for (const [i, { feature, ask }] of asked.entries()) {
    const known = first[i]
    const rows = known?.status === 'fulfilled' ? known.value : await guarded(ctx, feature, ask)
    if (rows === null) answers.failed.push(feature)
    else answers.rows.push(...rows.map((row) => ({ ...row, feature })))
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
