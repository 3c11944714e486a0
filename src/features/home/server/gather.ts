import type { z } from 'zod'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { homePage } from '../contract.ts'
import { DEADLINES } from '../rules.ts'
import { askEach } from './ask.ts'

/** Deadlines, board and figures from what each feature says; what is to be done is the inbox's. */
export async function gather(
  ctx: Context<Actor>,
  features: readonly Feature[],
): Promise<z.input<typeof homePage.returns>> {
  const until = new Date(ctx.clock.now().getTime() + 7 * DAY)
  const deadlines = await askEach(ctx, features, ({ home }) =>
    home?.deadlines ? () => home.deadlines!(ctx, until, DEADLINES) : null,
  )
  const board = await askEach(ctx, features, ({ home }) => (home?.board ? () => home.board!(ctx) : null))
  const figures = await askEach(ctx, features, ({ home }) => (home?.figures ? () => home.figures!(ctx) : null))
  return {
    deadlines: deadlines.rows
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .slice(0, DEADLINES)
      .map(({ feature, key, label, title, link, at }) => ({
        key: `${feature}:${key}`,
        label,
        title,
        link,
        at: at.toISOString(),
      })),
    board: board.rows.map(({ label, count, mine, link, mineLink }) => ({ label, count, mine, link, mineLink })),
    figures: figures.rows.map(({ label, value, unit, hint }) => ({ label, value, unit, hint: hint ?? null })),
    isPartial: [deadlines, board, figures].some(({ failed }) => failed.length > 0),
  }
}
