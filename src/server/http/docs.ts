import Fastify, { type FastifyInstance } from 'fastify'
import { policyFor } from './security.ts'

/**
 * The page that shows the calls, at `/api/docs`. Its script takes megabytes that few servers ever send: a server of its
 * own that does not listen, made when somebody first asks.
 */
export function registerDocs(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | null = null
  const docs = () => (made ??= makeDocs())
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
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

async function makeDocs(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const docs = Fastify()
  await docs.register(scalar, {
    routePrefix: '/api/docs',
    configuration: CONFIGURATION,
  })
  return docs
}
