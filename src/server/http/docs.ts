import Fastify, { type FastifyInstance } from 'fastify'
import type { Route } from '../implement.ts'
import { policyFor } from './security.ts'

/**
 * The document of all calls, at `/api/openapi.json`, and the page that shows it, at `/api/docs`. Both need libraries that
 * few servers ever use, so they are made when somebody first asks; the page by a server that does not listen.
 */
export function registerDocs(app: FastifyInstance, routes: readonly Route[]): void {
  let document: Promise<object> | null = null
  app.get('/api/openapi.json', () => (document ??= describe(routes)))
  let made: Promise<FastifyInstance> | null = null
  const docs = () => (made ??= makeDocs())
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      const answer = await (await docs()).inject({ method: 'GET', url: request.url })
      const { location, 'content-type': type } = answer.headers
      if (location !== undefined) reply.header('location', location)
      if (type !== undefined) reply.header('content-type', type)
      if (String(type).startsWith('text/html')) reply.header('content-security-policy', policyFor(answer.payload))
      return reply.status(answer.statusCode).send(answer.rawPayload)
    })
  }
  app.addHook('onClose', async () => (await made)?.close())
}

/** The calls, and nothing that leads to services elsewhere. */
const CONFIGURATION = {
  url: '/api/openapi.json',
  pageTitle: 'Kaibiao',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const

async function describe(routes: readonly Route[]): Promise<object> {
  const { describeCalls } = await import('./openapi.ts')
  return describeCalls(routes)
}

async function makeDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const docs = Fastify()
  await docs.register(scalar, {
    routePrefix: '/api/docs',
    configuration: CONFIGURATION,
  })
  return docs
}
