import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { quoteKeys } from '../contract/key-policy.ts'
import { KeyPolicy, USUAL_KEYS } from '../rules/key-policy.ts'
import { buyer } from './bind.ts'

/** Whose keys quotes are sealed to, at the least: part of `quotePolicy` of the tenant's configuration, which `inquiry` sets. */
export async function keyPolicy(ctx: Context<Actor | null>): Promise<KeyPolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const stored = (row?.config as { quotePolicy?: object } | undefined)?.quotePolicy
  const parsed = KeyPolicy.safeParse({ ...USUAL_KEYS, ...stored })
  return parsed.success ? parsed.data : USUAL_KEYS
}

export const keyPolicyRoutes: readonly Route[] = [buyer(quoteKeys, (ctx) => keyPolicy(ctx))]
