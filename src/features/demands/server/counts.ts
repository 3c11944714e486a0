import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Any = Context<Actor | null>

/** Parts whose answer in a round was set aside when it was checked, with the reason; the last check counts. */
export async function setAside(ctx: Any, demandId: string, roundNo: number): Promise<Map<string, string>> {
  const checks = await ctx.many('demand_check', { demandId, roundNo }, { orderBy: ['no'] })
  const last = new Map(checks.map((check) => [check.tradeId, check]))
  return new Map([...last].flatMap(([tradeId, { isValid, reason }]) => (isValid ? [] : [[tradeId, reason] as const])))
}

/** Whose answers of a round count: revisions, and what was set aside, left out. */
export async function answerCount(ctx: Any, demandId: string, roundNo: number): Promise<number> {
  const rows = await ctx.many('demand_answer', { demandId, roundNo }, { columns: ['tradeId'] })
  const aside = await setAside(ctx, demandId, roundNo)
  return new Set(rows.map(({ tradeId }) => tradeId).filter((tradeId) => !aside.has(tradeId))).size
}
