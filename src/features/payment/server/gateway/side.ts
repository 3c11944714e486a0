import type { Context, Kernel } from '#server/context.ts'
import type { Transport } from '../../rules/provider.ts'
import type { GatewayRefund, GatewayTrade } from './trades.ts'

/** A request as it comes to the gateway; `target`: path and query, as they are signed. */
export interface Sent {
  tenantId: number
  method: 'GET' | 'POST'
  target: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
  within: <T>(work: (ctx: Context<null>) => Promise<T>) => Promise<T>
}

/** What a notice is about. `body`: how it is played, '' for as it is. */
export interface NoticeAbout {
  tenantId: number
  id: string
  body: string
  trade: GatewayTrade
  refund: GatewayRefund | null
  now: Date
}

/** The wallet plays a notice whose signature does not verify. */
export const FORGED = 'wrong-signature'

/** A provider as the local gateway plays it: over bytes, with its signatures. */
export interface GatewaySide {
  /** Checks our signature over what we sent, acts, and signs the answer as the provider does. */
  answer: (kernel: Kernel, sent: Sent) => ReturnType<Transport>
  /** A notice as it goes over the wire, signed for this instant. */
  notice: (kernel: Kernel, about: NoticeAbout) => Promise<{ body: string; headers: Record<string, string> }>
  /** Whether an answer of ours means that a notice came. */
  isReceived: (answer: { status: number; body?: string | undefined }) => boolean
}
