import swagger, { type SwaggerTransform } from '@fastify/swagger'
import Fastify from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ERRORS, type ErrorName } from '#contract/errors.ts'
import { IDEMPOTENCY_HEADER, WORKBENCH_HEADER } from '#contract/workbench.ts'
import type { Route } from '../implement.ts'
import { addressOf, schemaOf } from './calls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route answers; what the document of calls tells besides its schemas. */
    call?: Route
  }
}

/** What holds for every call, at the head of the document. */
const INTRODUCTION = `Electronic procurement and tendering. All amounts are decimal strings in yuan, all times UTC instants.

**Who calls.** \`POST /api/login\` sets two cookies. Every changing request of a session repeats the value of \`kb_xsrf\` in the header \`x-xsrf-token\`; calls of a workbench name it in \`${WORKBENCH_HEADER}\`.

**Once.** Calls that create something or cannot be taken back take an \`Idempotency-Key\`: the same key with the same content gets the first answer again, with other content 422, while the first is running 409. Without a key the record's state protects, and a person's last request, sent again unchanged within ten seconds, gets its answer again.

**Errors** are \`{ code, message, details, requestId }\`. Any call may answer ${wordsOf(['badRequest', 'invalid', 'csrf', 'tooMany', 'server', 'unavailable'])}; what is not the caller's does not exist (404).`

const ERROR_BODY = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'integer', description: 'of the catalogue' },
    message: { type: 'string', description: 'for the person' },
    details: { description: 'depends on the code; of 10001: `{ path, message }[]`' },
    requestId: { type: 'string' },
    isConfirm: { type: 'boolean', description: 'may be repeated with `confirm: true` after asking the person' },
  },
}

/** The OpenAPI document of these calls: made of a server that has their routes and never answers one. */
export async function describeCalls(routes: readonly Route[]): Promise<object> {
  const app = Fastify()
  // Nothing is validated here, and no serializer is made.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => String)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Kaibiao', version: '1', description: INTRODUCTION } },
    transform: describeCall,
  })
  for (const call of routes) {
    const { endpoint } = call
    app.route({
      method: endpoint.method,
      url: addressOf(endpoint),
      config: { call },
      schema: { summary: endpoint.summary, tags: [tagOf(endpoint.path)], ...schemaOf(endpoint) },
      handler: () => null,
    })
  }
  await app.ready()
  try {
    return app.swagger()
  } finally {
    await app.close()
  }
}

/** Adds to the schemas of a call what its contract and its admission say: who may, which headers, which refusals. */
const describeCall: SwaggerTransform = (given) => {
  const made = jsonSchemaTransform(given)
  const call = given.route.config?.call
  if (!call) return made
  const { endpoint, options } = call
  const { response } = made.schema as { response?: object }
  const headers = {
    ...(endpoint.once && { [IDEMPOTENCY_HEADER]: { type: 'string', maxLength: 100 } }),
    ...(options.workbench && { [WORKBENCH_HEADER]: { type: 'string', enum: listOf(options.workbench) } }),
  }
  return {
    url: made.url,
    schema: {
      ...made.schema,
      description: descriptionOf(call),
      ...(Object.keys(headers).length > 0 && {
        headers: { type: 'object', required: options.workbench ? [WORKBENCH_HEADER] : [], properties: headers },
      }),
      ...(endpoint.formEncoded && { consumes: ['application/json', 'application/x-www-form-urlencoded'] }),
      ...(endpoint.multipart && {
        consumes: ['multipart/form-data'],
        body: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
      }),
      response: { ...(endpoint.answer === 'file' ? { 200: FILE } : response), default: ERROR_BODY },
    },
  }
}

function tagOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'workbench' || first === 'review-hall' ? `${first}/${second}` : first
}

const FILE = {
  description: 'the file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function descriptionOf({ endpoint, options }: Route): string {
  const { audience, right } = options
  const who = {
    public: 'Everybody',
    person: 'Anybody logged in',
    employee: 'Employees of a company',
    signed: 'Whoever carries the signed permission, without a session',
    raw: 'Another service, which signs what it sends',
  }[audience]
  const rights = right ? ` with the right ${listOf(right).join(' or ')}` : ''
  const refusals = endpoint.errors.length > 0 ? `\n\nMay be refused with ${wordsOf(endpoint.errors)}.` : ''
  return `${who}${rights}.${refusals}`
}

function wordsOf(names: readonly ErrorName[]): string {
  return names.map((name) => `${ERRORS[name].code} ${ERRORS[name].message}`).join(', ')
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}
