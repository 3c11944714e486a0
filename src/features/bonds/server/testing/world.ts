import { expect, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { actsIn, transferNotice } from '#features/payment/server/testing/pay.ts'
import { join, publish } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { BondKind } from '../../rules/kinds.ts'
import * as own from '../../contract/own.ts'

/** A platform with a buyer and four suppliers, and what tests do about bonds. */
export async function bondWorld() {
  const { t } = await fromState('people')
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const suppliers = await Promise.all([1, 2, 3, 4].map((n) => t.login(`supplier${n}`, { workbench: 'supplier' })))
  const world = { t, buyer, suppliers }
  const { act, send } = actsIn(t, suppliers[0]!)
  const bond = (client: HttpClient, orderId: string) => client.call(own.ownBond, { params: { orderId } })
  return {
    ...world,
    act,
    send,
    bond,
    now: () => t.kernel.clock.now(),
    /** A tender that asks for 20,000, with these suppliers admitted. */
    async tender(count = 4) {
      const { orderId, code } = await publish(world)
      const trades: string[] = []
      for (const supplier of suppliers.slice(0, count)) trades.push((await join(world, orderId, { supplier })).tradeId)
      const { rows } = await t.owner.query<{ bid_end: Date }>('select bid_end from purchase_order where id = $1', [
        orderId,
      ])
      return { orderId, code, trades, deadline: rows[0]!.bid_end }
    },
    choose: (client: HttpClient, orderId: string, kind: BondKind) =>
      client.call(own.chooseBond, { params: { orderId }, body: { kind } }),
    /** Chooses cash, and waits for the account. */
    async account(client: HttpClient, orderId: string): Promise<string> {
      await client.call(own.chooseBond, { params: { orderId }, body: { kind: 'cash' } })
      return vi.waitFor(async () => {
        const { account } = await bond(client, orderId)
        expect(account?.state).toBe('open')
        return account!.accountNo
      }, PATIENT)
    },
    /** The bank tells of a transfer; gives what it was answered. */
    async transfer(given: {
      accountNo: string
      amount: string
      n: 1 | 2 | 3 | 4
      payerName?: string
      at?: Date
      id?: string
      fails?: boolean
    }) {
      const { n, payerName = COMPANIES[`supplier${n}`].name, at = t.kernel.clock.now(), ...rest } = given
      const answer = await send(await transferNotice(t, { payerName, at, ...rest }), 'remittance.1')
      await t.settle()
      return answer.status
    },
    /** The order comes to a state as the features that do so would say. */
    async move(orderId: string, to: string) {
      const { rows } = await t.owner.query<{ state: string }>('select state from purchase_order where id = $1', [
        orderId,
      ])
      await t.owner.query('update purchase_order set state = $2 where id = $1', [orderId, to])
      await t.owner.query(`insert into outbox (tenant_id, at, kind, payload) values (1, now(), 'order.status', $1)`, [
        JSON.stringify({ orderId, from: rows[0]!.state, to }),
      ])
      await t.settle()
    },
    async verdicts(): Promise<{ kind: string; amount: string; state: string; closing: string }[]> {
      return (await t.owner.query('select kind, amount::text, state, closing from suspense_case order by opened_at'))
        .rows
    },
  }
}

export type BondWorld = Awaited<ReturnType<typeof bondWorld>>
