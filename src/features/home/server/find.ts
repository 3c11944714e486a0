import type { z } from 'zod'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { findRecords } from '../contract.ts'
import { FOUND } from '../rules.ts'
import { askEach } from './ask.ts'

/** Records by name or number that the person may open from its workbench, as each feature finds its own. */
export async function findAll(
  ctx: Context<Actor>,
  features: readonly Feature[],
  keyword: string,
): Promise<z.input<typeof findRecords.returns>> {
  const { rows, failed } = await askEach(ctx, features, ({ find }) => (find ? () => find(ctx, keyword, FOUND) : null))
  return {
    rows: rows.map(({ feature, key, what, title, code, link }) => ({
      key: `${feature}:${key}`,
      what,
      title,
      code,
      link,
    })),
    isPartial: failed.length > 0,
  }
}
