import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { post } from '#features/ledger/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandMine } from './cases.ts'

type Ctx = Context<Actor>

/** Takes a difference upon oneself, from whoever had it; again, nothing. Throws `wrongState` once it is closed. */
export async function takeDifference(ctx: Ctx, lineId: string): Promise<void> {
  const line = await ctx.one('recon_line', { id: lineId }, { lock: 'update' })
  if (!line) throw new AppError('notFound')
  if (line.state !== 'open') throw new AppError('wrongState', '该差异已处理')
  if (line.ownerId === ctx.actor.userId) return
  await ctx.update('recon_line', { id: lineId }, { ownerId: ctx.actor.userId, ownerName: ctx.actor.name })
  ctx.audit({
    action: 'payment.difference-taken',
    entity: 'payment',
    entityId: line.runId,
    summary: `接手对账差异 ${line.ourNo || line.providerNo || '（账单）'}${line.ownerName && `（原由${line.ownerName}负责）`}`,
  })
}

/** Closes a difference: booked to suspense by its amount, or explained. Throws `wrongState` where it is closed. */
export async function closeDifference(
  ctx: Ctx,
  { lineId, how, reason }: { lineId: string; how: 'journal' | 'reason'; reason: string },
): Promise<void> {
  const line = await ctx.one('recon_line', { id: lineId }, { lock: 'update' })
  if (!line) throw new AppError('notFound')
  if (line.state !== 'open') throw new AppError('wrongState', '该差异已处理')
  demandMine(ctx, line)
  const run = await ctx.expectOne('recon_run', { id: line.runId })
  const gap = new Exact(line.theirs ?? 0).minus(line.ours ?? 0)
  const signed =
    line.kind === 'refund' ? gap.negated() : line.result === 'status' ? new Exact(line.ours!).negated() : gap
  if (how === 'journal' && (line.kind === 'file' || signed.isZero()))
    throw new AppError('wrongState', '该差异没有金额，请填写原因处理')
  // Taken up again, it is booked anew: under its old key there is the journal that was undone.
  const id = line.reopened === 0 ? lineId : `${lineId}:${line.reopened}`
  const journalKey = how === 'journal' ? await postGap(ctx, { id, provider: run.provider, signed, reason }) : ''
  await ctx.update(
    'recon_line',
    { id: lineId },
    {
      state: 'closed',
      closing: how,
      closingText: reason,
      journalKey,
      closedAt: ctx.clock.now(),
      closedBy: ctx.actor.userId,
      closedByName: ctx.actor.name,
    },
  )
  ctx.audit({
    action: 'payment.difference-closed',
    entity: 'payment',
    entityId: run.id,
    summary: `处理 ${run.day} 对账差异 ${line.ourNo || line.providerNo || '（账单）'}：${reason}`,
  })
}

/** Takes a difference up again that a journal had closed, because that was undone; nothing for other journals. */
export async function reopenDifference(ctx: Ctx, journalKey: string): Promise<void> {
  const line = await ctx.one('recon_line', { journalKey, state: 'closed' }, { lock: 'update' })
  if (!line) return
  await ctx.update(
    'recon_line',
    { id: line.id },
    {
      state: 'open',
      closing: '',
      closingText: '',
      journalKey: '',
      closedAt: null,
      closedBy: null,
      closedByName: '',
      reopened: line.reopened + 1,
    },
  )
}

async function postGap(
  ctx: Ctx,
  { id, provider, signed, reason }: { id: string; provider: string; signed: Exact; reason: string },
): Promise<string> {
  const kind = signed.gt(0) ? 'recon.surplus' : 'recon.shortage'
  const payee = { companyId: null, purpose: 'income' as const }
  const journal = journalOf(kind, { id, amount: signed.abs().toFixed(2), provider, payee, memo: reason })
  await post(ctx, journal)
  return journal.key
}
