import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { issueWords } from '#contract/issue-words.ts'
import type { Route } from '../implement.ts'
import { registerCall } from './calls.ts'
import { registerRaw } from './raw.ts'
import { installCompression } from './compression.ts'
import { registerDocs } from './docs.ts'
import { installErrorAnswers, refuseUnreadable } from './errors.ts'
import { registerHealth } from './health.ts'
import { installJsonReader } from './json.ts'
import { registerLive } from './live-stream.ts'
import { RequestLimits } from './request-limits.ts'
import { installSecurityHeaders, trustedHops } from './security.ts'
import { loggedAddress } from './log-address.ts'
import { nameSources } from '../source-places.ts'
import { dropSilentConnections } from './silent.ts'
import type { Parts } from './parts.ts'
import { registerUploads } from './uploads.ts'
import { registerWeb } from './web.ts'

z.config({ localeError: issueWords })

/** The HTTP side: everything under `/api`, and the browser application. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, gate } = parts
  const limits = new RequestLimits(config.limitsFactor)
  const app = Fastify({
    logger: {
      level: config.logLevel,
      serializers: { req: describeRequest },
      hooks: {
        logMethod(args, method) {
          const [first] = args as unknown[]
          nameSources(first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err)
          method.apply(this, args)
        },
      },
    },
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
  installCompression(app)
  await app.register(cookie)
  installJsonReader(app)
  // What other services call us with; read as text, for the call's own contract to judge.
  app.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  )
  registerHealth(app, parts)
  await registerUploads(app, { ...parts, limits })
  registerLive(app, { ...parts, limits })
  const { forms = [], encoded = [], raw = [], others = [] } = Object.groupBy(parts.routes, kindOf)
  for (const route of others) registerCall(app, parts.kernel, { gate, limits, route })
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    for (const route of encoded) registerCall(scope, parts.kernel, { gate, limits, route })
  })
  // What reads forms looks at every request of its scope, so only calls that take forms are in it.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 50 } })
    for (const route of forms) registerCall(scope, parts.kernel, { gate, limits, route })
  })
  await app.register(async (scope) => registerRaw(scope, parts.kernel, { gate, routes: raw }))
  registerDocs(app, parts.routes)
  await registerWeb(app, parts.webRoot)
  return app
}

/** What a line of the log says of a request: no headers, no body, no token. */
function describeRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: loggedAddress(url), remoteAddress: ip }
}

/** How the body of a call may come, besides JSON. */
function kindOf({ endpoint, receive }: Route): 'forms' | 'encoded' | 'raw' | 'others' {
  if (receive) return 'raw'
  if (endpoint.multipart) return 'forms'
  return endpoint.formEncoded ? 'encoded' : 'others'
}
