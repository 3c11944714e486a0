import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '../actor.ts'
import { type Context, inContext, type Kernel } from '../context.ts'
import { type Head, holdsOtherMarks, readMarks } from './mark-file.ts'

/** A record that only grows, and can tell its hash at an earlier size (hex; null when it is not that long). */
export interface GrowingRecord {
  kind: string
  hashAt(ctx: Context<null>, size: number): Promise<string | null>
  /** The latest instant that it carries; null while it is empty. */
  latest(ctx: Context<null>): Promise<Date | null>
}

/** Clocks of one machine and of the file system may differ by this much. */
export const CLOCK_SLACK_MS = 5_000
/** Clocks of machines that are kept by NTP differ by a hundredth of this. */
const DRIFT_MS = 1_000

/**
 * Compares the database with what was noted outside it, before anything is written: a record shorter than acknowledged,
 * or another one, puts its tenant on hold. Returns what to tell the operator; empty when all agrees.
 */
export async function checkMarks(
  kernel: Kernel,
  {
    databaseId,
    records,
    outside = [],
  }: { databaseId: string; records: readonly GrowingRecord[]; outside?: readonly Outside[] },
): Promise<string[]> {
  const marks = readMarks(kernel.config, databaseId)
  const said: string[] = []
  if (!marks && holdsOtherMarks(kernel.config, databaseId))
    said.push('数据目录记录的是另一个数据库，当前数据库没有已确认记录可供核对')
  const clock = clockFault(kernel.clock.now(), {
    noted: marks?.at ?? null,
    newest: await newestOf(kernel, [AUDIT, ...records]),
  })
  if (clock) said.push(clock)
  const drift = await driftOf(kernel)
  if (drift) said.push(drift)
  for (const head of [...(marks?.heads ?? []), ...(await headsOutside(kernel, outside))]) {
    const record = [AUDIT, ...records].find(({ kind }) => kind === head.kind)
    const fault = record && (await hold(kernel, record, head))
    if (fault) said.push(fault)
  }
  return said
}

/** Refuses what must not happen while a tenant's database is older than what was acknowledged. */
export async function refuseOnHold(ctx: Context<Actor | null>): Promise<void> {
  if (await isOnHold(ctx))
    throw new AppError('unavailable', '平台正在核对历史记录，暂停受理投标和出具回执，请联系平台运营方')
}

/** Whether acknowledged records of this tenant are missing and no operator has accepted that. */
export async function isOnHold({ tx, tenantId }: Pick<Context<Actor | null>, 'tx' | 'tenantId'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (
    select 1 from record_hold where tenant_id = ${tenantId} and released_at is null) as held`.execute(tx)
  return rows[0]!.held
}

/** What is wrong with the clock; null when nothing is. `noted`: the latest time outside the database. */
export function clockFault(now: Date, { noted, newest }: { noted: string | null; newest: Date | null }): string | null {
  const latest = Math.max(noted === null ? 0 : new Date(noted).getTime(), newest?.getTime() ?? 0)
  if (now.getTime() >= latest - CLOCK_SLACK_MS) return null
  return `系统时钟可能被调慢：当前 ${now.toISOString()}，但已有 ${new Date(latest).toISOString()} 的记录。请立即校准时钟`
}

/**
 * What is wrong with this machine's clock beside the database's, which was read between two looks at it (ms); null when
 * nothing is. Nodes judge deadlines by their own clocks: those must agree.
 */
export function driftFault(database: number, [before, after]: readonly [number, number]): string | null {
  const drift = database < before ? database - before : Math.max(0, database - after)
  if (Math.abs(drift) <= DRIFT_MS) return null
  const seconds = Math.round(Math.abs(drift) / 1000)
  return `本机时钟比数据库服务器${drift < 0 ? '快' : '慢'} ${seconds} 秒：各节点按本机时钟判断截止时间，请立即校准`
}

/** In words for the operator; `found`: how many records there are now. */
export function describeLoss(head: Pick<Head, 'tenantId' | 'kind' | 'size'>, found: number): string {
  const name = head.kind === 'audit' ? '审计记录' : '投标日志'
  const how =
    found < head.size ? `已确认 ${head.size} 条，现仅 ${found} 条` : `第 ${head.size} 条处的哈希与已确认的不同`
  return `租户 ${head.tenantId} 的数据库早于已确认的记录：${name}${how}。该租户已暂停受理投标和出具回执，核实后用 npm run restore:accept 确认`
}

/** What others remember of a tenant's records. */
type Outside = (kernel: Kernel, tenantId: number) => Promise<Head[]>

async function headsOutside(kernel: Kernel, outside: readonly Outside[]): Promise<Head[]> {
  if (outside.length === 0) return []
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  const heads = await Promise.all(tenants.flatMap(({ id }) => outside.map((ask) => ask(kernel, id))))
  return heads.flat()
}

const AUDIT: GrowingRecord = {
  kind: 'audit',
  async hashAt({ tx, tenantId }, size) {
    const row = await tx
      .selectFrom('audit_record')
      .select('hash')
      .where('tenantId', '=', tenantId)
      .where('seq', '=', size)
      .executeTakeFirst()
    return row?.hash.toString('hex') ?? null
  },
  async latest({ tx, tenantId }) {
    const row = await tx
      .selectFrom('audit_record')
      .select('at')
      .where('tenantId', '=', tenantId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.at ?? null
  },
}

async function driftOf({ db }: Kernel): Promise<string | null> {
  const before = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return driftFault(rows[0]!.at.getTime(), [before, Date.now()])
}

/** Null when the record is as acknowledged, or an operator accepted that it is not. */
async function hold(kernel: Kernel, record: GrowingRecord, head: Head): Promise<string | null> {
  return inContext(kernel, { tenantId: head.tenantId, actor: null }, async (ctx) => {
    if (head.size === 0 || (await record.hashAt(ctx, head.size)) === head.hash) return null
    const hash = Buffer.from(head.hash, 'hex')
    const { rows } = await sql<{ size: number }>`select size from kb_heads()
      where tenant_id = ${head.tenantId} and kind = ${head.kind}`.execute(ctx.tx)
    const found = rows[0]?.size ?? 0
    const known = await ctx.tx
      .selectFrom('record_hold')
      .select(['releasedAt', 'foundSize'])
      .where('tenantId', '=', head.tenantId)
      .where('kind', '=', head.kind)
      .where('size', '=', head.size)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known) return known.releasedAt ? null : describeLoss(head, known.foundSize)
    await ctx.tx
      .insertInto('record_hold')
      .values({
        tenantId: head.tenantId,
        kind: head.kind,
        size: head.size,
        hash,
        foundSize: found,
        foundAt: ctx.clock.now(),
      })
      .execute()
    ctx.audit({
      action: 'record.hold',
      entity: 'record',
      entityId: head.kind,
      summary: '数据库早于已确认的记录，暂停受理投标和出具回执',
      data: { kind: head.kind, acknowledged: head.size, hash: head.hash, found },
    })
    return describeLoss(head, found)
  })
}

/** Of all tenants: the latest instant that a record carries. */
async function newestOf(kernel: Kernel, records: readonly GrowingRecord[]): Promise<Date | null> {
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  const times: number[] = []
  for (const { id: tenantId } of tenants) {
    await inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
      for (const record of records) times.push((await record.latest(ctx))?.getTime() ?? 0)
    })
  }
  return times.length === 0 ? null : new Date(Math.max(...times))
}
