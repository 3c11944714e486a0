import type { SuiteName } from '#features/sealing/core/suite-types.ts'

export const SUITE_WORDS: Record<SuiteName, string> = {
  intl: '国际算法（P-256 / AES-256-GCM / SHA-256）',
  gm: '国密算法（SM2 / SM4 / SM3）',
}

export const MIN_PASSWORD = 8

/** Why a password is too weak for a key that lies about as a file; '' when it will do. */
export function passwordProblem(password: string): string {
  if (password.length < MIN_PASSWORD) return `口令至少 ${MIN_PASSWORD} 位`
  if (!/\d/.test(password) || !/\p{L}/u.test(password)) return '口令须同时包含字母和数字'
  if (new Set(password).size < 5) return '口令过于简单'
  return ''
}

/** `66c7 f0f4 … 8ba8`, as people compare keys. */
export function shortPrint(fingerprint: string): string {
  const groups = fingerprint.match(/.{4}/g) ?? []
  return `${groups.slice(0, 4).join(' ')} … ${groups.at(-1)}`
}

/** What went wrong with a key file, for people. */
export function keyProblem(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? error.reason : null
  if (reason === 'wrong-key') return '口令不正确，或选择的不是这把密钥的文件'
  if (reason === 'malformed') return '不是有效的密钥文件，请选择创建密钥时下载的 .json 文件'
  return error instanceof Error ? error.message : '密钥无法使用'
}
