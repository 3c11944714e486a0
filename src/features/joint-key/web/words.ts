import type { Tone } from '#web/kit/status-tag.tsx'
import { CeremonyStatus } from '../rules.ts'

const S = CeremonyStatus.values

export function ceremonyTone(status: number): Tone {
  if (status === S.ready) return 'success'
  return status === S.failed ? 'danger' : 'active'
}

const MIN_PASSWORD = 8

/** Why a password is too weak for a file that lies about; '' when it will do. */
export function passwordProblem(password: string, again: string): string {
  if (password.length < MIN_PASSWORD) return `口令至少 ${MIN_PASSWORD} 位`
  if (!/\d/.test(password) || !/\p{L}/u.test(password)) return '口令须同时包含字母和数字'
  return password === again ? '' : '两次输入的口令不一致'
}

/** What went wrong with a device file or on the device, for people. */
export function deviceProblem(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? error.reason : null
  if (reason === 'wrong-key') return '口令不正确，或文件已被改动'
  if (reason === 'foreign') return '这不是本人在本次联合密钥中登记的设备的备份文件'
  if (reason === 'malformed') return '不是有效的设备备份文件，请选择登记时下载的 .json 文件'
  return error instanceof Error ? error.message : '操作失败'
}
