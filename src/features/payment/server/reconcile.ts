import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import {
  billDay,
  PAID_DAY_HOUR,
  PROVIDER_LABELS,
  PROVIDERS,
  type ProviderCode,
  type ReconResult,
} from '../rules/enums.ts'
import type { BillLine } from '../rules/provider.ts'
import { providerOf } from './accounts.ts'
import { settle } from './settle.ts'
import { RECON } from './work-kinds.ts'

type Ctx = Context<Actor | null>

/** Event that the bills of the day before can be fetched. */
export const RECON_EVENT = 'payment.recon-due'

/** Providers that hand out bills. Transfers are told one by one, and the bank's own statement is the finance people's. */
const BILLED: readonly ProviderCode[] = PROVIDERS.filter((code) => code !== 'remittance')

/** Plans the next reconciliation, unless it is planned. */
export function planRecon(ctx: Ctx): void {
  ctx.withCommit({
    text: `insert into timer (tenant_id, key, kind, due_at, payload, fired_at) values ($1, $2, $2, $3, $4, null)
      on conflict (tenant_id, key) do nothing`,
    values: [ctx.tenantId, RECON_EVENT, nextRecon(ctx.clock.now()), { from: dayBefore(nextRecon(ctx.clock.now())) }],
  })
}

function dayBefore(at: Date): string {
  return formatDate(new Date(at.getTime() - DAY))
}

function nextRecon(now: Date): Date {
  const today = new Date(`${formatDate(now)}T${PAID_DAY_HOUR}:00+08:00`)
  return today > now ? today : new Date(today.getTime() + DAY)
}

function dayAfter(day: string): string {
  return formatDate(new Date(new Date(`${day}T00:00:00+08:00`).getTime() + DAY))
}

export const reconTimers: readonly Subscriber[] = [
  {
    name: 'payment: plan the reconciliation',
    kind: 'payment.paid',
    handle: (ctx) => Promise.resolve(planRecon(ctx)),
  },
  {
    name: 'payment: reconcile the days before',
    kind: RECON_EVENT,
    // Where the system stood still over a morning, more than one day is due.
    async handle(ctx, { payload }) {
      const now = ctx.clock.now()
      const last = dayBefore(now)
      const { from = last } = payload as { from?: string }
      for (let day = from; day <= last; day = dayAfter(day)) await demandRecon(ctx, day)
      const next = nextRecon(now)
      await ctx.schedule(RECON_EVENT, next, { kind: RECON_EVENT, payload: { from: dayBefore(next) } })
    },
  },
]

/** Has the bills of a day that is over fetched and compared, again where they were. */
export async function demandRecon(ctx: Ctx, day: string): Promise<void> {
  if (new Date(`${day}T00:00:00+08:00`).getTime() + DAY > ctx.clock.now().getTime())
    throw new AppError('wrongState', '当日尚未结束，不能对账')
  for (const provider of BILLED) await enqueue(ctx, RECON, subjectOf(day, provider))
}

/** Work names a record by a UUID: the day and the provider stand in ours. */
function subjectOf(day: string, provider: ProviderCode): string {
  const tail = createHash('sha256').update(provider).digest('hex').slice(0, 12)
  return `${day.replaceAll('-', '')}-0000-4000-8000-${tail}`
}

function readSubject(subject: string): { day: string; provider: ProviderCode } {
  const day = `${subject.slice(0, 4)}-${subject.slice(4, 6)}-${subject.slice(6, 8)}`
  return { day, provider: BILLED.find((provider) => subjectOf(day, provider) === subject)! }
}

export const reconcile: Worker = {
  kind: RECON,
  attempts: 5,
  async run(kernel, { tenantId, subject }) {
    const { day, provider: code } = readSubject(subject)
    await reconcileDay(kernel, { tenantId, day, code })
  },
  // What could not be fetched is a case as well.
  giveUp: (kernel, { tenantId, subject }, reason) => {
    const { day, provider } = readSubject(subject)
    return inContext(kernel, { tenantId, actor: null }, (ctx) =>
      keepRun(ctx, { day, code: provider, bill: null, reason }),
    )
  },
}

/** Fetches a provider's bill of a day and holds it against ours. */
export async function reconcileDay(
  kernel: Kernel,
  { tenantId, day, code }: { tenantId: number; day: string; code: ProviderCode },
): Promise<void> {
  const within = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
  const provider = await providerOf(kernel, tenantId, code)
  if (!provider || !(await within((ctx) => hasMoved(ctx, code, day)))) return
  const bill = await provider.bill(day)
  await within((ctx) => keepRun(ctx, { day, code, bill, reason: bill ? '' : '渠道没有该日账单' }))
}

/** A provider that nobody has used has no bill. */
async function hasMoved(ctx: Ctx, code: ProviderCode, day: string): Promise<boolean> {
  const to = new Date(new Date(`${day}T00:00:00+08:00`).getTime() + DAY)
  const { rows } = await sql`select 1 from payment where tenant_id = ${ctx.tenantId} and provider = ${code}
    and created_at < ${to} limit 1`.execute(ctx.tx)
  return rows.length > 0
}

interface Difference {
  kind: 'payment' | 'refund' | 'file'
  result: ReconResult
  ourNo: string
  providerNo: string
  ours: string | null
  theirs: string | null
}

async function keepRun(
  ctx: Context<null>,
  { day, code, bill, reason }: { day: string; code: ProviderCode; bill: BillLine[] | null; reason: string },
): Promise<void> {
  // Money that the bill has and we have not heard of is taken in first, the same way as a notice.
  for (const line of bill ?? []) await takeIn(ctx, code, line)
  const found = bill ? await differences(ctx, { day, code, bill }) : [NO_FILE]
  const now = ctx.clock.now()
  const state = bill === null ? 'no-file' : found.length > 0 ? 'differences' : 'matched'
  const totals = {
    billLines: bill?.length ?? 0,
    billAmount: sum((bill ?? []).filter(({ kind }) => kind === 'payment').map(({ amount }) => amount)),
    billFee: bill ? new Exact(sum(bill.map(({ fee }) => fee || '0'))).toFixed(2) : '0.00',
  }
  const before = await ctx.one('recon_run', { provider: code, day }, { lock: 'update' })
  const runId = before?.id ?? ctx.newId()
  if (before) await ctx.update('recon_run', { id: runId }, { state, reason, ...totals, at: now })
  else await ctx.insert('recon_run', { id: runId, provider: code, day, state, reason, ...totals, at: now })
  if (bill) await bookFee(ctx, { runId, provider: code, fee: totals.billFee, booked: before?.feeBooked ?? '0' })
  for (const one of found) {
    const values = { tenantId: ctx.tenantId, id: ctx.newId(), runId, ...one, state: 'open' }
    await ctx.tx
      .insertInto('recon_line')
      .values(values)
      .onConflict((c) => c.doNothing())
      .execute()
  }
  // What has come right since, such as a bill that was late.
  const open = await ctx.many('recon_line', { runId, state: 'open' })
  const keyOf = (line: { kind: string; ourNo: string; providerNo: string; result: string }) =>
    [line.kind, line.ourNo, line.providerNo, line.result].join('|')
  const standing = new Set(found.map(keyOf))
  for (const line of open.filter((one) => !standing.has(keyOf(one))))
    await ctx.update(
      'recon_line',
      { id: line.id },
      { state: 'closed', closing: 'reason', closingText: '重新对账后一致', closedAt: now, closedByName: '系统' },
    )
  ctx.audit({
    action: 'payment.reconciled',
    entity: 'payment',
    entityId: runId,
    summary: `${day} ${code} 对账：${bill ? `${found.length} 处差异` : '未取得账单'}`,
  })
  if (found.length > 0) ctx.emit({ kind: 'payment.differences', payload: { runId, day, provider: code } })
}

/** What the provider kept for itself of a day; where its bill is read again, what that says more or less. */
async function bookFee(
  ctx: Ctx,
  { runId, provider, fee, booked }: { runId: string; provider: ProviderCode; fee: string; booked: string },
): Promise<void> {
  const more = new Exact(fee).minus(booked)
  if (more.isZero()) return
  const facts = {
    // The run is locked, and says what is booked: a bill may be read any number of times.
    id: ctx.newId(),
    amount: more.abs().toFixed(2),
    provider,
    payee: { companyId: null, purpose: 'income' as const },
    memo: `${PROVIDER_LABELS[provider]}手续费`,
  }
  await post(ctx, journalOf(more.gt(0) ? 'provider.fee' : 'provider.fee-returned', facts))
  await ctx.update('recon_run', { id: runId }, { feeBooked: fee })
}

const NO_FILE: Difference = { kind: 'file', result: 'no-file', ourNo: '', providerNo: '', ours: null, theirs: null }

async function takeIn(ctx: Context<null>, provider: ProviderCode, line: BillLine): Promise<void> {
  if (line.kind !== 'payment' || !line.isSuccess) return
  const payment = await ctx.one('payment', { code: line.ourNo, provider }, { columns: ['id', 'status'] })
  if (!payment || payment.status === 2) return
  const { providerNo, amount } = line
  await settle(ctx, payment.id, { providerNo, amount, currency: 'CNY', at: null, source: 'bill' })
}

/** What does not agree between a bill and our payments and refunds of its day. */
async function differences(
  ctx: Ctx,
  { day, code, bill }: { day: string; code: ProviderCode; bill: readonly BillLine[] },
): Promise<Difference[]> {
  const { from, to } = billDay(code, day)
  const { rows: ours } = await sql<{ kind: 'payment' | 'refund'; ourNo: string; providerNo: string; amount: string }>`
    select 'payment' as kind, code as our_no, provider_no, amount from payment where tenant_id = ${ctx.tenantId}
      and provider = ${code} and status = 2 and provider_at >= ${from} and provider_at < ${to}
    union all
    select 'payment', p.code, c.provider_no, c.amount from suspense_case c
      join payment p on p.tenant_id = c.tenant_id and p.id = c.payment_id
      where c.tenant_id = ${ctx.tenantId} and c.provider = ${code} and c.opened_at >= ${from} and c.opened_at < ${to}
        and c.kind in ('overpaid', 'late', 'amount', 'payer')
    union all
    select 'refund', code, refund_no, amount from refund where tenant_id = ${ctx.tenantId} and provider = ${code}
      and status = 2 and done_at >= ${from} and done_at < ${to}`.execute(ctx.tx)
  const theirs = new Map(bill.map((line) => [`${line.kind}|${line.ourNo}|${line.providerNo}`, line]))
  const found: Difference[] = []
  for (const { kind, ourNo, providerNo, amount } of ours) {
    const line = theirs.get(`${kind}|${ourNo}|${providerNo}`)
    theirs.delete(`${kind}|${ourNo}|${providerNo}`)
    const facts = { kind, ourNo, providerNo, ours: amount, theirs: line?.amount ?? null }
    if (!line) found.push({ ...facts, result: 'missing-there' })
    else if (!line.isSuccess) found.push({ ...facts, result: 'status' })
    else if (!new Exact(line.amount).eq(amount)) found.push({ ...facts, result: 'amount' })
  }
  for (const { kind, ourNo, providerNo, amount, isSuccess } of theirs.values())
    if (isSuccess) found.push({ kind, ourNo, providerNo, ours: null, theirs: amount, result: 'missing-here' })
  return found
}
