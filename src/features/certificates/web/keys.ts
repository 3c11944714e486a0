import { inWorker } from '#web/in-worker.ts'
import type { KeyFile } from '#features/sealing/core/key-file.ts'
import type { Suite } from '../rules/kinds.ts'

/** A key under its password, and the request for a certificate over it (base64 of PKCS#10). */
export interface MadeKey {
  file: KeyFile
  request: string
}

export type Tasks = {
  makeKey: { input: { suite: Suite; password: string; holder: string; createdAt: string }; output: MadeKey }
}

/** Has a worker make a key: its private half never enters the page, and leaves the worker under the password alone. */
export function makeKey(input: Tasks['makeKey']['input']): Promise<MadeKey> {
  const worker = new Worker(new URL('./key-worker.ts', import.meta.url), { type: 'module' })
  return inWorker(worker, { name: 'makeKey', input }, '浏览器不支持本机加密，请使用新版 Chrome、Edge 或 Firefox')
}

const MIN_PASSWORD = 8

/** Why a password is too weak for a key that lies about in a browser; '' when it will do. */
export function passwordProblem(password: string, again: string): string {
  if (password.length < MIN_PASSWORD) return `口令至少 ${MIN_PASSWORD} 位`
  if (!/\d/.test(password) || !/\p{L}/u.test(password)) return '口令须同时包含字母和数字'
  if (new Set(password).size < 5) return '口令过于简单'
  return password === again ? '' : '两次输入的口令不一致'
}
