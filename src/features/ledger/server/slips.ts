import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Employee>

/** What a slip was recorded for. */
export type SlipKind = 'charge' | 'bond' | 'bond-refund' | 'contract' | 'revenue' | 'sale' | 'sale-refund'

interface SlipUse {
  kind: SlipKind
  /** The record that rests on it. */
  recordId: string
  /** Where it stands then, as people of the company read it when it is recorded again. */
  title: string
  files?: readonly { fileId: string }[]
  /** The number that is typed beside it or in its place; '': none. */
  number?: string
  /** Fields of the two that are told. */
  paths?: { file?: string; number?: string }
}

/**
 * Records money by a bank's slip, once: a file is known by its bytes, whatever it is recorded for, a number within its kind.
 * Throws `conflict` with where it stands already, for the own company; the same record may name it again, and lets go of
 * what it no longer names.
 */
export async function claimSlip(ctx: Ctx, use: SlipUse): Promise<void> {
  const { kind, recordId, files = [], number = '', paths = {} } = use
  const held = await ctx.many('file_object', { id: files.map(({ fileId }) => fileId) }, { columns: ['sha256'] })
  await ctx.remove('bank_slip', { kind, recordId })
  // In one order, so that two requests with the same slips wait for each other and do not lock.
  const hashes = new Set(held.map(({ sha256 }) => sha256.toString('hex')).toSorted())
  if (number !== '' && !(await take(ctx, use, { number }))) {
    const { title } = await ctx.expectOne('bank_slip', { companyId: ctx.actor.companyId, kind, number })
    throw taken(paths.number ?? 'reference', `该流水号或凭证号已登记（${title}），一个号码只能登记一次`)
  }
  for (const hash of hashes) {
    const sha256 = Buffer.from(hash, 'hex')
    if (await take(ctx, use, { sha256 })) continue
    const { title, at } = await ctx.expectOne('bank_slip', { companyId: ctx.actor.companyId, sha256 })
    throw taken(paths.file ?? 'voucher', `该回单已登记（${title}，${formatTime(at)} 登记），一份回单只能登记一次`)
  }
}

async function take(
  ctx: Ctx,
  { kind, recordId, title }: SlipUse,
  mark: { sha256: Buffer } | { number: string },
): Promise<boolean> {
  const values = { kind, recordId, title, companyId: ctx.actor.companyId, id: ctx.newId(), at: ctx.clock.now() }
  const added = await ctx.tx
    .insertInto('bank_slip')
    .values({ tenantId: ctx.tenantId, sha256: null, number: null, ...values, ...mark })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

function taken(path: string, message: string): AppError {
  return new AppError('conflict', message, [{ path, message }])
}
