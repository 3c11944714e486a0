import type { Issuer } from '../rules/issuer.ts'
import { readSigned, resultOf, signed } from './signature.ts'

/** How bytes go to the issuer and back. */
export type Transport = (
  url: string,
  request: { headers: Record<string, string>; body: string },
) => Promise<{ status: number; body: string }>

interface Account {
  url: string
  key: string
  /** Where its notices are to be sent. */
  notifyUrl: string
}

/**
 * A service that holds the payees' digital tax accounts (数字账户, 乐企). It takes JSON, signed like the bank's calls:
 * `{act: issue | reverse | document, sheet, notifyUrl}`, idempotent by `sheet.no`, and answers
 * `{state: running | issued | refused, number, total, at, reason}`; a document as `{pdf}` in base64.
 */
export function taxIssuer({ url, key, notifyUrl }: Account, transport: Transport, now: () => Date): Issuer {
  const ask = async (request: object) => {
    const body = JSON.stringify({ ...request, notifyUrl })
    const answer = await transport(url, { headers: signed(key, body, now()), body })
    if (answer.status !== 200) throw new Error(`the issuer answered ${answer.status}`)
    return JSON.parse(answer.body) as Record<string, string>
  }
  return {
    code: 'tax',
    issue: async (sheet) => resultOf(await ask({ act: 'issue', sheet })),
    reverse: async (sheet) => resultOf(await ask({ act: 'reverse', sheet })),
    async document({ no }) {
      const { pdf = '' } = await ask({ act: 'document', sheet: { no } })
      const bytes = Buffer.from(pdf, 'base64')
      if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('the issuer gave no PDF')
      return bytes
    },
    readNotice: (body, headers, at) => readSigned(key, body, { headers, now: at }),
  }
}
