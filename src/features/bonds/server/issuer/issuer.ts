import type { Kernel } from '#server/context.ts'
import type { GuaranteeIssuer } from './guarantee-issuer.ts'
import { localIssuer } from './local.ts'

/** The issuer of the platform; null: none is configured, which in production is always so yet. */
export function issuerOf(kernel: Pick<Kernel, 'config' | 'clock'>): GuaranteeIssuer | null {
  return kernel.config.mode === 'production' ? null : localIssuer(kernel)
}
