import { sql } from 'kysely'
import type { z } from 'zod'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature, HomeSource } from '#server/feature.ts'
import type { homePage } from '../contract.ts'
import { DEADLINES, inOrder, TODOS } from '../rules.ts'

type Ctx = Context<Actor>
type Part = keyof HomeSource

/**
 * The home page from what each feature says. One after the other, because they share a transaction; each behind a
 * savepoint, so that one that fails costs its own lines and nothing else.
 */
export async function gather(ctx: Ctx, features: readonly Feature[]): Promise<z.input<typeof homePage.returns>> {
  const until = new Date(ctx.clock.now().getTime() + 7 * DAY)
  const failed: string[] = []
  const from = async <P extends Part, T>(part: P, ask: (source: NonNullable<HomeSource[P]>) => Promise<T[]>) => {
    const found: (T & { feature: string })[] = []
    for (const { name, home } of features) {
      const source = home?.[part]
      if (!source) continue
      const rows = await guarded(ctx, `${name} ${part}`, () => ask(source))
      if (rows === null) failed.push(name)
      else found.push(...rows.map((row) => ({ ...row, feature: name })))
    }
    return found
  }
  // One more than is shown: it tells whether there is more.
  const todos = inOrder(await from('todos', (todosOf) => todosOf(ctx, TODOS + 1)))
  const deadlines = await from('deadlines', (deadlinesOf) => deadlinesOf(ctx, until, DEADLINES))
  deadlines.sort((a, b) => a.at.getTime() - b.at.getTime())
  const board = await from('board', (boardOf) => boardOf(ctx))
  const figures = await from('figures', (figuresOf) => figuresOf(ctx))
  return {
    todos: todos.slice(0, TODOS).map(({ feature, key, label, title, link, dueAt }) => ({
      key: `${feature}:${key}`,
      label,
      title,
      link,
      dueAt: dueAt?.toISOString() ?? null,
    })),
    hasMore: todos.length > TODOS,
    deadlines: deadlines.slice(0, DEADLINES).map(({ feature, key, label, title, link, at }) => ({
      key: `${feature}:${key}`,
      label,
      title,
      link,
      at: at.toISOString(),
    })),
    board: board.map(({ label, count, link }) => ({ label, count, link })),
    figures: figures.map(({ label, value, unit, hint }) => ({ label, value, unit, hint: hint ?? null })),
    isPartial: failed.length > 0,
  }
}

/** Null when it failed; the transaction is then as it was before. */
async function guarded<T>(ctx: Ctx, what: string, work: () => Promise<T>): Promise<T | null> {
  await sql`savepoint home`.execute(ctx.tx)
  try {
    const value = await work()
    await sql`release savepoint home`.execute(ctx.tx)
    return value
  } catch (error) {
    await sql`rollback to savepoint home`.execute(ctx.tx)
    ctx.log.error({ err: error }, `home page: ${what}`)
    return null
  }
}
