import { fetchRevocations, verifyCertificate } from '#features/certificates/server/public.ts'
import { fromBase64 } from '#features/sealing/core/bytes.ts'
import { issuerOf, readCertificate, subjectOf } from '#features/sealing/core/time-stamp/certificate.ts'
import type { Kernel } from '#server/context.ts'
import { type Caller, implementPublic, type Input, type Route } from '#server/implement.ts'
import type * as z from 'zod'
import * as contract from '../contract.ts'

type Body = z.output<typeof contract.judgeCertificates.body>

/** Anybody asks what the certificates in a document are worth; the document stays with them. */
export const judgeRoute: Route = implementPublic(
  contract.judgeCertificates,
  { readOnly: true, prepare },
  async (ctx, { body }) => {
    const verdicts = []
    for (const { chain, at } of body.signatures) {
      const [der, ...between] = chain.map(fromBase64)
      const judged = await verifyCertificate(ctx, der!, { at: at ? new Date(at) : ctx.clock.now(), between })
      const { verdict, reason, isDemo } = judged
      verdicts.push({ verdict, reason, isDemo, ...namesIn(der!) })
    }
    return verdicts
  },
)

async function prepare(kernel: Kernel, input: Input<unknown, unknown, unknown>, { tenantId }: Caller): Promise<null> {
  const { signatures } = input.body as Body
  const asked = signatures.map(({ chain }) => chain.map(fromBase64))
  await fetchRevocations(
    kernel,
    tenantId,
    asked.map(([der, ...between]) => ({ der: der!, between })),
  )
  return null
}

function namesIn(der: Uint8Array): { company: string; issuer: string } {
  try {
    const cert = readCertificate(der)
    const organisation = [...cert.parsed.tbsCertificate.subject]
      .flatMap((set) => [...set])
      .find(({ type }) => type === '2.5.4.10')
    return { company: organisation?.value.toString() ?? subjectOf(cert), issuer: issuerOf(cert) }
  } catch {
    return { company: '', issuer: '' }
  }
}
