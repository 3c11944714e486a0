import { AppError } from '#contract/errors.ts'

/**
 * Whether an error says that the database could not be reached or went away meanwhile: PostgreSQL's classes 08 and 57P,
 * and what the driver and the system say of a connection that breaks. Whether a commit took effect is then unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  if (typeof code === 'string') {
    if (/^(08|57P0[1-3]$|53300$)/.test(code)) return true
    if (syscall === 'connect' || (syscall === undefined && BROKEN.has(code))) return true
  }
  return typeof message === 'string' && DRIVER.some((words) => message.startsWith(words))
}

const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])
const DRIVER = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Client was closed and is not queryable',
]

/** What whoever asked is told: the same request may be sent again, with its key. */
export function databaseAway(): AppError {
  const message = '数据库暂时不可用，正在恢复，请稍后重试；不确定是否已提交的，请先刷新查看'
  return new AppError('unavailable', message, { retryAfter: 2 })
}
