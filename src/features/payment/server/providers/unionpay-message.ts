import { createHash, createSign, createVerify, X509Certificate } from 'node:crypto'

export type Fields = Readonly<Record<string, string>>

/** Whose certificates sign for UnionPay: third part of their common name, as its merchants' kit checks it. */
const HOLDER = '中国银联股份有限公司'
/** A certificate, its issuer, and one above; more is no chain of UnionPay's. */
const MOST_LINKS = 4

/** What is signed: fields by name, without the signature. */
function signedText(fields: Fields): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The fields with their signature (version 5.1.0: over the hex digest of their text). `key`: PEM. */
export function signFields(fields: Fields, key: string): Fields {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const signature = createSign('RSA-SHA256').update(signedText(filled)).sign(key, 'base64')
  return { ...filled, signature }
}

/** Whether fields are signed under this key or certificate (PEM). */
export function isSigned(fields: Fields, key: string): boolean {
  return createVerify('RSA-SHA256')
    .update(signedText(fields))
    .verify(key, fields.signature ?? '', 'base64')
}

/**
 * Why a certificate of a message is not UnionPay's at this instant; null where it is: held by UnionPay, and issued under one
 * of the `trusted` (PEM), each valid.
 */
export function distrust(pem: string, trusted: readonly string[], now: Date): string | null {
  let link: X509Certificate
  try {
    link = new X509Certificate(pem)
  } catch {
    return 'the message has no certificate'
  }
  if (/^CN=(.*)$/m.exec(link.subject)?.[1]?.split('@')[2] !== HOLDER) return 'the certificate is not UnionPay’s'
  const authorities = trusted.map((one) => new X509Certificate(one))
  for (let i = 0; i < MOST_LINKS; i++) {
    const isCurrent = new Date(link.validFrom) <= now && now <= new Date(link.validTo)
    if (!isCurrent) return 'a certificate is not valid now'
    const issuer = authorities.find((one) => one.ca && link.checkIssued(one) && link.verify(one.publicKey))
    if (!issuer) return 'the certificate was not issued by UnionPay’s authority'
    if (issuer.checkIssued(issuer)) return null
    link = issuer
  }
  return 'the chain of certificates is too long'
}

/** An answer's fields: `name=value&…`, not escaped; what stands in braces is one value. */
export function readAnswer(text: string): Fields {
  const fields: Record<string, string> = {}
  let depth = 0
  let from = 0
  const take = (part: string) => {
    const at = part.indexOf('=')
    if (at > 0) fields[part.slice(0, at)] = part.slice(at + 1)
  }
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}') depth--
    else if (text[i] === '&' && depth <= 0) {
      take(text.slice(from, i))
      from = i + 1
    }
  }
  take(text.slice(from))
  return fields
}

/** Widths of the columns of a day's table (ZM), between which one character stands; what comes behind is not read. */
const WIDTHS = [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6]

/** Columns of one line of a day's table, trimmed, from 1 as UnionPay numbers them. */
export function columnsOf(line: string): (column: number) => string {
  const starts = WIDTHS.map((_, i) => WIDTHS.slice(0, i).reduce((sum, width) => sum + width + 1, 0))
  return (column) => line.slice(starts[column - 1], starts[column - 1]! + WIDTHS[column - 1]!).trim()
}

/** One line of a day's table of these columns; for whoever writes one. */
export function lineOf(values: Readonly<Record<number, string>>): string {
  return WIDTHS.map((width, i) => (values[i + 1] ?? '').slice(0, width).padEnd(width)).join(' ')
}

/** `yyyyMMddHHmmss` of Beijing. */
export function timeOf(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
