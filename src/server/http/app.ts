import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { issueWords } from '#contract/issue-words.ts'
import type { Route } from '../implement.ts'
import { registerCall } from './calls.ts'
import { registerDocs } from './docs.ts'
import { installErrorAnswers, refuseUnreadable } from './errors.ts'
import { registerHealth } from './health.ts'
import { installJsonReader } from './json.ts'
import { registerLive } from './live-stream.ts'
import { installSecurityHeaders, trustedHops } from './security.ts'
import { dropSilentConnections } from './silent.ts'
import type { Parts } from './parts.ts'
import { registerUploads } from './uploads.ts'
import { registerWeb } from './web.ts'

z.config({ localeError: issueWords })

/** The HTTP side: everything under `/api`, and the browser application. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config } = parts
  const app = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers["x-xsrf-token"]'] },
    genReqId: () => randomUUID(),
    trustProxy: trustedHops(config.trustProxy),
    bodyLimit: 4 * 1024 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuseUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  installErrorAnswers(app)
  installSecurityHeaders(app, config)
  dropSilentConnections(app)
  await app.register(cookie)
  installJsonReader(app)
  // What other services call us with; read as text, for the call's own contract to judge.
  app.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  )
  registerHealth(app, parts)
  await registerUploads(app, parts)
  registerLive(app, parts)
  const [forms, others] = ofKind(parts.routes)
  for (const route of others) registerCall(app, parts.kernel, { gate: parts.gate, route })
  // What reads forms looks at every request of its scope, so only calls that take forms are in it.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 50 } })
    for (const route of forms) registerCall(scope, parts.kernel, { gate: parts.gate, route })
  })
  registerDocs(app, parts.routes)
  await registerWeb(app, parts.webRoot)
  return app
}

/** Calls that take forms, and the others. */
function ofKind(routes: readonly Route[]): [Route[], Route[]] {
  const { forms = [], others = [] } = Object.groupBy(routes, (r) => (r.endpoint.multipart ? 'forms' : 'others'))
  return [forms, others]
}
