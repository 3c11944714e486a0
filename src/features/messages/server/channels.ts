import { createHmac } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'

/** A text on its way to a person outside the platform. */
export interface Outgoing {
  id: string
  recipient: string
  subject: string
  body: string
}

/** Hands a text to a carrier. Throws when it was not taken: the delivery is then tried again. */
export interface ChannelProvider {
  send(message: Outgoing): Promise<void>
}
export type SmsProvider = ChannelProvider

export type Channel = 'sms' | 'email'

/** Event that a text waits in `channel_outbox`. */
export const CHANNEL_EVENT = 'channel.send'

/** Delivers what waits. Without a provider the text stays in the outbox table, where it can be read. */
export const channelSender: Subscriber = {
  name: 'messages.channel',
  kind: CHANNEL_EVENT,
  async handle(ctx, event) {
    const row = await ctx.tx
      .selectFrom('channel_outbox')
      .selectAll()
      .where('id', '=', String(event.payload.id))
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const provider = providerOf(row.channel as Channel)
    await provider?.send(row)
    // A code needs to be readable no longer once it has left; where nothing leaves, only the demonstration may show it.
    const isClosed = event.payload.isSecret === true && (provider !== null || ctx.config.mode === 'production')
    await setState(ctx, row.id, { state: provider ? 'sent' : 'kept', ...(isClosed ? { body: '' } : {}) })
  },
}

/** The provider that the environment names: SMS_URL with SMS_KEY, SMTP_URL. Null: none. */
export function providerOf(channel: Channel, env: NodeJS.ProcessEnv = process.env): ChannelProvider | null {
  switch (channel) {
    case 'sms':
      return env.SMS_URL ? httpSms({ url: env.SMS_URL, key: env.SMS_KEY ?? '' }) : null
    case 'email':
      return env.SMTP_URL ? smtp({ url: env.SMTP_URL, from: env.SMTP_FROM ?? 'no-reply@localhost' }) : null
  }
}

/**
 * Posts `{ id, mobile, text }` as JSON to a gateway, signed: `x-signature` is the hex HMAC-SHA256 under SMS_KEY of
 * `<x-timestamp>\n<body>`, the time in ms. `id` stays the same when a delivery is repeated.
 */
export function httpSms({ url, key }: { url: string; key: string }): SmsProvider {
  return {
    async send({ id, recipient, body }) {
      const content = JSON.stringify({ id, mobile: recipient, text: body })
      const timestamp = String(Date.now())
      const signature = createHmac('sha256', key).update(`${timestamp}\n${content}`).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
        body: content,
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`SMS gateway answered ${response.status}`)
    },
  }
}

/** Sends by an SMTP server, e.g. `smtps://user:password@host`; the message id stays the same when it is repeated. */
export function smtp({ url, from }: { url: string; from: string }): ChannelProvider {
  return {
    async send({ id, recipient, subject, body }) {
      const transport = createTransport(url)
      try {
        await transport.sendMail({ from, to: recipient, subject, text: body, messageId: `<${id}@kaibiao>` })
      } finally {
        transport.close()
      }
    },
  }
}

async function setState(ctx: Context<null>, id: string, values: { state: string; body?: string }): Promise<void> {
  await ctx.tx.updateTable('channel_outbox').set(values).where('id', '=', id).execute()
}
