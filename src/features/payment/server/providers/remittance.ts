import { createHmac, timingSafeEqual } from 'node:crypto'
import { inYuan } from '../../rules/numbers.ts'
import { type PayProvider, type Transport, Unauthentic } from '../../rules/provider.ts'

/** The platform's bank, asked like the one that verifies accounts (BANK_URL, BANK_KEY). */
export interface BankAccount {
  base: string
  key: string
  bank: string
  accountName: string
}

const SKEW_MS = 300_000

/**
 * Transfers to a virtual account that each payment has for itself: its number is the payment's own. The bank tells of
 * what came in by JSON `{id, accountNo, payerName, amount, currency, at, reference}`, signed in `x-signature`: hex
 * HMAC-SHA256 of `<x-timestamp>\n<body>`, the time in ms.
 */
export function remittanceProvider(account: BankAccount, transport: Transport, now: () => Date): PayProvider {
  const ask = async (body: object) => {
    const text = JSON.stringify(body)
    const timestamp = String(now().getTime())
    const answer = await transport(account.base, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signatureOf(account.key, timestamp, text),
      },
      body: text,
    })
    if (answer.status !== 200) throw new Error(`the bank answered ${answer.status}`)
    return JSON.parse(answer.body) as Record<string, string>
  }
  return {
    code: 'remittance',
    async begin({ code, title, amount }) {
      const answer = await ask({ act: 'open', code, title, amount })
      const { bank, accountName } = account
      return { kind: 'transfer', bank, accountName, accountNo: answer.accountNo!, reference: code }
    },
    // The bank tells by itself; it has no question for one transfer.
    query: () => Promise.resolve({ state: 'unpaid' }),
    close: () => Promise.resolve(),
    async refund({ code, providerNo, amount, reason }) {
      const answer = await ask({ act: 'return', code, transfer: providerNo, amount, reason })
      return answer.state === 'failed'
        ? { state: 'failed', no: '', reason: answer.reason ?? '' }
        : { state: answer.state === 'success' ? 'success' : 'running', no: answer.no ?? '' }
    },
    bill: () => Promise.resolve(null),
    readNotice(body, headers, at) {
      const timestamp = String(headers['x-timestamp'] ?? '')
      if (!(Math.abs(at.getTime() - Number(timestamp)) <= SKEW_MS))
        throw new Unauthentic('the time of the notice is out of bounds')
      const given = Buffer.from(String(headers['x-signature'] ?? ''), 'hex')
      const expected = Buffer.from(signatureOf(account.key, timestamp, body.toString('utf8')), 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Unauthentic('the signature does not verify')
      const told = JSON.parse(body.toString('utf8')) as Record<string, string>
      const { id = '', reference = '', accountNo = '' } = told
      return {
        id,
        kind: 'payment',
        ourNo: reference || accountNo,
        evidence: {
          providerNo: id,
          amount: inYuan(told.amount),
          currency: told.currency ?? 'CNY',
          at: told.at ? new Date(told.at) : null,
          payerName: told.payerName ?? '',
          accountNo,
          source: 'notice',
        },
      }
    },
    acknowledge: (accepted, message) => ({
      status: accepted ? 200 : 401,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ok: accepted, message }),
    }),
  }
}

/** Hex HMAC-SHA256 of time and body, as the bank's other calls are signed. */
export function signatureOf(key: string, timestamp: string, body: string): string {
  return createHmac('sha256', key).update(`${timestamp}\n${body}`).digest('hex')
}
