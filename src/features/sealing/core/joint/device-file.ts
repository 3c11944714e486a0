import type { Bytes } from '../bytes.ts'
import { concat, fromHex, isHex, randomBytes, toHex, utf8 } from '../bytes.ts'
import { canonicalBytes } from '../canonical.ts'
import { EnvelopeError } from '../errors.ts'
import { suiteOf } from '../suite.ts'
import { G, hexOf, multiply, scalarOf } from './group.ts'

/** The secret of an officer's device under a password, as the file the officer keeps. All but `data` is readable, and authenticated. */
export interface DeviceFile {
  type: 'kaibiao.joint-device/1'
  ceremonyId: string
  /** For people: which tender, whose. */
  title: string
  holder: string
  /** ISO instant, as the caller's clock said. */
  createdAt: string
  /** Hex point. */
  deviceKey: string
  kdf: { name: 'PBKDF2-HMAC-SHA256'; iterations: number; salt: string }
  cipher: 'AES-256-GCM'
  note: string
  /** The sealed secret, hex. */
  data: string
}

const ITERATIONS = 600_000
const MAX_ITERATIONS = 10_000_000
const NOTE =
  '本文件保存联合密钥保管人的设备密钥，开标时参与共同开启须使用。请妥善备份文件与口令；平台不保存，遗失后无法恢复。'

/** Closes a device's secret (hex) with a password. The caller rules on the password's strength. */
export async function exportDeviceFile(
  secret: string,
  password: string,
  about: Pick<DeviceFile, 'ceremonyId' | 'title' | 'holder' | 'createdAt'>,
): Promise<DeviceFile> {
  const { ceremonyId, title, holder, createdAt } = about
  const open: Omit<DeviceFile, 'data'> = {
    type: 'kaibiao.joint-device/1',
    ceremonyId,
    title,
    holder,
    createdAt,
    deviceKey: deviceKeyOf(secret),
    kdf: { name: 'PBKDF2-HMAC-SHA256', iterations: ITERATIONS, salt: toHex(randomBytes(32)) },
    cipher: 'AES-256-GCM',
    note: NOTE,
  }
  const cipher = await cipherOf(open, password)
  return { ...open, data: toHex(await cipher.seal(0, canonicalBytes(open), fromHex(secret))) }
}

/**
 * The secret (hex) of a device file. Refuses with `wrong-key` (wrong password, or an altered file: the two cannot be told
 * apart), `foreign` (of another ceremony) or `malformed`.
 */
export async function importDeviceFile(file: unknown, password: string, ceremonyId: string): Promise<string> {
  const { data, ...open } = checkDeviceFile(file)
  if (open.ceremonyId !== ceremonyId) throw new EnvelopeError('foreign', 'device file of another ceremony')
  const cipher = await cipherOf(open, password)
  const secret = await cipher.open(0, canonicalBytes(open), fromHex(data))
  if (!secret) throw new EnvelopeError('wrong-key', 'password or device file')
  if (deviceKeyOf(toHex(secret)) !== open.deviceKey) throw new EnvelopeError('malformed', 'key of the device file')
  return toHex(secret)
}

/** The public key (hex point) of a device's secret. GroupError when it cannot be one. */
export function deviceKeyOf(secret: string): string {
  return hexOf(multiply(G, scalarOf(secret)))
}

function checkDeviceFile(value: unknown): DeviceFile {
  const file = Object(value) as DeviceFile
  const { iterations, salt } = Object(file.kdf) as DeviceFile['kdf']
  const known = file.type === 'kaibiao.joint-device/1' && file.cipher === 'AES-256-GCM'
  // A bound, so that a made-up file cannot keep the browser busy for hours.
  const bounded = Number.isSafeInteger(iterations) && iterations > 0 && iterations <= MAX_ITERATIONS
  if (!known || !bounded || !isHex(salt) || !isHex(file.data) || !isHex(file.deviceKey, 32))
    throw new EnvelopeError('malformed', 'device file')
  return file
}

/** AES-GCM under the password: the salt makes every key unique, so the nonce is zero. */
async function cipherOf({ kdf }: Pick<DeviceFile, 'kdf'>, password: string) {
  const secret = utf8(password.normalize('NFKC'))
  const key = await pbkdf2(secret, fromHex(kdf.salt), kdf.iterations)
  return suiteOf('intl').recordCipher(concat(utf8('joint-device-file'), key), new Uint8Array(8))
}

async function pbkdf2(secret: Bytes, salt: Bytes, iterations: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256))
}
