import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { PDF } from '@libpdf/core'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { authorityAt } from '#features/witnesses/server/testing/authority.ts'
import { issueCertificate } from '#server/certificates/issue.ts'
import { derSignature, makeContainer, signedAttributes } from '../../core/container.ts'
import { coveredBy } from '../../core/coverage.ts'
import { extend, type Mark } from '../pdf/extend.ts'
import { seal } from '../pdf/seal.ts'

/** Somebody with a key of their own and a certificate that nobody else vouches for. */
export interface TestSigner {
  name: string
  certificate: Bytes
  key: KeyObject
}

export const SIGNED_AT = new Date('2026-11-30T02:00:00Z')
const stamp = authorityAt(SIGNED_AT)

/** A signer of tests, P-256. */
export function testSigner(name: string): TestSigner {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [from, until] = [new Date(SIGNED_AT.getTime() - 86_400_000), new Date(SIGNED_AT.getTime() + 86_400_000)]
  const issued = issueCertificate({
    subject: name,
    issuer: name,
    publicKey,
    issuerKey: key,
    from,
    until,
    extensions: [],
  })
  return { name, certificate: new Uint8Array(issued), key }
}

/** A PDF file with so many pages of text. */
export async function smallPdf(pages = 2): Promise<Bytes> {
  const pdf = PDF.create()
  for (let number = 1; number <= pages; number++)
    pdf.addPage({ size: 'a4' }).drawText(`Contract, page ${number}`, { x: 60, y: 760, size: 14 })
  return new Uint8Array(await pdf.save())
}

/** The file signed in both passes, with a time-stamp over the signature. */
export async function signPdf(
  file: Bytes,
  signer: TestSigner,
  { seal: picture = null, field = `f-${signer.name}` }: { seal?: Mark['seal']; field?: string } = {},
): Promise<{ file: Bytes; container: Bytes; covered: Bytes }> {
  const extended = await extend(file, { field, signer: signer.name, reason: '签署', at: SIGNED_AT, seal: picture })
  const covered = coveredBy(extended.content, { gap: extended.gap, end: extended.content.length })
  const signed = {
    digest: new Uint8Array(createHash('sha256').update(covered).digest()),
    certificate: signer.certificate,
  }
  const raw = sign('sha256', await signedAttributes(signed), { key: signer.key, dsaEncoding: 'ieee-p1363' })
  const signature = derSignature(new Uint8Array(raw))
  const token = await stamp(signature)
  const container = await makeContainer(signed, { signature, chain: [], token })
  return { file: seal(extended, container), container, covered }
}
