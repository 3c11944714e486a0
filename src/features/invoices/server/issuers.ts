import type { Kernel } from '#server/context.ts'
import type { Issuer } from '../rules/issuer.ts'
import { localIssuer } from './local-issuer.ts'
import { type Transport, taxIssuer } from './tax-issuer.ts'

/** Who issues invoices here: the tax system by INVOICE_URL, else outside of production the local one. Null: nobody. */
export function issuerCode({ config }: Pick<Kernel, 'config'>): Issuer['code'] | null {
  if (process.env.INVOICE_URL) return 'tax'
  return config.mode === 'production' ? null : 'local'
}

export function issuerOf(kernel: Kernel, tenantId: number): Issuer | null {
  const code = issuerCode(kernel)
  if (code === 'local') return localIssuer(kernel, tenantId)
  if (code !== 'tax') return null
  const { INVOICE_URL: url = '', INVOICE_KEY: key = '' } = process.env
  return taxIssuer({ url, key, notifyUrl: notifyUrl(kernel, tenantId) }, overNetwork, () => kernel.clock.now())
}

/** The address names the tenant: the same service issues for all of them. */
function notifyUrl({ config }: Pick<Kernel, 'config'>, tenantId: number): string {
  const base = config.publicUrl || `http://127.0.0.1:${config.port}`
  return `${base.replace(/\/$/, '')}/api/invoices/callbacks/tax.${tenantId}`
}

/** The tax system is given up on after INVOICE_TIMEOUT_SECONDS, and asked again later. */
const overNetwork: Transport = async (url, { headers, body }) => {
  const seconds = Number(process.env.INVOICE_TIMEOUT_SECONDS) || 20
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(seconds * 1000) })
  return { status: response.status, body: await response.text() }
}
