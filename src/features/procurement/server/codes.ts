import { sql } from 'kysely'
import { formatDate } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Statement } from '#server/database/exchange.ts'
import { methodOf } from '../rules/methods/all.ts'

/** Draws a project's code, 18 characters (GB/T 43711-2024): `XM`, day, running number of the tenant. One row, `code`. */
export function drawProjectCode(now: Date): Statement {
  const text = "select $1 || lpad(kb_number('project')::text, 8, '0') as code"
  return { text, values: [`XM${formatDate(now).replaceAll('-', '')}`] }
}

/**
 * An order's code, 24 characters: prefix of the method, the project's digits, number of the run (3), lot (3). Two parts of
 * the inserting statement: `run` draws the number and goes before it as a WITH of that name; `code` is the value.
 */
export function orderCode(
  ctx: Context<Actor>,
  of: { project: { id: string; code: string }; method: number; lotNo: number },
) {
  const prefix = `${methodOf(of.method).codePrefix}${of.project.code.slice(2)}`
  return {
    run: nextOf(ctx, `order/${of.project.id}`),
    code: sql<string>`${prefix} || lpad((select last from run)::text, 3, '0') || ${pad(of.lotNo, 3)}`,
  }
}

/** The same order's code when its lot number changes, which it may while it is a draft. */
export function codeOfLot(code: string, lotNo: number): string {
  return `${code.slice(0, -3)}${pad(lotNo, 3)}`
}

function nextOf(ctx: Context<Actor>, prefix: string) {
  return ctx.tx
    .insertInto('code_counter')
    .values({ tenant_id: ctx.tenantId, prefix, last: 1 })
    .onConflict((c) => c.columns(['tenant_id', 'prefix']).doUpdateSet({ last: sql<number>`code_counter.last + 1` }))
    .returning('last')
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
