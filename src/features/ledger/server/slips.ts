import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'

type Ctx = Context<Employee>

/** What a slip was recorded for. */
export type SlipKind = 'charge' | 'bond' | 'bond-refund' | 'contract' | 'revenue' | 'sale' | 'sale-refund' | 'budget'

interface SlipUse {
  kind: SlipKind
  /** The record that rests on it. */
  recordId: string
  /** Where it stands then, as people of the company read it when it is recorded again. */
  title: string
  files?: readonly { fileId: string }[]
  /** The number that is typed beside it or in its place; '': none. */
  number?: string
  /** Where one file may prove several records of one payer; such a record is never recorded anew. */
  share?: SlipShare
  /** Fields of the two that are told. */
  paths?: { file?: string; number?: string }
}

/** What of a slip one record is; amounts in yuan. */
interface SlipShare {
  /** Whose records share it, e.g. a payer in a project. */
  among: string
  part: string
  /** What the slip comes to, as it is stated with each record that shares it; null: this record alone. */
  whole: string | null
}

/**
 * Records money by a bank's slip, once: a file is known by its bytes, whatever it is recorded for, a number within its kind.
 * Throws `conflict` with where it stands already, for the own company; the same record may name it again, and lets go of
 * what it no longer names. Records that share a slip never come to more than it does.
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
    const held = await ctx.expectOne('bank_slip', { companyId: ctx.actor.companyId, sha256 })
    throw taken(
      paths.file ?? 'voucher',
      `该回单已登记（${held.title}，${formatTime(held.at)} 登记），${whyNot(held, use.share)}`,
    )
  }
}

/** Lets go of what a record was recorded by, e.g. because it was taken back. */
export async function releaseSlip(ctx: Ctx, { kind, recordId }: Pick<SlipUse, 'kind' | 'recordId'>): Promise<void> {
  await ctx.remove('bank_slip', { kind, recordId })
}

async function take(
  ctx: Ctx,
  { kind, recordId, title, share }: SlipUse,
  mark: { sha256: Buffer } | { number: string },
): Promise<boolean> {
  const values = { kind, recordId, title, companyId: ctx.actor.companyId, id: ctx.newId(), at: ctx.clock.now() }
  const shared = 'sha256' in mark && share ? { amount: share.whole, used: share.part, sharedBy: share.among } : {}
  const added = await ctx.tx
    .insertInto('bank_slip')
    .values({ tenantId: ctx.tenantId, sha256: null, number: null, ...NOT_SHARED, ...values, ...mark, ...shared })
    .onConflict((on) =>
      'sha256' in mark && share
        ? on
            .columns(['tenantId', 'companyId', 'sha256'])
            .where('sha256', 'is not', null)
            .doUpdateSet((eb) => ({
              amount: eb.ref('excluded.amount'),
              used: eb('bank_slip.used', '+', eb.ref('excluded.used')),
            }))
            // What nobody stated is null, and equal to nothing.
            .whereRef('bank_slip.kind', '=', 'excluded.kind')
            .whereRef('bank_slip.sharedBy', '=', 'excluded.sharedBy')
            .whereRef(sql`coalesce(bank_slip.amount, excluded.amount)`, '=', 'excluded.amount')
            .whereRef(sql`bank_slip.used + excluded.used`, '<=', 'excluded.amount')
        : on.doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

const NOT_SHARED = { amount: null, used: null, sharedBy: null }

function whyNot({ amount, used, sharedBy }: Selectable<tables.BankSlip>, share: SlipShare | undefined): string {
  if (!share || used === null || sharedBy !== share.among) return '一份回单只能登记一次'
  if (share.whole === null) return '一份回单只能登记一次；一笔转账含多个标段的，请填写回单总额'
  if (amount !== null && !new Exact(amount).eq(share.whole))
    return `登记的回单总额为 ${formatAmount(amount)} 元，请按此填写`
  return `回单总额 ${formatAmount(share.whole)} 元，已登记 ${formatAmount(used)} 元，本次登记后超过总额`
}

function taken(path: string, message: string): AppError {
  return new AppError('conflict', message, [{ path, message }])
}
