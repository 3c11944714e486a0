import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, ERRORS, type ErrorBody, type ErrorName } from '#contract/errors.ts'
import { databaseAway, isDatabaseAway } from '../database/away.ts'

/** Every failure leaves as `{ code, message, details, requestId }` with the catalogue's status. */
export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = classify(error)
    const { retryAfter } = (failure.details ?? {}) as { retryAfter?: number }
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    // Of a file that could not be read after all.
    for (const name of ['content-type', 'content-length', 'content-disposition']) reply.removeHeader(name)
    return reply.status(failure.status).send(body(failure, request.id))
  })
  app.setNotFoundHandler((request, reply) => {
    return reply.status(404).send(body(new AppError('notFound'), request.id))
  })
}

/** An address that cannot even be read finds no route, hence none of the handlers above. */
export function refuseUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = new AppError('badRequest', '地址有误，请检查后重试')
  void reply
    .status(error.status)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .send(body(error, request.id))
}

function classify(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An address is followed, not filled in: what cannot be an id names nothing.
    if (error.validationContext === 'params' && error.validation.some((v) => isId(v))) return new AppError('notFound')
    const details = error.validation.map((v) => ({
      path: v.instancePath.replaceAll('/', '.').slice(1),
      message: v.message,
    }))
    return new AppError('invalid', details.length === 1 ? details[0]!.message : undefined, details)
  }
  const name = BY_FASTIFY_CODE[error.code]
  if (name) return new AppError(name)
  if ((error as { code?: string }).code === 'ENOSPC') return new AppError('noSpace')
  if (isDatabaseAway(error)) return databaseAway()
  if (error.statusCode === 429) return new AppError('tooMany')
  if (error.statusCode && error.statusCode < 500) return new AppError('badRequest')
  return new AppError('server')
}

function isId({ keyword, params }: { keyword: string; params: object }): boolean {
  return keyword === 'invalid_format' && (params as { format?: unknown }).format === 'uuid'
}

const BY_FASTIFY_CODE: Record<string, ErrorName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongFormat',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'wrongFormat',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'wrongFormat',
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
}

function body(error: AppError, requestId: string): ErrorBody {
  return {
    code: ERRORS[error.errorName].code,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.errorName === 'confirm' ? { isConfirm: true } : {}),
    requestId,
  }
}
