import type { ProviderCode } from './enums.ts'

/** What the person needs to pay, as the provider gave it. */
export type Begun =
  | { kind: 'qr'; content: string }
  | { kind: 'redirect'; url: string }
  | { kind: 'transfer'; bank: string; accountName: string; accountNo: string; reference: string }
  | { kind: 'mini'; values: Record<string, string> }

/** That money has come in, whoever says so: a notice, an answer to our question, the daily bill. */
export interface Evidence {
  providerNo: string
  /** Decimal string in yuan. */
  amount: string
  currency: string
  /** When the provider says it was paid. */
  at: Date | null
  /** Of transfers: who paid, and the account it was paid to. */
  payerName?: string
  accountNo?: string
  source: 'notice' | 'query' | 'bill' | 'points'
}

export type PaymentState = { state: 'paid'; evidence: Evidence } | { state: 'unpaid' | 'closed' | 'unknown' }

export interface RefundState {
  state: 'running' | 'success' | 'failed' | 'unknown'
  /** The provider's number of it. */
  no: string
  reason?: string
}

/** What a signed notice says. `ourNo`: the payment's number; of transfers the account paid to. */
export type Notice =
  | { id: string; kind: 'payment'; ourNo: string; evidence: Evidence }
  | { id: string; kind: 'refund'; ourNo: string; refundNo: string; amount: string; result: RefundState }
  | { id: string; kind: 'other'; ourNo: string }

/** One line of a day's bill; amounts are decimal strings in yuan. */
export interface BillLine {
  kind: 'payment' | 'refund'
  ourNo: string
  providerNo: string
  amount: string
  fee: string
  isSuccess: boolean
}

/** A request of ours for money, as a provider takes it. */
export interface PaymentAsk {
  code: string
  title: string
  amount: string
  /** When the number was made: some providers know it by both. */
  madeAt: Date
  expiresAt: Date
  notifyUrl: string
  /** Of a mini-program. */
  openid?: string
  isMini?: boolean
}

export interface RefundAsk {
  code: string
  paymentCode: string
  providerNo: string
  amount: string
  /** What the payment brought in. */
  total: string
  reason: string
  madeAt: Date
  notifyUrl: string
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export class Unauthentic extends Error {}

/**
 * A payment provider. Everything is idempotent by our number: asked again, it does nothing twice. No method runs in a
 * transaction; each throws when the provider cannot be reached or answers what is none.
 */
export interface PayProvider {
  code: ProviderCode
  begin(payment: PaymentAsk): Promise<Begun>
  query(code: string, madeAt: Date): Promise<PaymentState>
  close(code: string): Promise<void>
  refund(refund: RefundAsk): Promise<RefundState>
  /** Lines of a day of this provider (see `billDay`); null: there is no bill. */
  bill(day: string): Promise<BillLine[] | null>
  /** Reads what was sent, over its very bytes. Throws `Unauthentic` with the reason where it is not the provider's. */
  readNotice(body: Buffer, headers: Headers, now: Date): Notice
  acknowledge(accepted: boolean, message: string): { status: number; headers: Record<string, string>; body: string }
}

/** How bytes go to a provider and back; `bytes`: of an answer that is no text. */
export type Transport = (
  url: string,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: Readonly<Record<string, string>>; body: string; bytes?: Buffer }>
