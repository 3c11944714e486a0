import { argon2Sync, randomBytes } from 'node:crypto'
import { loadPeople, PASSWORD } from '../people.ts'
import type { Playing } from './playing.ts'

/**
 * Tenants, companies and people. Their one password is stored under the least work that its form can name: a check does
 * the work that the stored form asks for, and at full strength a thousand log-ins would be the dearest part of all tests.
 */
export async function people({ system, owner }: Playing): Promise<null> {
  await loadPeople(system)
  await owner.query('update app_user set password_hash = $1', [lightHash()])
  return null
}

const LIGHT = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

function lightHash(): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...LIGHT, message: PASSWORD, nonce })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${LIGHT.memory},t=${LIGHT.passes},p=${LIGHT.parallelism}$${salt}$${hash}`
}
