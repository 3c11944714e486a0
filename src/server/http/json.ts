import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'

/**
 * Reads JSON bodies as Fastify does, and refuses text that cannot be stored: the character 0 and halves of a surrogate pair,
 * which the database takes neither as text nor as JSON.
 */
export function installJsonReader(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (SUSPICIOUS.test(text as string) && !isStorable(JSON.parse(text as string))) {
      done(new AppError('invalid', UNSTORABLE))
      return
    }
    void read(request, text as string, done)
  })
}

const UNSTORABLE = '内容含有无法保存的字符，请删除后重试'

/** Only an escape can bring them: the body itself has been decoded as UTF-8. A raw 0 is no JSON. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
