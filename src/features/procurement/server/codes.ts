import { formatDate } from '#contract/time.ts'
import type { Opened } from '#server/context.ts'
import type { Statement } from '#server/database/exchange.ts'
import { methodOf } from '../methods/all.ts'

/** Draws a project's code, 18 characters (GB/T 43711-2024): `XM`, day, running number of the tenant. One row, `code`. */
export function drawProjectCode(now: Date): Statement {
  const text = "select $1 || lpad(kb_number('project')::text, 8, '0') as code"
  return { text, values: [`XM${formatDate(now).replaceAll('-', '')}`] }
}

/** The code that was drawn. */
export function codeFrom(drawn: Opened | undefined): string {
  return drawn![0]!.code as string
}

/** Draws the number of a project's next run. One row, `last`. */
export function drawRun(tenantId: number, projectId: string): Statement {
  return drawNumber(tenantId, `order/${projectId}`)
}

/** Draws the next number behind a prefix, without gaps. One row, `last`. */
export function drawNumber(tenantId: number, prefix: string): Statement {
  const text = `insert into code_counter (tenant_id, prefix, last) values ($1, $2, 1)
    on conflict (tenant_id, prefix) do update set last = code_counter.last + 1 returning last`
  return { text, values: [tenantId, prefix] }
}

/** An order's code, 24 characters: prefix of the method, the project's digits, number of the run (3), lot (3). */
export function orderCode(of: { projectCode: string; method: number; run: number; lotNo: number }): string {
  return `${methodOf(of.method).codePrefix}${of.projectCode.slice(2)}${pad(of.run, 3)}${pad(of.lotNo, 3)}`
}

/** The same order's code when its lot number changes, which it may while it is a draft. */
export function codeOfLot(code: string, lotNo: number): string {
  return `${code.slice(0, -3)}${pad(lotNo, 3)}`
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
