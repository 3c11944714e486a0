import { inContext, type Kernel } from '#server/context.ts'
import type { Work, Worker } from '#server/work/worker.ts'
import { addCheckpoint, type Answer, Unreachable } from './client.ts'
import { type LogHead, witnessedLog } from './log-port.ts'
import { COSIGN } from './policy.ts'

/** Times that a witness may name another size before it is taken for one that does not know what it says. */
const MOST_SIZES = 3

/**
 * Asks one witness for the heads that it has not cosigned: those at deadlines one by one, of the others the newest. A witness
 * that does not answer is asked again; one that refuses, with the next head.
 */
export const cosignWorker: Worker = {
  kind: COSIGN,
  atOnce: 4,
  async run(kernel, work) {
    for (let told = 0; told < MOST_SIZES;) {
      const next = await nextRequest(kernel, work)
      if (!next) return
      const { witness, asked, head, newest } = next
      let answer: Answer
      try {
        answer = await addCheckpoint(witness, asked, { now: kernel.clock.now(), signal: work.signal })
      } catch (error) {
        if (error instanceof Unreachable) await note(kernel, work, { failure: 'unreachable', text: error.message })
        throw error
      }
      if (answer.kind === 'cosigned') await keep(kernel, work, { head, answer })
      else if (answer.kind === 'size' && answer.size !== witness.size && answer.size <= newest) {
        told++
        await update(kernel, work, { size: answer.size })
      } else return note(kernel, work, { failure: 'refused', text: textOf(answer, newest) })
    }
    await note(kernel, work, { failure: 'refused', text: '对方反复给出不同的日志规模' })
  },
}

function textOf(answer: Exclude<Answer, { kind: 'cosigned' }>, newest: number): string {
  if (answer.kind === 'refused') return answer.text
  return answer.size > newest
    ? `对方已见证规模 ${answer.size} 的日志头，本平台现仅 ${newest}：数据库可能被恢复为较早的备份`
    : '同一规模的日志头与对方已见证的不同'
}

/** What to ask next; null: nothing, or the witness is not there any more. */
async function nextRequest(kernel: Kernel, { tenantId, subject }: Work) {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const witness = await ctx.one('witness', { id: subject }, { columns: ['url', 'key', 'size', 'cosignedAt'] })
    if (!witness) return null
    const log = witnessedLog()
    const newest = await log.newest(ctx)
    if (!newest) return null
    const [closing] = await log.closingBeyond(ctx, witness.size)
    const head = closing ?? newest
    const isDone = head.size < witness.size || (await has(head))
    if (isDone) return null
    const proof = await log.consistency(ctx, witness.size, head.size)
    return { witness, head, newest: newest.size, asked: { old: witness.size, proof, note: head.note } }

    async function has({ size }: LogHead): Promise<boolean> {
      return (await ctx.one('cosignature', { size, witnessId: subject }, { columns: ['size'] })) !== undefined
    }
  })
}

async function keep(
  kernel: Kernel,
  { tenantId, subject }: Work,
  { head, answer: { line, at } }: { head: LogHead; answer: Extract<Answer, { kind: 'cosigned' }> },
): Promise<void> {
  await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    await ctx.tx
      .insertInto('cosignature')
      .values({ tenantId, size: head.size, witnessId: subject, line, at, receivedAt: ctx.clock.now() })
      .onConflict((c) => c.doNothing())
      .execute()
    await ctx.tx
      .updateTable('witness')
      .set({ size: head.size, cosignedAt: at, failure: null, failureText: '', failingSince: null })
      .where('tenantId', '=', tenantId)
      .where('id', '=', subject)
      .execute()
    ctx.emit({ kind: 'log.cosigned', payload: { size: head.size } })
  })
}

async function note(
  kernel: Kernel,
  work: Work,
  { failure, text }: { failure: 'unreachable' | 'refused'; text: string },
): Promise<void> {
  kernel.log.warn({ tenantId: work.tenantId, witnessId: work.subject, failure, text }, 'witness')
  await inContext(kernel, { tenantId: work.tenantId, actor: null }, async (ctx) => {
    const row = await ctx.one('witness', { id: work.subject }, { columns: ['failingSince', 'refusals', 'failureText'] })
    if (!row) return
    // A refusal that an operator must hear of is a fact; the same one again is not.
    if (failure === 'refused' && row.failureText !== text)
      ctx.audit({
        action: 'witness.refused',
        entity: 'witness',
        entityId: work.subject,
        summary: `见证方拒绝见证：${text}`,
      })
    await ctx.tx
      .updateTable('witness')
      .set({
        failure,
        failureText: text,
        failingSince: row.failingSince ?? ctx.clock.now(),
        refusals: row.refusals + (failure === 'refused' ? 1 : 0),
      })
      .where('tenantId', '=', work.tenantId)
      .where('id', '=', work.subject)
      .execute()
  })
}

async function update(kernel: Kernel, { tenantId, subject }: Work, { size }: { size: number }): Promise<void> {
  await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
    await ctx.tx
      .updateTable('witness')
      .set({ size })
      .where('tenantId', '=', tenantId)
      .where('id', '=', subject)
      .execute()
  })
}
