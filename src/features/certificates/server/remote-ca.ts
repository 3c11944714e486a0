import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { type CertificateAuthority, StillAtIt } from './authority-types.ts'
import { fetchLimited } from './outgoing.ts'

const MOST_ANSWER = 256 << 10
const MOST_CRL = 1 << 20

const Base64 = z.base64().max(64 << 10)
const IssuedAnswer = z.object({ certificate: Base64, chain: z.array(Base64).max(5) })
const StatusAnswer = z.object({ status: z.enum(['up', 'down']), text: z.string().max(200).default('') })
const Refusal = z.object({ message: z.string().max(300) })

/**
 * The client of a registration authority (RA) over HTTP, as the README of this feature documents its calls: JSON, a bearer token, the
 * order's id as the key under which the same is asked again. A refusal (4xx) is for people; everything else is tried again.
 */
export function remoteAuthority(url: string, token: string): CertificateAuthority {
  const base = url.replace(/\/+$/, '')
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const { status, bytes } = await fetchLimited(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      most: MOST_ANSWER,
    })
    const answer = jsonOf(bytes)
    if (status === 202) throw new StillAtIt('the authority is still at it')
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      const said = Refusal.safeParse(answer)
      throw new AppError('wrongState', `证书机构拒绝：${said.success ? said.data.message : status}`)
    }
    if (status < 200 || status >= 300) throw new Error(`the authority answered ${status}`)
    return answer
  }
  return {
    name: new URL(base).host,
    isDemo: false,
    async issue({ orderId, kind, suite, request, holder, from, until }) {
      const answer = IssuedAnswer.parse(
        await ask('/certificates', {
          orderId,
          kind,
          suite: suite === 'gm' ? 'SM2' : 'P-256',
          request: request.toString('base64'),
          holder,
          notBefore: from.toISOString(),
          notAfter: until.toISOString(),
        }),
      )
      const der = (text: string) => Buffer.from(text, 'base64')
      return { der: der(answer.certificate), chain: answer.chain.map(der) }
    },
    async revoke({ serial, reason, at }) {
      await ask(`/certificates/${serial}/revocation`, { reason, at: at.toISOString() })
    },
    async crl(suite) {
      const { status, bytes } = await fetchLimited(`${base}/crl/${suite === 'gm' ? 'sm2' : 'p256'}`, {
        headers: { authorization: `Bearer ${token}` },
        most: MOST_CRL,
      })
      if (status === 404) return undefined
      if (status !== 200) throw new Error(`the authority answered ${status}`)
      return bytes
    },
    async status() {
      try {
        const answer = StatusAnswer.parse(await ask('/status'))
        return { isUp: answer.status === 'up', text: answer.text || (answer.status === 'up' ? '正常' : '停止服务') }
      } catch (error) {
        return { isUp: false, text: error instanceof AppError ? error.message : '证书机构没有应答' }
      }
    },
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
