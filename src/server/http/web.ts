import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { inlineScripts } from './security.ts'

/** The verifier is one file with its script inside, and may reach nothing at all: it works as well from a disk. */
function verifierPolicy(page: string): string {
  const scripts = inlineScripts(page).join(' ')
  return `default-src 'none'; script-src ${scripts}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** Serves the built browser application; every address that is not a file or a call gets its page. */
export async function registerWeb(app: FastifyInstance, webRoot: string | null): Promise<void> {
  const verifier = webRoot && join(webRoot, '../verify/index.html')
  if (verifier && existsSync(verifier)) {
    const page = readFileSync(verifier, 'utf8')
    const policy = verifierPolicy(page)
    for (const url of ['/verify', '/verify/']) {
      app.get(url, (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .header('content-security-policy', policy)
          .type('text/html; charset=utf-8')
          .send(page),
      )
    }
  }
  const index = webRoot && existsSync(join(webRoot, 'index.html')) ? readFileSync(join(webRoot, 'index.html')) : null
  const files = webRoot && index ? filesOf(webRoot) : new Set<string>()
  // One route for all of them: a route for each takes a tenth of a start.
  if (webRoot && index) await app.register(fastifyStatic, { root: webRoot, serve: false })
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*']
    if (files.has(path)) {
      const forEver = path.startsWith('assets/')
      const header = forEver ? 'public, max-age=31536000, immutable' : 'no-cache'
      return reply.header('cache-control', header).sendFile(path, { cacheControl: false })
    }
    // A piece of an older build that an open page still asks for: the application's page would be no answer to it.
    if (/^\/(?:api|assets)\//.test(request.url)) return reply.callNotFound()
    if (!index) return reply.status(503).type('text/plain').send('The browser application is not built: npm run build')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index)
  })
}

/** What the build made, as addresses; names with a dot in front are not served. */
function filesOf(webRoot: string): Set<string> {
  const entries = readdirSync(webRoot, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return new Set(
    paths.map((path) => relative(webRoot, path).replaceAll(sep, '/')).filter((path) => !/(^|\/)\./.test(path)),
  )
}
