import type { Selectable } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import { port } from '#server/port.ts'
import type { Evidence } from '../rules/provider.ts'

export type SubAccountRow = Selectable<Tables['sub_account']>

/** What becomes of a transfer to a guarantee account, which the feature decides that had it opened. */
export const subAccountMoney = port<{
  take: (
    ctx: Context<Actor | null>,
    transfer: { account: SubAccountRow; evidence: Evidence },
  ) => Promise<'settled' | 'duplicate' | 'case'>
}>('what becomes of transfers to guarantee accounts')
