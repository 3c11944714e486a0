import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { type Context, inContext, type Kernel } from './context.ts'
import type { BoundTable, Finding } from './feature.ts'

const SHOWN = 100

/**
 * Records, with the commit, the hash of a row as it is then. Whoever changes what is bound of a row calls it in the same
 * transaction: what differs from the newest such fact was altered behind the application's back. `key`: values in the
 * order of the table's.
 */
export function bindRow(ctx: Context<Actor | null>, of: BoundTable, key: readonly (string | number)[]): void {
  const where = of.key.map((column, i) => `r.${column}::text = $${i + 4}`).join(' and ')
  bindHashes(ctx, {
    action: 'row.bound',
    entity: 'row-bound',
    entityId: [nameOf(of), ...key].join('/'),
    summary: `记录${of.label}的校验值`,
    hashes: `jsonb_build_object('sha256',
        (select ${hashOf(of)} from public.${of.table} r where r.tenant_id = $2::int and ${where}))`,
    values: key.map(String),
  })
}

interface Hashes {
  action: string
  entity: string
  entityId: string
  summary: string
  /** SQL of an object of hashes as they are at the commit; `$2` is the tenant, `$4` and on are `values`. */
  hashes: string
  values: readonly string[]
}

/** Writes, with the commit, a fact that holds hashes which the database computes then. */
export function bindHashes(ctx: Context<Actor | null>, { hashes, values, ...about }: Hashes): void {
  const { actor, tenantId } = ctx
  const now = ctx.clock.now()
  const fact = {
    ...about,
    at: now.toISOString(),
    userId: actor?.userId ?? null,
    userName: actor?.name ?? '系统',
    companyId: actor?.companyId ?? null,
    companyName: actor?.companyName ?? '',
    workbench: actor?.workbench ?? null,
    ip: ctx.ip,
    requestId: ctx.requestId,
  }
  ctx.withCommit({
    text: `select kb_record(jsonb_build_array($1::jsonb || jsonb_build_object('data', ${hashes})), '[]'::jsonb, $3::timestamptz)`,
    values: [JSON.stringify(fact), tenantId, now, ...values],
  })
}

/** Compares each row of the tables with the newest fact about it; names what was altered, added or removed. */
export async function checkBoundRows(
  kernel: Kernel,
  { tenantId, tables }: { tenantId: number; tables: readonly BoundTable[] },
): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const found: Finding[] = []
    for (const of of tables) {
      const { table, key, since, label } = of
      const name = nameOf(of)
      const id = sql.join([sql.lit(name), ...key.map((column) => sql`r.${sql.ref(column)}::text`)], sql` || '/' || `)
      const { rows } = await sql<{ id: string; isTold: boolean; isThere: boolean }>`
        with told as (
          select distinct on (body->>'entityId') body->>'entityId' as id, body->'data'->>'sha256' as sha
          from audit_entry
          where tenant_id = ${tenantId} and body->>'entity' = 'row-bound' and split_part(body->>'entityId', '/', 1) = ${name}
          order by body->>'entityId', seq desc nulls first, at desc
        ), stored as (
          select ${id} as id, ${sql.raw(hashOf(of))} as sha, ${since ? sql.raw(since) : sql`null::timestamptz`} as since
          from ${sql.table(table)} r where r.tenant_id = ${tenantId}
        )
        select coalesce(told.id, stored.id) as id, told.id is not null as "isTold", stored.id is not null as "isThere"
        from told full join stored on stored.id = told.id
        where told.sha is distinct from stored.sha and (told.id is not null or stored.since > (
          select min(at) from audit_entry where tenant_id = ${tenantId} and body->>'entity' = 'row-bound'
            and split_part(body->>'entityId', '/', 1) = ${name}))
        order by 1 limit ${SHOWN}`.execute(ctx.tx)
      for (const row of rows) {
        const what = !row.isThere
          ? '被删除'
          : row.isTold
            ? '与记录时的校验值不一致，已被改动'
            : '不是平台所记录，系另行加入'
        found.push({ what: 'row', id: row.id, message: `${label}（${row.id.slice(name.length + 1)}）${what}` })
      }
    }
    return found
  })
}

function nameOf({ table, as }: BoundTable): string {
  return as ?? table
}

/** SQL of the hash of a row `r` with its parts. All of it stands in the code: nothing comes from a caller. */
function hashOf({ columns, parts = [] }: BoundTable): string {
  const hash = (alias: string, names: readonly string[]) =>
    `kb_row_hash(${alias}, array[${names.map((name) => `'${name}'`).join(', ')}])`
  const more = parts.map(
    (part) => ` || coalesce((select ':' || encode(sha256(convert_to(string_agg(${hash('p', part.columns)}, ','
      order by ${part.order.map((name) => `p.${name}`).join(', ')}), 'UTF8')), 'hex')
      from public.${part.table} p where p.tenant_id = r.tenant_id and p.${part.by} = r.${part.of ?? 'id'}), ':')`,
  )
  return hash('r', columns) + more.join('')
}
