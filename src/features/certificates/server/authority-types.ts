import type { Reason } from '../core/build.ts'
import type { Kind, Suite } from '../rules/kinds.ts'

/** Whom a certificate names. */
export interface Holder {
  companyName: string
  creditCode: string
  /** Of the company or the person. */
  commonName: string
}

/** What an authority is asked to certify. */
export interface ToCertify {
  /** Of an application, as it was handed in: the same asked twice gives one certificate. */
  orderId: string
  kind: Kind
  suite: Suite
  /** PKCS#10, DER; whoever made it holds the key. */
  request: Buffer
  /** Uncompressed point, hex. */
  publicKey: string
  holder: Holder
  from: Date
  until: Date
}

/** DER; the certificates above it, the issuer's first. */
export interface Issued {
  der: Buffer
  chain: readonly Buffer[]
}

/** Who certifies. Its calls may wait for another machine: no transaction is held meanwhile. */
export interface CertificateAuthority {
  /** How it is named to applicants. */
  name: string
  /** Of no legal effect. */
  isDemo: boolean
  issue(order: ToCertify): Promise<Issued>
  revoke(what: { serial: string; suite: Suite; reason: Reason; at: Date }): Promise<void>
  /** The list of revocations in force, DER; undefined where nothing was issued yet. */
  crl(suite: Suite): Promise<Buffer | undefined>
  /** Whether it answers, in words. */
  status(): Promise<{ isUp: boolean; text: string }>
}

/** The authority has taken the application and needs time: it is asked again later. */
export class StillAtIt extends Error {}
