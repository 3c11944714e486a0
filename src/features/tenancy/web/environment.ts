import { clock } from '#web/clock.ts'
import { call } from '#web/call.ts'
import { serverTime } from '../contract.ts'

export interface Finding {
  key: string
  label: string
  /** In order, worth knowing, or in the way of a bid. */
  state: 'ok' | 'warning' | 'failed'
  text: string
}

/** Beyond this a person's own clock misleads them about deadlines. */
const CLOCK_MS = 60_000
/** Beyond this a hall is no pleasure. */
const SLOW_MS = 1_500
/** Sealed files are kept in the browser until they are uploaded. */
const SPACE_MB = 500

/** Tries what making a bid and taking part in an opening need from this browser and network. */
export async function examine(): Promise<Finding[]> {
  return [await network(), await time(), await crypto(), await storage(), live(), worker()]
}

async function network(): Promise<Finding> {
  const base = { key: 'network', label: '网络' }
  try {
    const times: number[] = []
    for (let i = 0; i < 3; i++) {
      const sent = performance.now()
      await call(serverTime)
      times.push(performance.now() - sent)
    }
    const ms = Math.round(Math.min(...times))
    return ms > SLOW_MS
      ? { ...base, state: 'warning', text: `往返 ${ms} 毫秒，网络较慢，请提前上传投标文件` }
      : { ...base, state: 'ok', text: `往返 ${ms} 毫秒` }
  } catch {
    return { ...base, state: 'failed', text: '无法连接平台，请检查网络或防火墙' }
  }
}

async function time(): Promise<Finding> {
  const base = { key: 'time', label: '时间' }
  await clock.sync().catch(() => undefined)
  const off = Date.now() - clock.now()
  const seconds = Math.round(Math.abs(off) / 1000)
  return Math.abs(off) > CLOCK_MS
    ? { ...base, state: 'warning', text: `本机时间${off > 0 ? '快' : '慢'} ${seconds} 秒；截止时间一律以平台时间为准` }
    : { ...base, state: 'ok', text: `与平台时间相差不到 ${seconds + 1} 秒；截止时间以平台时间为准` }
}

async function crypto(): Promise<Finding> {
  const base = { key: 'crypto', label: '加密' }
  try {
    const key = await globalThis.crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
    await globalThis.crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(64))
    return { ...base, state: 'ok', text: '浏览器可在本机加密投标文件' }
  } catch {
    return { ...base, state: 'failed', text: '浏览器不支持本机加密，请使用 HTTPS 地址和新版浏览器' }
  }
}

async function storage(): Promise<Finding> {
  const base = { key: 'storage', label: '存储' }
  try {
    const root = await navigator.storage.getDirectory()
    await root.getDirectoryHandle('kb-check', { create: true })
    await root.removeEntry('kb-check')
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    const free = Math.floor((quota - usage) / 1_000_000)
    return free < SPACE_MB
      ? { ...base, state: 'warning', text: `可用空间 ${free} MB，较大的投标文件可能无法在断线后续传` }
      : { ...base, state: 'ok', text: `可用空间 ${free} MB，关闭页面后仍可续传` }
  } catch {
    return { ...base, state: 'warning', text: '浏览器不允许本机存储（如无痕模式），上传中断后需重新加密' }
  }
}

function live(): Finding {
  const base = { key: 'live', label: '实时更新' }
  return 'EventSource' in globalThis
    ? { ...base, state: 'ok', text: '开标大厅可实时更新' }
    : { ...base, state: 'failed', text: '浏览器不支持实时更新，开标大厅需手动刷新' }
}

function worker(): Finding {
  const base = { key: 'worker', label: '后台处理' }
  return 'Worker' in globalThis && 'WebAssembly' in globalThis
    ? { ...base, state: 'ok', text: '大文件加密时页面不会停顿' }
    : { ...base, state: 'failed', text: '浏览器版本过旧，无法处理投标文件' }
}
