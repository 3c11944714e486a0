/** An invoice as the tax system is given it; amounts are decimal strings in yuan. */
export interface Sheet {
  /** Ours, the same whenever it is sent again. */
  no: string
  code: string
  kind: number
  titleKind: number
  seller: { name: string; taxNo: string }
  buyer: {
    title: string
    taxNo: string
    address: string
    phone: string
    bank: string
    accountNo: string
    email: string
  }
  lines: readonly { name: string; orderCode: string; amount: string; net: string; tax: string }[]
  /** Per cent. */
  rate: number
  total: string
  net: string
  tax: string
  remark: string
  /** Who issues it. */
  drawer: string
}

/** A red letter: the invoice that it takes back whole, and why. */
export interface RedSheet extends Sheet {
  of: { number: string; reason: string }
}

/** What the tax system says of an invoice or a red letter. */
export type Issued =
  | { state: 'running' }
  | { state: 'issued'; number: string; total: string; at: Date }
  | { state: 'refused'; reason: string }

/** What a signed notice tells. */
export interface IssuerNotice {
  id: string
  /** An invoice, or a red letter. */
  act: 'issue' | 'reverse'
  no: string
  result: Issued
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export class Unauthentic extends Error {}

/**
 * The way to the tax system (数电发票). Everything is idempotent by our number: asked again it does nothing twice and says
 * how it stands. No method runs in a transaction; each throws when nobody answers.
 */
export interface Issuer {
  code: 'local' | 'tax'
  issue(sheet: Sheet): Promise<Issued>
  reverse(sheet: RedSheet): Promise<Issued>
  /** The document as PDF. `number`, `at`: of what was issued. */
  document(sheet: Sheet | RedSheet, issued: { number: string; at: Date }): Promise<Buffer>
  /** Reads what was sent, over its very bytes. Throws `Unauthentic` with the reason where it is not the issuer's. */
  readNotice(body: Buffer, headers: Headers, now: Date): IssuerNotice
}
