import type { Kernel } from '#server/context.ts'
import { inContext } from '#server/context.ts'
import { DEMO_NAME } from '../rules/words.ts'
import type { CertificateAuthority } from './authority-types.ts'
import { remoteAuthority } from './remote-ca.ts'
import { issueLocally, localRevocations } from './local-ca.ts'

/** Who certifies for a tenant: the one at `CA_URL`, else the demonstration's own; in production nobody without the first. */
export function authorityOf(kernel: Kernel, tenantId: number): CertificateAuthority | null {
  if (process.env.CA_URL) return remoteAuthority(process.env.CA_URL, process.env.CA_TOKEN ?? '')
  return kernel.config.mode === 'production' ? null : localAuthority(kernel, tenantId)
}

/** What is known of it without asking it. */
export function authorityFacts(config: Kernel['config']): { name: string; isDemo: boolean; isThere: boolean } {
  const url = process.env.CA_URL
  if (url) return { name: new URL(url).host, isDemo: false, isThere: true }
  return { name: DEMO_NAME, isDemo: true, isThere: config.mode !== 'production' }
}

function localAuthority(kernel: Kernel, tenantId: number): CertificateAuthority {
  const within = <T>(work: Parameters<typeof inContext<null, T>>[2]) =>
    inContext(kernel, { tenantId, actor: null }, work)
  return {
    name: DEMO_NAME,
    isDemo: true,
    async issue(order) {
      return within((ctx) => issueLocally(ctx, order))
    },
    // Its list is signed anew in the transaction that revokes.
    revoke: () => Promise.resolve(),
    async crl(suite) {
      return within((ctx) => localRevocations(ctx, suite))
    },
    status: () => Promise.resolve({ isUp: true, text: '由平台自行签发' }),
  }
}
