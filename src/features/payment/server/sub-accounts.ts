import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { providerOf } from './accounts.ts'
import { newNumber } from './codes.ts'
import { SUB_ACCOUNT } from './work-kinds.ts'

/** The guarantee account of a company for one trade: opened by whatever admits the trade, once; the bank gives its number. */
export async function openSubAccount(
  ctx: Context<Actor | null>,
  { companyId, tradeId, purpose }: { companyId: string; tradeId: string; purpose: string },
): Promise<void> {
  const id = ctx.newId()
  const { rows } = await sql<{
    id: string
  }>`insert into sub_account (tenant_id, id, company_id, trade_id, purpose, state, created_at)
    values (${ctx.tenantId}, ${id}, ${companyId}, ${tradeId}, ${purpose}, 'opening', ${ctx.clock.now()})
    on conflict do nothing returning id`.execute(ctx.tx)
  if (rows.length > 0) await enqueue(ctx, SUB_ACCOUNT, id)
}

export const subAccountOpener: Worker = {
  kind: SUB_ACCOUNT,
  attempts: 50,
  async run(kernel, { tenantId, subject }) {
    const within = <T>(work: (ctx: Context<null>) => Promise<T>) => inContext(kernel, { tenantId, actor: null }, work)
    const row = await within((ctx) => ctx.one('sub_account', { id: subject }))
    if (row?.state !== 'opening') return
    const provider = await providerOf(kernel, tenantId, 'remittance')
    if (!provider) throw new Error('no bank is configured')
    // Asked again after a fall, the bank opens another one: nobody was told of the first.
    const code = newNumber({ clock: kernel.clock, tenantId }, 'V')
    const begun = await provider.begin({
      code,
      title: row.purpose,
      amount: '0.00',
      madeAt: kernel.clock.now(),
      expiresAt: kernel.clock.now(),
      notifyUrl: '',
    })
    if (begun.kind !== 'transfer') throw new Error('the bank opened no account')
    const { bank, accountName, accountNo } = begun
    await within((ctx) =>
      ctx.update(
        'sub_account',
        { id: subject, state: 'opening' },
        { state: 'open', bank, accountName, accountNo, openedAt: ctx.clock.now() },
      ),
    )
  },
}
