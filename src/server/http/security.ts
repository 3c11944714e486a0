import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** antd writes style elements at run time, so styles may be inline; scripts may not. */
function pagePolicy(scripts: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** The policy for a page that a third party builds with a script inside: that very script may run, no other. */
export function policyFor(page: string): string {
  return pagePolicy(inlineScripts(page))
}

/** Names the scripts that stand inside a page, as a policy does: by their hash. */
export function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    .filter(([, attributes]) => !/\ssrc=/.test(attributes!))
    .map(([, , text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
}

/** The parameter by which other platforms hand a log-in over (specification part 1 section 2). */
const ACCESS_CODE = /[?&]x-jczh-ac=[^&#]/

/** Believes so many proxies, counted from us: what stands further left in their headers, the client may have written. */
export function trustedHops(proxies: number): false | ((address: string, hop: number) => boolean) {
  return proxies > 0 && ((_address, hop) => hop < proxies)
}

/** Hands the connection over to whoever answers by itself, with the headers that every answer has. */
export function takeOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}

export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  const common = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(config.mode === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const page = { ...common, 'content-security-policy': pagePolicy() }
  const call = { ...page, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request
    reply.headers(url.startsWith('/api/') ? call : page)
    // What the page loads before it has cleaned its address must not be asked for with that address.
    if (ACCESS_CODE.test(url)) reply.header('referrer-policy', 'no-referrer')
    reply.header('x-request-id', request.id)
    done()
  })
}
