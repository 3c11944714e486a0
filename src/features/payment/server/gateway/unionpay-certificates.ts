import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { BasicConstraints, id_ce_basicConstraints } from '@peculiar/asn1-x509'
import type { Kernel } from '#server/context.ts'
import { issueCertificate } from '#server/certificates/issue.ts'
import { gatewayKeys } from './keys.ts'

const ROOT = '本地网关（模拟）根证书'
/** Whatever the demonstration's clock says. */
const FROM = new Date('2020-01-01T00:00:00Z')
const UNTIL = new Date('2049-12-31T00:00:00Z')
const MADE = new Map<string, Promise<Certificates>>()

interface Certificates {
  /** PEM both. */
  root: string
  platform: string
}

/**
 * Certificates of the played UnionPay: its authority's own, and the one that is in every message, held as the real one is.
 * Processes make their own under the same keys, which is all that counts.
 */
export function gatewayCertificates(kernel: Kernel, tenantId: number): Promise<Certificates> {
  const name = `${kernel.config.dataDir}/${tenantId}`
  const made = MADE.get(name) ?? make(kernel, tenantId)
  MADE.set(name, made)
  made.catch(() => MADE.delete(name))
  return made
}

async function make(kernel: Kernel, tenantId: number): Promise<Certificates> {
  const { platform } = await gatewayKeys(kernel, tenantId, 'unionpay')
  const authority = await gatewayKeys(kernel, tenantId, 'unionpay-root')
  const issuerKey = createPrivateKey(authority.platform.privateKey)
  const issue = (subject: string, publicKey: string, isRoot: boolean) =>
    new X509Certificate(
      issueCertificate({
        subject,
        issuer: ROOT,
        publicKey: createPublicKey(publicKey),
        issuerKey,
        from: FROM,
        until: UNTIL,
        extensions: [[id_ce_basicConstraints, new BasicConstraints({ cA: isRoot })]],
      }),
    ).toString()
  return {
    root: issue(ROOT, authority.platform.publicKey, true),
    platform: issue('041@8310000000083040@中国银联股份有限公司@00016493', platform.publicKey, false),
  }
}
