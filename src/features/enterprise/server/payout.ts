import { createHmac } from 'node:crypto'
import { notify } from '#features/messages/server/public.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { maskedAccount } from '../rules/identifiers.ts'

/** Event that a small amount is to be sent to an account. */
export const CARD_EVENT = 'card.verify'

/** An amount on its way to an account of a company. */
export interface SmallAmount {
  /** Stays the same when the transfer is asked for again. */
  id: string
  bank: string
  branch: string
  accountName: string
  accountNo: string
  /** Yuan, e.g. `0.37`. */
  amount: string
}

/** Who asked for it, and where the amount is entered. */
export interface AmountReader {
  userId: string
  identity: Workbench
  eventId: number
  link: string
}

/** Sends small amounts. Throws when it was not taken: it is asked again with the same id. */
export interface SmallAmountChannel {
  readonly kind: 'bank' | 'local'
  send(ctx: Context<null>, transfer: SmallAmount, to: AmountReader): Promise<void>
}

/**
 * The channel in force: BANK_URL with BANK_KEY, else outside of production the simulated one. Null: none, accounts cannot
 * be verified.
 */
export function channelOf(mode: string, env: NodeJS.ProcessEnv = process.env): SmallAmountChannel | null {
  if (env.BANK_URL) return bankChannel({ url: env.BANK_URL, key: env.BANK_KEY ?? '' })
  return mode === 'production' ? null : localChannel
}

/** The amount for an account: between 0.01 and 0.99 yuan, known to whoever holds the key and to nobody else. */
export function amountFor(key: Buffer, id: string): string {
  const number = createHmac('sha256', key).update(id).digest().readUInt32BE(0)
  return `0.${String((number % 99) + 1).padStart(2, '0')}`
}

/** Sends what was asked for, once per event, unless the account is gone or decided meanwhile. */
export const cardVerifier: Subscriber = {
  name: 'enterprise.card',
  kind: CARD_EVENT,
  async handle(ctx, event) {
    const card = await ctx.one('bank_card', { id: String(event.payload.cardId), status: 0 })
    const channel = channelOf(ctx.config.mode)
    if (!card || !channel) return
    const amount = amountFor(ctx.key('bank card'), card.id)
    const { id, bank, branch } = card
    const accountNo = ctx.cipher.open('bank_card.account_no', id, card.accountNo)
    await channel.send(
      ctx,
      { id, bank, branch, accountName: card.accountName, accountNo, amount },
      {
        userId: card.createdBy,
        identity: event.payload.identity as Workbench,
        eventId: event.id,
        link: '/enterprise/tied-card',
      },
    )
  },
}

/** No bank is asked: what would arrive is told as a message of the platform, and the screen says so. */
const localChannel: SmallAmountChannel = {
  kind: 'local',
  async send(ctx, { accountNo, amount }, { userId, identity, eventId, link }) {
    await notify(ctx, {
      to: { userIds: [userId] },
      identity,
      kind: 'enterprise.card.amount',
      title: '模拟到账通知',
      content: `账户 ${maskedAccount(accountNo)} 收到验证款 ${amount} 元（本地通道模拟，未发生真实转账）。`,
      link,
      eventId,
    })
  },
}

/**
 * Posts the transfer as JSON to a payment gateway, signed like text messages: `x-signature` is the hex HMAC-SHA256 under
 * BANK_KEY of `<x-timestamp>\n<body>`, the time in ms.
 */
function bankChannel({ url, key }: { url: string; key: string }): SmallAmountChannel {
  return {
    kind: 'bank',
    async send(_ctx, transfer) {
      const content = JSON.stringify(transfer)
      const timestamp = String(Date.now())
      const signature = createHmac('sha256', key).update(`${timestamp}\n${content}`).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
        body: content,
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`payment gateway answered ${response.status}`)
    },
  }
}
