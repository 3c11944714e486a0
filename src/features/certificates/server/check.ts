import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract/check.ts'
import type { Suite } from '../rules/kinds.ts'
import { authorityOf } from './authority.ts'
import { fetchRevocations, verifyCertificate } from './verify.ts'
import { localRevocations } from './local-ca.ts'
import { pemBlocks } from '../core/der.ts'
import { nameText, readStrange, serialOf } from '../core/fields.ts'

/** So many certificates of one file are looked at. */
const MOST_IN_FILE = 8

interface Given {
  der: Uint8Array
  between: Uint8Array[]
}

/** Whoever is logged in may ask what a certificate is worth; everybody gets the lists that our own certificates point to. */
export const checkRoutes: readonly Route[] = [
  implementForPerson(
    contract.checkCertificate,
    {
      // Lists of revocations are fetched before there is a transaction.
      prepare: async (kernel, { body }, { tenantId }) => {
        const given = await readFile((body as { file: string }).file)
        await fetchRevocations(kernel, tenantId, [given])
        return given
      },
    },
    async (ctx, { body, prepared }) => {
      const { der, between } = prepared as Given
      const at = body.at === undefined ? ctx.clock.now() : new Date(body.at)
      const asked = body.creditCode ? { companyCode: body.creditCode } : {}
      const { verdict, reason, isDemo, checks, chain } = await verifyCertificate(ctx, der, { at, between, ...asked })
      return {
        verdict,
        reason,
        isDemo,
        at: at.toISOString(),
        checks: checks.map((check) => ({ ...check })),
        chain: await Promise.all(chain.map(factsOf)),
      }
    },
  ),

  implementFile(
    contract.revocationList,
    {
      audience: 'public',
      // The address names the tenant: whoever follows it comes from elsewhere.
      prepare: (kernel, { params }) => listOf(kernel, params as { tenantId: number; suite: Suite }),
    },
    (_, { prepared }) => {
      const content = prepared as Buffer | undefined
      if (!content) throw new AppError('notFound')
      const file = { name: 'revocations.crl', mime: 'application/pkix-crl', size: content.length, content }
      return Promise.resolve(file)
    },
  ),
]

/** Of the demonstration's authority, else of the one that is connected. */
async function listOf(kernel: Kernel, { tenantId, suite }: { tenantId: number; suite: Suite }) {
  const own = await inContext(kernel, { tenantId, actor: null }, (ctx) => localRevocations(ctx, suite))
  return (
    own ??
    authorityOf(kernel, tenantId)
      ?.crl(suite)
      .catch(() => undefined)
  )
}

async function readFile(file: string): Promise<Given> {
  const bytes = Buffer.from(file, 'base64')
  const [der = bytes, ...between] = pemBlocks(bytes)
  return { der, between: between.slice(0, MOST_IN_FILE) }
}

async function factsOf(der: Uint8Array) {
  const cert = readStrange(der)
  const { subject, issuer, validity } = cert.parsed.tbsCertificate
  return {
    subject: nameText(subject),
    issuer: nameText(issuer),
    serial: serialOf(cert),
    from: validity.notBefore.getTime().toISOString(),
    until: validity.notAfter.getTime().toISOString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  }
}
