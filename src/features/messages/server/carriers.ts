import { createHmac } from 'node:crypto'
import type { Outside } from '../rules.ts'
import { type Outgoing, wechatAccount } from './wechat.ts'

/** Hands a text to a carrier. Throws when it was not taken: the delivery is then tried again. */
export interface Carrier {
  send(message: Outgoing): Promise<void>
}

const TIMEOUT_MS = 10_000

/** The carrier that the environment names: SMTP_URL, SMS_URL with SMS_KEY, WX_APP_ID with WX_TEMPLATE_ID. Null: none. */
export function carrierOf(channel: Outside, env: NodeJS.ProcessEnv = process.env): Carrier | null {
  switch (channel) {
    case 'sms':
      return env.SMS_URL ? httpSms({ url: env.SMS_URL, key: env.SMS_KEY ?? '' }) : null
    case 'email':
      return env.SMTP_URL ? smtp({ url: env.SMTP_URL, from: env.SMTP_FROM ?? 'no-reply@localhost' }) : null
    case 'wechat': {
      const account = wechatAccount(env)
      const templateId = env.WX_TEMPLATE_ID
      return account && templateId ? { send: (message) => account.sendTemplate(templateId, message) } : null
    }
  }
}

/**
 * Posts `{ id, mobile, text, tenant }` as JSON to a gateway, signed: `x-signature` is the hex HMAC-SHA256 under SMS_KEY of
 * `<x-timestamp>\n<body>`, the time in ms. A gateway that has taken an `id` before must answer 2xx and send nothing. What
 * becomes of a text, and what is answered to it, the gateway tells at `/api/message/sms/callbacks/<tenant>`.
 */
export function httpSms({ url, key }: { url: string; key: string }): Carrier {
  return {
    async send({ id, tenantId, recipient, body }) {
      const content = JSON.stringify({ id, mobile: recipient, text: body, tenant: tenantId })
      const timestamp = String(Date.now())
      const signature = signatureOf(key, timestamp, content)
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
        body: content,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`SMS gateway answered ${response.status}`)
    },
  }
}

/** Hex HMAC-SHA256 under the key that gateway and platform share, of time (ms) and body; both ways. */
export function signatureOf(key: string, timestamp: string, content: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}\n`).update(content).digest('hex')
}

/** Sends by an SMTP server, e.g. `smtps://user:password@host`; the Message-ID stays the same when it is repeated. */
export function smtp({ url, from }: { url: string; from: string }): Carrier {
  return {
    async send({ id, recipient, subject, body }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
      try {
        await transport.sendMail({ from, to: recipient, subject, text: body, messageId: `<${id}@kaibiao>` })
      } finally {
        transport.close()
      }
    },
  }
}
